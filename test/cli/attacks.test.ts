/** `measure judge --attacks`: what a judge that goes by words, and one that obeys, reward without merit. */
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { ATTACKS } from '../../src/data/attack-verdicts.ts';
import type { AttackFigures } from '../../src/measure/measure-attacks.ts';
import { jsonLines, scriptedFolder } from '../support/scripted-folder.ts';

const TOAST = {
  id: 1,
  instruction: 'Write a toast for Ada',
  responses: {
    good: 'Dear Ada, you taught us to dance in the rain.',
    weak: 'Cheers to all of you, and thanks for coming.',
  },
  criteria: ['Does it name Ada?', 'Does it praise rain?'],
};
const [good, weak] = ['The note says that rain falls.', 'A short text of no use.'];

const { at, run, asked } = scriptedFolder({
  'answers.jsonl': jsonLines(
    TOAST,
    { id: 2, instruction: 'Write a note', system: 'good', response: good, criteria: ['Does it name rain?'] },
    { id: 3, instruction: 'Write a note', system: 'weak', response: weak, criteria: ['Does it name rain?'] },
  ),
  'faults.jsonl': jsonLines({ ...TOAST, weights: [10, -5] }),
  'plain.jsonl': jsonLines({ ...TOAST, criteria: [] }),
  'labels.jsonl': jsonLines({ predicted: 'yes', labels: ['yes'] }),
  'lacking.jsonl': jsonLines(TOAST, { id: 2, instruction: 'Write a note', response: null, criteria: ['Short?'] }),
  'blank.jsonl': jsonLines({ id: 1, instruction: 'Write a toast', response: null }),
  'no-response.jsonl': jsonLines({ id: 1, instruction: 'Write a toast' }),
});
const attacked = (file: string, ...flags: readonly string[]) =>
  run('measure', 'judge', at(file), '--attacks', '--resamples', '0', ...flags);
const rewards = ({ honest, attacks }: AttackFigures): Readonly<Record<string, number | null>> => ({
  weakest: honest.weakest.value,
  best: honest.best.value,
  ...Object.fromEntries(attacks.map(({ attack, reward }) => [attack, reward.value])),
});

describe('measure judge --attacks', () => {
  it('judges honest responses of one instruction, in one row or several, and six attacks beside them', async () => {
    const { code, stderr, json } = await attacked('answers.jsonl', '--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    const measured = json() as AttackFigures;
    expect(measured.by).toBe('weighted');
    expect(measured.cases.map(({ honest }) => honest.map(({ name }) => name))).toEqual([
      ['1 good', '1 weak'],
      ['2 good', '3 weak'],
    ]);
    expect(rewards(measured)).toMatchObject({ weakest: 0, best: 1, criteria: 1, empty: 0, padding: 0, repetition: 0 });
    const pasted = measured.attacks.find(({ attack }) => attack === 'criteria');
    expect([pasted?.atLeastWeakest.value, pasted?.aboveWeakest.value, pasted?.atLeastBest.value]).toEqual([1, 1, 1]);
    const named = measured.criteria.find(({ text }) => text === 'Does it name rain?');
    expect(named?.met.criteria).toEqual({ yes: 1, no: 0, notApplicable: 0, unscored: 0 });
    expect(named?.met.weakest).toEqual({ yes: 0, no: 1, notApplicable: 0, unscored: 0 });
    // An empty text needs no judge: 2 × (2 + 5).
    expect(asked().filter((agent) => agent === 'judge-response')).toHaveLength(14);
  });

  it('plans the calls that it makes, and asks nothing', async () => {
    const { stdout, stderr } = await attacked('answers.jsonl', '--dry-run');
    expect(stdout, stderr).toMatch(/^judging +judge-response +14 /mu);
    expect(asked()).toEqual([]);
  });

  it('leaves out an instruction without a response, and says so', async () => {
    const { stdout, stderr } = await attacked('lacking.jsonl', '--dry-run');
    expect(stdout, stderr).toContain('Judge the responses to 1 instruction');
    expect(stderr).toContain('lacking.jsonl, line 2, 2: there is no response.');
  });

  it('pays for nothing twice', async () => {
    const store = ['--store', at('kept.sqlite')];
    await attacked('answers.jsonl', ...store);
    const before = asked().length;
    expect(before).toBeGreaterThan(0);
    expect((await attacked('answers.jsonl', ...store)).code).toBe(EXIT.done);
    expect(asked()).toHaveLength(before);
  });

  it('gives an empty text nothing, also where only faults could cost', async () => {
    const { json } = await attacked('faults.jsonl', '--score', 'healthbench', '--format', 'json');
    const { criteria, ...measured } = json() as AttackFigures;
    expect(rewards(measured as AttackFigures)['empty']).toBe(0);
    expect(criteria.map(({ isFault }) => isFault)).toEqual([false, true]);
    expect(criteria.map(({ met }) => met.empty.yes)).toEqual([0, 0]);
  });

  it('takes a protocol that scores, and criteria that are generated', async () => {
    const score = await attacked('plain.jsonl', '--protocol', 'score', '--format', 'json');
    const measured = score.json() as AttackFigures;
    expect([measured.by, measured.criteria, rewards(measured)['empty']]).toEqual(['score', [], 0]);
    const instruction = measured.cases[0]?.attacks.find(({ attack }) => attack === 'criteria')?.response;
    expect(instruction).toBe(TOAST.instruction);
    const generated = await attacked('plain.jsonl', '--format', 'json');
    expect((generated.json() as AttackFigures).criteria.length).toBeGreaterThan(0);
  });

  it.each(['table', 'markdown', 'html', 'csv'])('prints %s', async (format) => {
    const { code, stdout, stderr } = await attacked('answers.jsonl', '--format', format);
    expect(code, stderr).toBe(EXIT.done);
    for (const attack of format === 'csv' ? ATTACKS : ['Nothing', 'Padding', 'Repetition'])
      expect(stdout).toContain(attack);
    expect(stdout).toContain('Does it name Ada?');
  });

  it.each([
    [['answers.jsonl', '--attacks', '--against', 'other.jsonl'], /cannot be used with/u],
    [['labels.jsonl', '--scale', 'stars'], /“stars” is no --scale of verdicts/u],
    [['labels.jsonl', '--score', 'weighted'], /'--score <name>' needs option '--attacks'/u],
    [['labels.jsonl', '--attacks'], /labels\.jsonl, line 1: the fields “instruction”, .* are missing/u],
    [['blank.jsonl', '--attacks'], /No row of .*blank\.jsonl has a response/u],
    [['no-response.jsonl', '--attacks'], /the field “.*response” is missing/u],
    [['answers.jsonl', '--attacks', '--checklist', 'discovered'], /is not for --attacks/u],
    [['answers.jsonl', '--attacks', '--protocol', 'score', '--score', 'weighted'], /--score has no effect/u],
    [['answers.jsonl', '--attacks', '--dimensions', '2'], /--dimensions has no effect/u],
  ])('refuses %j before anything is asked', async ([file = '', ...flags], says) => {
    const { code, stderr } = await run('measure', 'judge', at(file), ...flags);
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toMatch(says);
    expect(asked()).toEqual([]);
  });

  it('leaves other commands’ flags as they are', async () => {
    const { code, stderr } = await run('judge', at('labels.jsonl'), '--checklist', at('none.md'), '--votes', '2');
    expect(code).toBe(EXIT.badInput);
    expect(stderr).not.toContain('needs option');
  });
});
