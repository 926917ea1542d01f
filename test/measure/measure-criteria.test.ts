import { describe, expect, it } from 'vitest';
import { listOfRecord, type MeasuredList } from '../../src/measure/measured-list.ts';
import { parseTask, taskKey } from '../../src/domain/task.ts';
import { measureCriteria, type CriteriaOptions } from '../../src/measure/measure-criteria.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { testRun } from '../support/run-context.ts';
import { fencedAs, itemsIn } from '../support/read-prompt.ts';
import { NoAnswer, scriptedAgents } from '../support/scripted-agents.ts';

const listOf = (instruction: string, ...criteria: string[]): MeasuredList => ({
  task: parseTask(instruction, null),
  criteria,
  record: null,
  verified: null,
});
const one = {
  name: 'one',
  lists: [listOf('Write a toast', 'name a guest', 'be short'), listOf('Write an ode', 'rhyme')],
};
const other = {
  name: 'other',
  lists: [listOf('Write a toast', 'toast a guest'), listOf('Write an ode', 'write an ode')],
};
const options = (more: Partial<CriteriaOptions> = {}): CriteriaOptions => ({
  given: new Map(),
  ks: [],
  resamples: 100,
  ...more,
});
const given = new Map([[taskKey(parseTask('Write a toast', null)), ['name one guest by name', 'end on a wish']]]);

describe('measureCriteria', () => {
  it('measures texts over the pool of all systems', async () => {
    const { pool, systems } = await measureCriteria(testRun(), null, [one, other], options());
    expect(pool).toBe(5);
    const [first, second] = systems;
    expect(first).toMatchObject({ tasks: 2, criteria: 3, recall: [], grounding: null });
    // "a" and "guest" stand twice: "name", "be" and "rhyme" decide. "write" and "ode" stand once each.
    expect(first?.texts.specificity.value).toBe(1);
    expect(first?.texts.implicitness.value).toBe(1);
    expect(second?.texts.implicitness.value).toBeCloseTo((0.5 + 0) / 2, 12);
    expect(first?.texts.redundancy).toMatchObject({ value: 0, scored: 2, missing: 1 });
  });

  it('counts words in lists for other data, a system’s own by its name, and measures nothing of these', async () => {
    const elsewhere = [
      { name: 'one', lists: [listOf('Write a song', 'be short and rhyme')] },
      { name: 'third', lists: [listOf('Write a song', 'name a guest')] },
    ];
    const { pool, systems } = await measureCriteria(testRun(), null, [one, other], options({ elsewhere }));
    expect(pool).toBe(7);
    // “name a guest”: “name” stands twice; “be short”: twice each; “rhyme”: twice. Among its own “name” stands once.
    expect(systems.map(({ name, tasks }) => [name, tasks])).toEqual([
      ['one', 2],
      ['other', 2],
    ]);
    expect(systems[0]?.texts.specificity.value).toBeCloseTo(0.5, 12);
    expect(systems[0]?.texts.selfSpecificity.value).toBeCloseTo((1 + 0.5 + 0.5) / 3, 12);
  });

  it('gives how values are spread, and the lengths of lists', async () => {
    const { systems } = await measureCriteria(testRun(), null, [one, other], options());
    expect(systems.map(({ lengths }) => lengths)).toEqual([
      [2, 1],
      [1, 1],
    ]);
    // “toast a guest” has half of its words of its own, “write an ode” none.
    expect(systems[1]?.spreads.implicitness).toEqual({
      tenths: [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0],
      quartiles: { low: 0.125, median: 0.25, high: 0.375 },
    });
  });

  it('compares systems over the tasks of both, and not where they share fewer than two', async () => {
    const { differences } = await measureCriteria(testRun(), null, [one, other], options());
    const implicitness = differences.find(({ figure }) => figure === 'implicitness');
    expect(implicitness).toMatchObject({
      first: 'one',
      second: 'other',
      tasks: 2,
      difference: 0.75,
      // Two tasks may differ alike by chance.
      isSignificant: false,
    });
    const alone = { name: 'alone', lists: other.lists.slice(0, 1) };
    expect((await measureCriteria(testRun(), null, [one, alone], options())).differences).toEqual([]);
    expect((await measureCriteria(testRun(), null, [one, other], options({ resamples: 0 }))).differences).toEqual([]);
  });

  it('estimates recall by words, of the tasks that have given criteria', async () => {
    const { systems } = await measureCriteria(testRun(), null, [one], options({ given, ks: [1, 50] }));
    const [byWords] = systems[0]?.recall ?? [];
    expect(byWords).toMatchObject({ by: 'words', tasks: 1, given: 2, unscored: 0 });
    expect(byWords?.at.map(({ k, recall, oracle }) => [k, recall.value, oracle.value])).toEqual([
      [1, 0.5, 0.5],
      [null, 0.5, 0.5],
    ]);
    expect(systems[0]?.recall).toHaveLength(1);
  });

  it('asks a model once for each given criterion; one without an answer is left out, not uncovered', async () => {
    const asked: string[] = [];
    const agents = scriptedAgents({
      'check-coverage': ({ question }) => {
        const criterion = fencedAs(question, 'wanted');
        const list = itemsIn(question, 'list');
        asked.push(`${criterion} / ${list.map(({ text }) => text).join(', ')}`);
        return criterion.startsWith('end')
          ? new NoAnswer('silence')
          : { reason: '', alone: [], together: list.map(({ id }) => id) };
      },
    });
    const { systems } = await measureCriteria(testRun(), agents, [one], options({ given, ks: [1] }));
    expect(asked).toEqual([
      'name one guest by name / name a guest, be short',
      'end on a wish / name a guest, be short',
    ]);
    const byModel = systems[0]?.recall.find(({ by }) => by === 'model');
    expect(byModel).toMatchObject({
      given: 2,
      unscored: 1,
      at: [
        { k: 1, recall: { value: 0 } },
        { k: null, recall: { value: 1 } },
      ],
    });
  });

  it('counts the overlap with what people gave from both sides, by words, and where it is asked for by the model', async () => {
    const covers: Readonly<Record<string, number | null>> = {
      ...{ 'name one guest by name': 0, 'end on a wish': null, 'thank the hosts': null },
      ...{ 'name a guest': 0, 'be short': null },
    };
    const agents = scriptedAgents({
      'check-coverage': ({ question }) => {
        const criterion = fencedAs(question, 'wanted');
        if (criterion === 'thank the hosts') return new NoAnswer('silence');
        const place = covers[criterion] ?? null;
        const { id = '' } = itemsIn(question, 'list')[place ?? 0] ?? {};
        return { reason: '', alone: place === null ? [] : [id], together: [] };
      },
    });
    const wanted = new Map([...given].map(([key, criteria]) => [key, [...criteria, 'thank the hosts']]));
    const measured = await measureCriteria(testRun(), agents, [one], options({ given: wanted, overlap: true }));
    // Of three given ones one has no answer; of the two of the list people gave one. The ode has nothing given.
    expect(measured.systems[0]?.overlap).toMatchObject([
      { by: 'words', given: { both: 1, alone: 2, unscored: 0 }, lists: { both: 1, alone: 1, unscored: 0 } },
      { by: 'model', given: { both: 1, alone: 1, unscored: 1 }, lists: { both: 1, alone: 1, unscored: 0 } },
    ]);
    const unasked = await measureCriteria(testRun(), agents, [one, other], options({ given: wanted }));
    expect(unasked.systems.map(({ overlap }) => overlap.map(({ by }) => by))).toEqual([['words'], ['words']]);
  });

  it('refuses no criteria', async () => {
    await expect(measureCriteria(testRun(), null, [], options())).rejects.toThrow('no criteria');
  });

  it('says what the criteria of a discovery rest on', async () => {
    const { content } = criteriaSetFixture().set;
    const list = listOfRecord(content, {}, { compared: 4, held: 3 });
    expect(list.criteria[0]).toMatch(/^The response should/u);
    const { systems } = await measureCriteria(testRun(), null, [{ name: 'web', lists: [list] }], options());
    const grounded = content.criteria.filter(({ evidence }) => evidence.length > 0);
    const grounding = systems[0]?.grounding;
    expect(grounding).toMatchObject({ verified: { compared: 4, held: 3 }, themes: content.funnel.points });
    expect(grounding?.grounded).toBeGreaterThan(0);
    const { full = 0, part = 0, unchecked = 0 } = grounding?.support ?? {};
    expect(full + part + unchecked).toBeLessThanOrEqual(grounded.length);
    expect(full + part + unchecked).toBeGreaterThan(0);
  });
});
