/** JUnit XML and CSV of judgements: read back by readers of these forms, whatever stands in the texts. */
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { parse as parseJUnit, type TestSuites } from 'junit2json';
import { describe, expect, it } from 'vitest';
import { Judgement } from '../../src/domain/judgement.ts';
import { done, unscored } from '../../src/domain/outcome.ts';
import type { Comparison } from '../../src/domain/comparison.ts';
import { renderComparisons } from '../../src/report/comparisons.ts';
import { toCsv } from '../../src/report/csv.ts';
import { rowsOf, testsOf } from '../../src/report/judged-responses.ts';
import { toJunit } from '../../src/report/junit.ts';
import { layout } from './layout.ts';
import { checklist, item } from '../support/checklist.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { HOSTILE_RESPONSES } from '../support/hostile-responses.ts';
import { judgedAs } from '../support/judged-response.ts';

const JUDGE = { model: 'scripted', prompts: {} };

function judgementOf(letters: string, text: string | null = null, judge: Judgement['judge'] = JUDGE): Judgement {
  const judged = judgedAs(letters);
  const items = judged.verdicts.map((_, index) => item(index + 1, text === null ? {} : { text, question: text }));
  const verdicts = judged.verdicts.map((each) =>
    text === null ? each : { ...each, verdict: { ...each.verdict, reason: text } },
  );
  return Judgement.parse({ ...judged, verdicts, checklist: checklist(items), judge, usage: [] });
}

const read = async (xml: string) => {
  const { window } = new JSDOM('');
  const document = new window.DOMParser().parseFromString(xml, 'application/xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return ((await parseJUnit(xml)) as TestSuites).testsuite ?? [];
};

describe('JUnit XML', () => {
  it('is one testsuite for each response and one testcase for each criterion, of which only what is met passes', async () => {
    const xml = await toJunit(
      testsOf([
        { name: 'note', outcome: done(judgementOf('yn-?')) },
        { name: 'other', outcome: unscored('It could not be written.') },
      ]),
    );
    const [note, other] = await read(xml);
    expect(note).toMatchObject({ name: 'note', tests: 4, failures: 1, errors: 1, skipped: 1 });
    const kinds = note?.testcase?.map(({ failure, error, skipped }) =>
      [failure, error, skipped].map((one) => one?.length),
    );
    expect(kinds).toEqual([
      [undefined, undefined, undefined],
      [1, undefined, undefined],
      [undefined, undefined, 1],
      [undefined, 1, undefined],
    ]);
    expect(note?.testcase?.[1]).toMatchObject({ name: 'i2 The response should have quality 2.', classname: 'note' });
    expect(note?.testcase?.[1]?.failure?.[0]?.message).toBe('no: Read.');
    expect(other).toMatchObject({ tests: 1, errors: 1, failures: 0 });
    expect(other?.testcase?.[0]?.error?.[0]?.message).toBe('It could not be written.');
  });

  it('skips what nobody was asked about, and never passes it', async () => {
    const [note] = await read(await toJunit(testsOf([{ name: 'note', outcome: done(judgementOf('y?', null, null)) }])));
    expect(note).toMatchObject({ tests: 2, failures: 0, errors: 0, skipped: 1 });
  });

  it('shows what a failed criterion rests on', async () => {
    const [evidence] = criteriaSetFixture().set.content.criteria.flatMap((criterion) => criterion.evidence);
    if (evidence === undefined) throw new Error('The fixture has no evidence.');
    const judgement = judgementOf('n');
    const items = judgement.checklist.items.map((each) => ({ ...each, evidence: [evidence] }));
    const grounded = { ...judgement, checklist: { ...judgement.checklist, items } };
    const [note] = await read(await toJunit(testsOf([{ name: 'note', outcome: done(grounded) }])));
    expect(note?.testcase?.[0]?.failure?.[0]?.inner).toContain(`Rests on: “${evidence.quote}” (${evidence.url})`);
  });

  it('can be read whatever stands in the texts', async () => {
    const hostile = [
      ...Object.values(HOSTILE_RESPONSES),
      ']]>',
      '\u0000\u0008\ufffe\ud800 <x a="\u001b[2J">&amp;',
      '"\'\n',
    ];
    const texts = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', minLength: 1 }));
    await fc.assert(
      fc.asyncProperty(texts, async (given) => {
        const text = given.trim() === '' ? 'x' : given;
        const xml = await toJunit(testsOf([{ name: text, outcome: done(judgementOf('yn?', text)) }]));
        const [suite] = await read(xml);
        expect(suite).toMatchObject({ tests: 3, failures: 1, errors: 1 });
        expect(suite?.testcase).toHaveLength(3);
      }),
      { numRuns: 40 },
    );
  });
});

describe('CSV', () => {
  const parsed = (csv: string): readonly Record<string, string>[] => parseCsv(csv, { columns: true });

  it('keeps a number below 0 a number, and makes a text like one harmless', () => {
    const csv = toCsv({ columns: ['value'], rows: [{ value: -0.5 }, { value: '-0.5' }, { value: '=A1' }] });
    expect(parsed(csv).map(({ value }) => value)).toEqual(['-0.5', "'-0.5", "'=A1"]);
    expect(toCsv({ columns: ['=A1'], rows: [] })).toMatch(/^'=A1/u);
  });

  it('is read back cell by cell, whatever lines, quotes and commas a cell has', () => {
    const cell = fc
      .array(fc.constantFrom('\n', ',', '"', 'a', ' b'), { maxLength: 8 })
      .map((parts) => `x${parts.join('')}`);
    fc.assert(
      fc.property(fc.array(fc.record({ first: cell, second: cell }), { minLength: 1, maxLength: 5 }), (rows) => {
        expect(parsed(toCsv({ columns: ['first', 'second'], rows }))).toEqual(rows);
      }),
    );
  });

  it('is one row for each response and criterion, and one for a response that is missing', async () => {
    const csv = toCsv(
      rowsOf([
        { name: 'note', labels: { task: 'toast' }, outcome: done(judgementOf('yn?', 'Says "no",\nor so')) },
        { name: 'other', labels: { task: 'toast' }, outcome: unscored('It could not be written.') },
      ]),
    );
    const rows = parsed(csv);
    expect(rows.map(({ task, response, item, verdict }) => [task, response, item, verdict])).toEqual([
      ['toast', 'note', 'i1', 'yes'],
      ['toast', 'note', 'i2', 'no'],
      ['toast', 'note', 'i3', 'unscored'],
      ['toast', 'other', '', 'no response'],
    ]);
    expect(rows[1]).toMatchObject({ criterion: 'Says "no",\nor so', reason: 'Says "no",\nor so', weight: '100' });
    expect(rows[3]?.['reason']).toBe('It could not be written.');
  });

  it.each(['=HYPERLINK("x")', '+1', '-1+1', '@SUM(A1)', '\t=1'])('lets no spreadsheet calculate %s', async (text) => {
    const [row] = parsed(toCsv(rowsOf([{ name: text, outcome: done(judgementOf('y', `${text}!`)) }])));
    expect(row?.['response']).toBe(`'${text}`);
    expect(row?.['criterion']).toBe(`'${text}!`);
  });

  it('has a row for each comparison, and leaves no winner where there is none', async () => {
    const none = { task: null, grounds: null, label: null, comparers: {}, warnings: [], usage: [] };
    const common = { ...none, by: 'preference' } as const;
    const [a, b] = [
      { name: 'a.md', response: 'A' },
      { name: 'b.md', response: 'B' },
    ];
    const comparisons: readonly Comparison[] = [
      { ...common, name: 'first', a, b, result: { status: 'scored', winner: 'tie', flipped: true } },
      { ...common, name: 'second', a, b, result: { status: 'unscored', reason: 'The judge was out.' } },
    ];
    const csv = await renderComparisons(comparisons, 'csv', layout(80));
    expect(parsed(csv).map(({ better, flipped, reason }) => [better, flipped, reason])).toEqual([
      ['tie', 'yes', ''],
      ['unscored', '', 'The judge was out.'],
    ]);
  });
});
