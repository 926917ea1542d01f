import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderAudit } from '../../src/report/audit.ts';
import { auditJson } from '../../src/report/audit-json.ts';
import { renderCriterion } from '../../src/report/criterion.ts';
import { renderFunnel } from '../../src/report/funnel.ts';
import { renderSources } from '../../src/report/source.ts';
import { renderVerification } from '../../src/report/verification.ts';
import { audit, type Audit } from '../../src/audit/audit.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { expectToFit, layout } from './layout.ts';

const { set, pages } = criteriaSetFixture();
let audited: Audit;
let withoutTexts: Audit;
beforeAll(async () => {
  const store = createMemoryStore();
  for (const page of pages) await store.putPage(page);
  audited = await audit(set, store);
  withoutTexts = await audit(set, createMemoryStore());
});

describe('audit', () => {
  it('shows the quotes of a criterion in their passages, with all that is known of their sources', () => {
    const text = renderCriterion(audited.criteria[0]!, set.content.sources, layout(100));
    expect(text).toMatchInlineSnapshot(`
      "c1    The response should tell one story with a place and a day in it.
            Does the response tell one story with a place and a day in it?
            relevance 9.3 of 10: A toast stands or falls with it.
            2 sources on 2 independent sites; origin: source

            A toast is a gift to two people, overheard by a hundred. Say who you are in one sentence.
            »Tell one story with a place and a day in it.« Never tell the room about an earlier love. Keep
            the whole below three minutes. Turn to the couple at the end and lift…
              Toasts at length · Toasts Quarterly · The editors · 2026-05-04
              expertise 5 of 5, relevance 2 of 2: It gives advice; It names its author
              https://toasts.example/at-length#:~:text=Tell%20one%20story%20with%20a%20place%20and%20a%20day%20in%20it.

            …time: ten minutes are a fine length. Let the last line be the one they remember. Thank the
            people who made the day. »One image is worth a page of praise.« Short sentences carry further
            in a tent. Keep to the present in the last third. Promise nothing that you would not say…
              Notes for speakers · 2026-05-04 · page 2
              expertise 4 of 5, relevance 2 of 2: It gives advice; It names its author
              library:speech/notes.pdf
      "
    `);
  });

  it('says which texts are not in the store', () => {
    const text = renderCriterion(withoutTexts.criteria[1]!, set.content.sources, layout(100));
    expect(text).toContain('»Keep the whole below three minutes.« (its text is not in this store)');
    expect(text).toContain('conflicts with c3: Both speak of its length.');
  });

  it.each([60, 100, 120])('fits %i columns, with and without colour', (width) => {
    const plain = renderAudit(audited, layout(width));
    expectToFit(plain, width);
    expect(stripVTControlCharacters(renderAudit(audited, layout(width, true)))).toBe(plain);
  });

  it('by source: what it grounds, or why it was dropped; kept ones first, the most useful on top', () => {
    const text = renderSources(audited.sources, layout(100));
    expect(text.match(/^s\d+ \S+/gmu)).toEqual(['s1 kept', 's2 kept', 's3 low-expertise', 's4 duplicate']);
    expect(text).toContain('grounds 9 criteria: c1, c2, c4, c5, c6, c7, c8, c9, c10');
    expect(text).toContain('Expertise 1 is below 3.');
  });

  it('counts documents and statements apart in the funnel', () => {
    expect(renderFunnel(set.content.funnel, layout(100))).toMatchInlineSnapshot(`
      "  found         4  ████████████████████████████  documents
        read          4  ████████████████████████████
        kept          2  ██████████████
        advice       19  ████████████████████████████  statements
        points       18  ██████████████████████████▌
        criteria     17  █████████████████████████
      "
    `);
    const none = { found: 0, read: 0, kept: 0, advice: 0, points: 0, criteria: 0 };
    expect(renderFunnel(none, layout(100))).not.toContain('█');
  });

  it('gives the verdict on each rule', () => {
    expect(renderVerification(audited.verification, layout(100)).match(/^\w+/gmu)).toEqual([
      ...['pass', 'pass', 'pass', 'pass', '19'],
    ]);
    const text = renderVerification(withoutTexts.verification, layout(100));
    expect(text).toContain("cannot verify  Every quote is the stored text's slice");
    expect(text).toContain('The text of library:speech/notes.pdf is not in the store.');
    expect(text).toContain('0 of 19 quotes compared');
  });

  it('as JSON holds the passages and the criteria of each source', () => {
    const json = auditJson(audited);
    expect(json.criteria[1]?.evidence[0]?.passage?.before).toMatch(
      /Never tell the room about an earlier love\. $/u,
    );
    expect(json.sources.find(({ id }) => id === 's3')?.criteria).toEqual([]);
    expect(json.verification.status).toBe('passed');
  });
});
