/** A set of criteria in every format. */
import { stripVTControlCharacters } from 'node:util';
import { parseHTML } from 'linkedom';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { CriteriaSet, type GapReview } from '../../src/domain/criteria-set.ts';
import { Criterion } from '../../src/domain/criterion.ts';
import { InputError } from '../../src/domain/errors.ts';
import { renderSet, requireFormatAllowsTop } from '../../src/report/set.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { expectToFit, layout } from './layout.ts';

const { set } = criteriaSetFixture();
const page = layout(100);

describe('on a terminal', () => {
  it('names the special kinds that come near where only the family is plain', async () => {
    const kind = {
      name: 'letter',
      family: 'letters',
      by: 'family' as const,
      near: ['complaint letter', 'cover letter'],
    };
    const text = await renderSet({ ...set, content: { ...set.content, kind } }, { format: 'table', top: 1 }, page);
    expect(text).toContain('family: letters (more special: complaint letter, cover letter; another: --kind NAME');
  });

  it('shows rank, criterion, relevance, sources and best source', async () => {
    expect(await renderSet(set, { format: 'table', top: 4 }, layout(80))).toMatchInlineSnapshot(`
      "Write a wedding toast for my sister, who restores old bicycles

      What the instruction asks for

      The response should …

      · c4 be a toast for a sister.

      What it implies

       #  The response should …             Relevance  Sources  Best source
       1  tell one story with a place and   ████▋ 9.3        2  Toasts at length ·
          a day in it.                                          Toasts Quarterly
       2  stay below three minutes.         ████▎ 8.5        1  Toasts at length ·
                                                                Toasts Quarterly
       5  follow the guide where it says    ███▌  7.0        1  Toasts at length ·
          that one should say who you are                       Toasts Quarterly
          in one sentence.
      11  follow the guide where it says    ██    4.0        1  Notes for speakers
          that one should open with the
          couple, not with yourself.

      … and 11 more criteria (--top 15)

      Held back

      · c3 take ten minutes. (It asks for the contrary of c2: Both speak of its
        length.)
      "
    `);
    expect(await renderSet(set, { format: 'table', top: 2 }, layout(50))).toMatchInlineSnapshot(`
      "Write a wedding toast for my sister, who restores
      old bicycles

      What the instruction asks for

      The response should …

      · c4 be a toast for a sister.

      What it implies

      #  The response should …
      1  tell one story with a place and a day in it.
         Relevance: ████▋ 9.3 · Sources: 2
         Best source: Toasts at length · Toasts
         Quarterly
      2  stay below three minutes.
         Relevance: ████▎ 8.5 · Sources: 1
         Best source: Toasts at length · Toasts
         Quarterly

      … and 13 more criteria (--top 15)

      Held back

      · c3 take ten minutes. (It asks for the contrary
        of c2: Both speak of its length.)
      "
    `);
  });

  it.each([50, 80, 140, 200])('fits %i columns, and says the same with colours', async (width) => {
    const plain = await renderSet(set, { format: 'table' }, layout(width));
    expectToFit(plain, width);
    const painted = await renderSet(set, { format: 'table' }, layout(width, true));
    expect(painted).toContain('\u001b[');
    expect(stripVTControlCharacters(painted)).toBe(plain);
  });

  it('shows as many implied ones as asked for, and says how many more there are', async () => {
    const text = await renderSet(set, { format: 'table', top: 14 }, page);
    expect(text).toContain('… and 1 more criterion (--top 15)');
    expect(text).toMatch(/^16 {2}\S/mu);
    expect(text).not.toMatch(/^17 {2}\S/mu);
    expect(await renderSet(set, { format: 'table' }, page)).toMatch(/greet the hosts\. +unscored/u);
  });

  it('shows a few of those that are held back, and says how many more there are and where', async () => {
    const reasons = (count: number) =>
      set.content.criteria.map((criterion, index) => ({
        ...criterion,
        heldBack: index < count ? 'It is vague.' : null,
      }));
    const heldBack = async (count: number, format: 'table' | 'markdown') => {
      const held = { ...set, content: { ...set.content, criteria: reasons(count) } };
      const text = await renderSet(held, { format }, layout(200));
      return [
        text.match(/It is vague/gu)?.length,
        /and (\d+) more held back \(show cs_\w+ --format markdown\)/u.exec(text)?.[1],
      ];
    };
    expect(await heldBack(8, 'table')).toEqual([8, undefined]);
    expect(await heldBack(10, 'table')).toEqual([8, '2']);
    expect(await heldBack(10, 'markdown')).toEqual([10, undefined]);
  });

  it('shows what the instruction asks for apart, or alone', async () => {
    const both = await renderSet(set, { format: 'table' }, page);
    expect(both).toMatch(
      /What the instruction asks for\n\nThe response should …\n\n· c4 .*toast for a sister\.\n\nWhat it implies/u,
    );
    expect(await renderSet(set, { format: 'table', only: 'stated' }, page)).not.toContain('three minutes');
    expect(await renderSet(set, { format: 'markdown', only: 'implied' }, page)).not.toContain('toast for a sister');
    expect(() => requireFormatAllowsTop({ format: 'json', only: 'stated' })).toThrow('--stated cannot cut');
  });

  it('shows faults to avoid apart, in every format', async () => {
    const criteria = set.content.criteria.map((each) => (each.id === 'c2' ? { ...each, fault: true as const } : each));
    const withFault = { ...set, content: { ...set.content, criteria } };
    expect(await renderSet(withFault, { format: 'table' }, page)).toMatch(
      /What it implies\n(?:.*\n)+Faults to avoid\n\n.*\n *2 {2}stay below three minutes\./u,
    );
    expect(await renderSet(withFault, { format: 'markdown' }, page)).toMatch(
      /## Criteria\n[^]*## Faults to avoid\n\s+.*stay below three minutes/u,
    );
  });

  it('says so where there are no criteria', async () => {
    const empty = criteriaSetFixture({ criteria: [] });
    for (const format of ['table', 'markdown'] as const)
      expect(await renderSet(empty.set, { format }, page)).toContain('No criteria.');
  });
});

describe('as JSON', () => {
  it('is the whole record, and never cut', async () => {
    expect(CriteriaSet.parse(JSON.parse(await renderSet(set, { format: 'json' }, page)))).toEqual(set);
    expect(() => requireFormatAllowsTop({ format: 'json', top: 3 })).toThrow(InputError);
    expect(() => requireFormatAllowsTop({ format: 'jsonl', top: 3 })).not.toThrow();
  });

  it('or one criterion a line, each with the id of its set; with --top the best of one checklist', async () => {
    const read = async (top?: number) =>
      (await renderSet(set, { format: 'jsonl', top }, page))
        .trimEnd()
        .split('\n')
        .map((line) => {
          const { meta, ...criterion } = JSON.parse(line) as { meta: { set: string } };
          return { meta, criterion: Criterion.parse(criterion) };
        });
    const all = await read();
    expect(all.map(({ criterion }) => ({ ...criterion, heldBack: null }))).toEqual(set.content.criteria);
    expect(new Set(all.map(({ meta }) => meta.set))).toEqual(new Set([set.id]));
    expect(all[2]?.criterion.heldBack).toBe('It asks for the contrary of c2: Both speak of its length.');
    expect((await read(3)).map(({ criterion }) => criterion.id)).toEqual(['c4', 'c1', 'c2', 'c5']);
  });
});

describe('as a document', () => {
  it('says once that no criterion was compared with its quotes', async () => {
    const unchecked = { status: 'unchecked', reason: 'It is worded by rule.' } as const;
    const criteria = set.content.criteria.map((criterion) => ({
      ...criterion,
      grounding: criterion.grounding && unchecked,
    }));
    const engine = { ...set.content.engine, models: { 'check-support': 'scripted' } };
    const unlooked = { ...set, content: { ...set.content, criteria, engine } };
    const text = await renderSet(unlooked, { format: 'markdown' }, page);
    expect(text.match(/compared/gu)).toHaveLength(1);
    const [first, ...others] = criteria;
    const mixed = {
      ...set.content,
      criteria: [set.content.criteria[0] ?? first, ...others].filter((one) => one !== undefined),
    };
    const some = await renderSet({ ...set, content: mixed }, { format: 'markdown' }, page);
    expect(some).not.toContain('No criterion was compared');
    expect(some).toContain('not compared: It is worded by rule.');
  });

  it('says of a set without a model what a model would add', async () => {
    const grounding = { status: 'unchecked', reason: 'It is worded by rule.' } as const;
    const criteria = set.content.criteria.map((criterion) => ({ ...criterion, grounding }));
    const engine = { ...set.content.engine, models: {} };
    const offline = { ...set, content: { ...set.content, criteria, engine } };
    expect(await renderSet(offline, { format: 'markdown' }, page)).toContain(
      'Worded by rules for this kind of text, whatever the topic. A model (--model) would fit them to the task',
    );
  });

  it('says of how many criteria the best are shown', async () => {
    expect(await renderSet(set, { format: 'markdown', top: 1, only: 'implied' }, page)).toMatch(
      /^1 of \d+ criteria from/mu,
    );
  });

  it('shows each criterion with its quotes, and the sources', async () => {
    const text = await renderSet(set, { format: 'markdown', top: 1, only: 'implied' }, page);
    expect(text).toMatch(/^# Criteria: Write a wedding toast for my sister, who restores old bicycles$/mu);
    expect(text).toContain('- **c1** **tell one story with a place and a day in it.**  \n');
    expect(text).toContain('  - **»Tell one story with a place and a day in it.«**  \n    [Toasts at length](<https:');
    expect(text).toContain('Notes for speakers (`library:speech/notes.pdf`)');
    expect(text).toContain('- <a id="s1"></a>s1 kept [**Toasts at length**](<https://toasts.example/at-length>)');
    expect(text).not.toContain('c2');
  });

  it('as HTML says what Markdown says, with links to sources', async () => {
    const { document } = parseHTML(await renderSet(set, { format: 'html', top: 1, only: 'implied' }, page));
    expect([...document.querySelectorAll('h2')].map((head) => head.textContent)).toEqual(['Criteria', 'Sources']);
    expect(document.querySelector('li mark')?.textContent).toBe('Tell one story with a place and a day in it.');
    const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    expect(links).toContain('https://toasts.example/at-length');
    for (const link of links.filter((each) => each.startsWith('#')))
      expect(document.querySelector(link)?.textContent).toContain('kept');
  });

  it('says what was covered, missing and asked in further rounds', async () => {
    const { content } = set;
    const gapReviews: GapReview[] = [
      { status: 'done', covered: 'Length\u001b[2J.', missing: '*Tone*.', queryIds: [content.queries[0]!.id] },
      { status: 'unscored', reason: 'It was cut.' },
    ];
    const reviewed = CriteriaSet.parse({ ...set, content: { ...content, gapReviews } });
    const table = await renderSet(reviewed, { format: 'table' }, layout(200));
    expect(table).toContain(`Round 2: covered: Length␛[2J. Missing: *Tone*. Asked: “${content.queries[0]!.text}”`);
    expect(table).toContain('Round 3: what is missing could not be told (It was cut.)\n');
    const markdown = await renderSet(reviewed, { format: 'markdown' }, page);
    expect(markdown).toContain('## Further rounds\n\n- Round 2: covered: Length␛\\[2J. Missing: \\*Tone\\*.');
    expect(await renderSet(set, { format: 'markdown' }, page)).not.toContain('Further rounds');
  });
});

describe('text of a page', () => {
  const title = '<script>alert(1)</script> [x](javascript:alert(2)) ![i](http://evil.example/i.png) `*b*` =1+1';
  const hostile = criteriaSetFixture({
    instruction: '# <b>Write</b> \u001b]0;owned\u0007 http://evil.example/bare a toast\u009b2J',
    guides: [{ url: 'javascript:alert(3)', via: 'web', title, text: 'Say | <i>it</i> **now**.\u001b[2J' }],
    criteria: [{ text: '1. say \u001b[31m*it*\u202e', score: 5, quotes: [[0, 'Say | <i>it</i> **now**.\u001b[2J']] }],
    warnings: ['<img src=x onerror=alert(4)>'],
  }).set;

  it.each(['table', 'markdown', 'html', 'json', 'jsonl'] as const)('sends no control sequence: %s', async (format) => {
    expect(await renderSet(hostile, { format }, page)).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  });

  it('writes no markup, neither in Markdown nor in HTML', async () => {
    const fromMarkdown = await marked.parse(await renderSet(hostile, { format: 'markdown' }, page));
    const html = await renderSet(hostile, { format: 'html' }, page);
    for (const text of [fromMarkdown, html]) {
      const { document } = parseHTML(`<main>${text}</main>`);
      expect(document.querySelectorAll('script, img, i, b, em').length).toBe(0);
      for (const link of document.querySelectorAll('a[href]')) expect(link.getAttribute('href')).toMatch(/^#/u);
      expect(document.querySelector('main')?.textContent).toContain('<script>alert(1)</script>');
    }
  });
});
