/** An audit and its views. */
import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit, type Audit } from '../../src/audit/audit.ts';
import type { LiveAudit } from '../../src/audit/audit-live.ts';
import { AdviceId } from '../../src/domain/ids.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import type { FormatName } from '../../src/report/formats.ts';
import {
  criterionIdIn,
  renderAudit,
  renderAuditedCriterion,
  renderAuditedSources,
  renderVerification,
} from '../../src/report/audit.ts';
import { renderLiveAudit } from '../../src/report/live-audit.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { expectToFit, layout } from './layout.ts';

const { set, pages } = criteriaSetFixture();
const page = layout(100);
let audited: Audit;
let withoutTexts: Audit;
const store = createMemoryStore();
const auditOf = (from: StorePort, asked: string) => audit(set, from, { criteria: [criterionIdIn(set, asked)] });
beforeAll(async () => {
  for (const each of pages) await store.putPage(each);
  audited = await audit(set, store);
  withoutTexts = await audit(set, createMemoryStore());
});

describe('an audit', () => {
  it('shows the quotes of a criterion in their passages, with all that is known of their sources', async () => {
    const text = await renderAuditedCriterion(await auditOf(store, '1'), 'table', layout(80));
    expect(text).toMatchInlineSnapshot(`
      "Audit of cs_411c89457c482e46396959f3
      Write a wedding toast for my sister, who restores old bicycles

      The response should …

      c1 tell one story with a place and a day in it.
          Asked as: Does the response tell one story with a place and a day in it?
          Relevance: 9.3 of 10: A toast stands or falls with it.
          Support: 2 sources on 2 independent sites
          Origin: said by sources
          Its quotes: say all of it

          A toast is a gift to two people, overheard by a hundred. Say who you are in
          one sentence. »Tell one story with a place and a day in it.« Never tell the
          room about an earlier love. Keep the whole below three minutes. Turn to the
          couple at the end and lift…
              Toasts at length · Toasts Quarterly · The editors · 2026-05-04 · s1
              https://toasts.example/at-length#:~:text=Tell%20one%20story%20with%20a%20place%20and%20a%20day%20in%20it.
              expertise 5 of 5, relevance 2 of 2: It gives advice; It names its author
              found by “how to write a wedding toast” at rank 1

          …time: ten minutes are a fine length. Let the last line be the one they
          remember. Thank the people who made the day. »One image is worth a page of
          praise.« Short sentences carry further in a tent. Keep to the present in the
          last third. Promise nothing that you would not say…
              Notes for speakers · 2026-05-04 · page 2 · s2
              library:speech/notes.pdf
              expertise 4 of 5, relevance 2 of 2: It gives advice; It names its author
              found by “how to write a wedding toast” at rank 2
      "
    `);
  });

  it('says which texts are not in the store', async () => {
    const text = await renderAuditedCriterion(await auditOf(createMemoryStore(), 'c2'), 'table', page);
    expect(text).toContain('»Keep the whole below three minutes.« (its text is not in this store)');
    expect(text).toContain('conflicts with c3: Both speak of its length.');
    expect(() => criterionIdIn(set, 'c99')).toThrow('has no criterion c99');
  });

  it.each([50, 80, 140, 200])('fits %i columns, with and without colour', async (width) => {
    const plain = await renderAudit(audited, 'table', layout(width));
    expectToFit(plain, width);
    expect(stripVTControlCharacters(await renderAudit(audited, 'table', layout(width, true)))).toBe(plain);
  });

  it('by source: what it grounds, or why it was dropped; kept ones first, the most useful on top', async () => {
    const text = await renderAuditedSources(audited, 'table', page);
    expect(text.match(/^s\d+ \S+/gmu)).toEqual(['s1 kept', 's2 kept', 's3 low-expertise', 's4 duplicate']);
    expect(text).toContain('grounds 9 criteria: c1, c2, c4, c5, c6, c7, c8, c9, c10');
    expect(text).toContain('Expertise 1 is below 3.');
  });

  it('counts documents and statements apart in the funnel', async () => {
    const text = await renderAudit(audited, 'table', page);
    expect(text).toMatch(/^found +4 +█{20} +documents$/mu);
    expect(text).toMatch(/^kept +2 +█{10}$/mu);
    expect(text).toMatch(/^advice +19 +█{20} +statements$/mu);
  });

  it('gives the verdict on each rule', async () => {
    const passed = await renderVerification(audited, 'table', page);
    expect(passed.match(/^· pass /gmu)).toHaveLength(5);
    const text = await renderVerification(withoutTexts, 'table', page);
    expect(text).toContain("cannot verify Every quote is the stored text's slice");
    expect(text).toContain('The text of library:speech/notes.pdf is not in the store.');
    expect(text).toContain('0 of 19 quotes, cited or not, compared');
  });

  it('as JSON holds the passages and the criteria of each source', async () => {
    const json = JSON.parse(await renderAudit(audited, 'json', page)) as {
      criteria: { evidence: { passage: { before: string } }[] }[];
      sources: { id: string; criteria: string[] }[];
      verification: { status: string };
    };
    expect(json.criteria[1]?.evidence[0]?.passage.before).toMatch(/Never tell the room about an earlier love\. $/u);
    expect(json.sources.find(({ id }) => id === 's3')?.criteria).toEqual([]);
    expect(json.verification.status).toBe('passed');
  });

  it('as Markdown and HTML has every section', async () => {
    const sections = ['17 criteria', '4 sources considered', '1 statement removed', 'Funnel', 'Rules of the record'];
    for (const format of ['markdown', 'html'] as const) {
      const text = await renderAudit(audited, format, page);
      for (const title of sections) expect(text).toContain(title);
    }
  });
});

describe('a live audit', () => {
  const [source] = set.content.sources;
  const counts = { ...{ unchanged: 0, moved: 0, gone: 1, 'page-gone': 0 }, refused: 0, unchecked: 0 };
  const [quote, nearest] = ['Keep the whole below three minutes.', 'Keep the whole below <five> minutes.'];
  const gone = { adviceId: AdviceId.parse('a1'), quote, criteria: [], state: 'gone', span: null, nearest } as const;
  const page = { finalUrl: source!.finalUrl, fetchedAt: null, reason: null };
  const live: LiveAudit = {
    ...{ setId: set.id, status: 'failed', counts },
    sources: [{ source: source!, ...page, quotes: [gone], counts }],
  };

  it('shows beside a quote that is gone what comes nearest to it, in every format', async () => {
    const print = (format: FormatName) => renderLiveAudit(live, format, layout(80));
    expect(await print('table')).toContain(`gone “${quote}” ()\n    nearest there now: “${nearest}”`);
    expect(await print('markdown')).toContain('nearest there now: “Keep the whole below \\<five\\> minutes.”');
    expect(await print('html')).toContain('nearest there now:</span> “Keep the whole below &lt;five&gt; minutes.”');
    expect(JSON.parse(await print('json'))).toMatchObject({ sources: [{ quotes: [{ quote, nearest }] }] });
  });
});
