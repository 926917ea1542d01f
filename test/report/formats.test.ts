import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { renderSet, requireFormatAllowsTop } from '../../src/report/set.ts';
import { InputError } from '../../src/domain/errors.ts';
import { CriteriaSet, type GapReview } from '../../src/domain/criteria-set.ts';
import { Criterion } from '../../src/domain/criterion.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { layout } from './layout.ts';

const { set } = criteriaSetFixture();
const page = layout(100);

describe('json', () => {
  it('is the whole record', async () => {
    const text = await renderSet(set, { format: 'json' }, page);
    expect(CriteriaSet.parse(JSON.parse(text))).toEqual(set);
    expect(text.endsWith('}\n')).toBe(true);
  });

  it('is never cut', () => {
    expect(() => requireFormatAllowsTop({ format: 'json', top: 3 })).toThrow(InputError);
    expect(() => requireFormatAllowsTop({ format: 'jsonl', top: 3 })).not.toThrow();
  });
});

describe('further rounds', () => {
  const { content } = set;
  const gapReviews: GapReview[] = [
    {
      status: 'done',
      covered: 'Length\u001b[2J.',
      missing: '*Delivery*.',
      queryIds: [content.queries[0]!.id],
    },
    { status: 'done', covered: 'All.', missing: 'Nothing.', queryIds: [] },
    { status: 'unscored', reason: 'It was cut.' },
  ];
  const reviewed = CriteriaSet.parse({ ...set, content: { ...content, gapReviews } });

  it('say what was covered, missing and asked, and stay away where there were none', async () => {
    const table = await renderSet(reviewed, { format: 'table' }, layout(200));
    expect(table).toContain(
      `Round 2: covered: Length␛[2J. Missing: *Delivery*. Asked: “${content.queries[0]!.text}”`,
    );
    expect(table).toContain('Round 3: covered: All. Missing: Nothing. Nothing further was asked.\n');
    expect(table).toContain('Round 4: what is missing could not be told (It was cut.)\n');
    const markdown = await renderSet(reviewed, { format: 'markdown' }, page);
    expect(markdown).toContain(
      '## Further rounds\n\n- Round 2: covered: Length␛\\[2J. Missing: \\*Delivery\\*.',
    );
    for (const format of ['table', 'markdown'] as const)
      expect(await renderSet(set, { format }, page)).not.toContain('Further rounds');
  });
});

describe('jsonl', () => {
  const read = async (top?: number) =>
    (await renderSet(set, top === undefined ? { format: 'jsonl' } : { format: 'jsonl', top }, page))
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { meta, ...criterion } = JSON.parse(line) as { meta: { set: string; heldBack: unknown } };
        return { meta, criterion: Criterion.parse(criterion) };
      });

  it('is one criterion a line, each with the id of its set', async () => {
    const lines = await read();
    expect(lines.map(({ criterion }) => criterion)).toEqual(set.content.criteria);
    expect(new Set(lines.map(({ meta }) => meta.set))).toEqual(new Set([set.id]));
    expect(lines[2]?.meta.heldBack).toEqual({ conflictsWith: 'c2', reason: 'Both speak of its length.' });
    expect(lines[0]?.meta.heldBack).toBeNull();
  });

  it('with --top is the best of one checklist', async () => {
    expect((await read(3)).map(({ criterion }) => criterion.id)).toEqual(['c1', 'c2', 'c4']);
  });
});

describe('markdown', () => {
  it('shows each criterion with its quotes, and the sources', async () => {
    const text = await renderSet(set, { format: 'markdown', top: 2 }, page);
    expect(text.replace(set.id, 'cs_…')).toMatchInlineSnapshot(`
      "# Criteria: Write a wedding toast for my sister, who restores old bicycles

      2 criteria from 2 sources, best first. Found by groundrule 0.1.0 (offline engine). Record: \`cs_…\`.

      > **Note:** The search for “toast mistakes” failed and was left out: the disk was asleep.

      ## Criteria

      1. **The response should tell one story with a place and a day in it.**  
         *Does the response tell one story with a place and a day in it?*  
         relevance 9.3 of 10 · 2 sources on 2 independent sites · c1
         - “Tell one story with a place and a day in it.” — [Toasts at length](<https://toasts.example/at-length#:~:text=Tell%20one%20story%20with%20a%20place%20and%20a%20day%20in%20it.>) ([s1](#s1))
         - “One image is worth a page of praise.” — Notes for speakers, page 2 ([s2](#s2))

      2. **The response should stay below three minutes.**  
         *Does the response stay below three minutes?*  
         relevance 8.5 of 10 · 1 source on 1 independent site · c2
         - “Keep the whole below three minutes.” — [Toasts at length](<https://toasts.example/at-length#:~:text=Keep%20the%20whole%20below%20three%20minutes.>) ([s1](#s1))

      ## Sources

      - <a id="s1"></a>**s1** [Toasts at length](<https://toasts.example/at-length>) · Toasts Quarterly · The editors · 2026-05-04 · expertise 5 of 5 · relevance 2 of 2
      - <a id="s2"></a>**s2** Notes for speakers (\`library:speech/notes.pdf\`) · 2026-05-04 · expertise 4 of 5 · relevance 2 of 2
      "
    `);
  });

  it('lets no page write markup', async () => {
    const title = '<script>alert(1)</script> [x](javascript:alert(2)) ![i](http://evil.example/i.png) `*b*`';
    const hostile = criteriaSetFixture({
      instruction: '# <b>Write</b> http://evil.example/bare a toast',
      guides: [{ url: 'javascript:alert(3)', via: 'web', title, text: 'Say | <i>it</i> **now**.' }],
      criteria: [{ text: '1. say *it*', score: 5, quotes: [[0, 'Say | <i>it</i> **now**.']] }],
      warnings: ['<img src=x onerror=alert(4)>'],
    });
    const html = await marked.parse(await renderSet(hostile.set, { format: 'markdown' }, page));
    const tags = new Set([...html.matchAll(/<([a-z0-9]+)/gu)].map((match) => match[1]));
    expect(tags).toEqual(
      new Set(['h1', 'h2', 'p', 'strong', 'em', 'ol', 'ul', 'li', 'br', 'a', 'code', 'blockquote']),
    );
    expect([...html.matchAll(/(?:href|src)="([^"]*)"/gu)].map((match) => match[1])).toEqual(['#s1']);
  });
});
