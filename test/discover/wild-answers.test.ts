/** Whatever an engine or a model answers, no advice is lost, doubled or invented, and the record holds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifySet } from '../../src/audit/verify-set.ts';
import { discover } from '../../src/discover/discover.ts';
import type { DiscoveryParameters } from '../../src/domain/criteria-set.ts';
import type { Engine, FilterVerdict, SaidCriterion, SupportVerdict } from '../../src/domain/engine.ts';
import { done, unscored, type Outcome } from '../../src/domain/outcome.ts';
import { createModelEngine } from '../../src/engines/model/engine.ts';
import { inventedDetail } from '../../src/llm/agent-kit/wording.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { fakeModelClient, shippedPrompts } from '../support/fake-model-client.ts';
import { fuzzing } from '../support/mangled.ts';
import { memoryLibrary } from '../support/memory-library.ts';
import { plausibleModel, type ScriptedModel } from '../support/plausible-model.ts';
import { itemsIn, questionOf } from '../support/read-prompt.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const prompts = await shippedPrompts();
const task = { instruction: 'Write a press release about a ferry', context: null };
const parameters: DiscoveryParameters = {
  ...{ queries: 3, resultsPerQuery: 10, keepPerQuery: 5, minExpertise: 1, minRelevance: 1, language: 'eng' },
  ...{ rounds: 1, modelCriteria: 6, moreModelCriteria: 0 },
};
/** Some orders that all pages give, and some of their own. */
const page = (topic: string) =>
  [
    'Open with the news itself.',
    'Name a person to call.',
    `Keep the headline about the ${topic} short.`,
    `Quote the people of the ${topic} in two sentences.`,
    ...Array.from({ length: 30 }, (_, index) => `The ${topic} had ${index} visitors in the ${topic} year ${index}.`),
    `A press release on the ${topic} is read in haste.`,
  ].join(' ');
const library = memoryLibrary({ 'a.txt': page('harbour'), 'b.txt': page('mountain'), 'c.txt': page('kitchen') });

async function discoverBy(engine: Engine, mode: 'web' | 'full' = 'web') {
  const store = createMemoryStore();
  const ports = { engine, model: null, search: library.search, documents: [library.documents], store };
  const set = await discover(testRun(), { ...ports, sourceNotes: [], groundruleVersion: '0' }, task, parameters, mode);
  const { status, rules } = await verifySet(set, store);
  expect(rules.filter((rule) => rule.status !== 'passed')).toEqual([]);
  expect(status).toBe('passed');
  return set.content;
}

const numbers = fc.array(fc.nat(20), { maxLength: 8 });
const wild = fc.record({
  groups: fc.array(fc.tuple(numbers, numbers), { maxLength: 5 }),
  support: fc.array(fc.oneof(fc.constant('full'), fc.constant('none'), fc.constant(null), fc.array(numbers)), {
    minLength: 1,
  }),
  review: fc.array(
    fc.record({ applies: fc.boolean(), of: fc.option(fc.nat(12)), isCase: fc.boolean(), against: fc.nat(12) }),
    { minLength: 1 },
  ),
});

describe('through themes, the check, the review and the selection', () => {
  it('no advice is lost or doubled, and what is excluded has a reason', async () => {
    await fc.assert(
      fc.asyncProperty(wild, async ({ groups, support, review }) => {
        const at = <Item>(list: readonly Item[], index: number): Item => list[index % list.length]!;
        const engine = scriptedEngine({
          draftCriteria: async () =>
            new Map([['task', done([{ text: 'The response should be a note.', question: 'Is it?', explicit: true }])]]),
          mergeAdvice: async (_run, _task, items) =>
            new Map(
              items.map(({ id, points }) => [
                id,
                done(
                  groups.map(([says, cases], index) => ({
                    text: `Theme ${index}.`,
                    pointIds: [...says, ...cases].map((number) => at(points, number).id),
                    instanceIds: cases.map((number) => at(points, number).id),
                  })),
                ),
              ]),
            ),
          checkSupport: async (_run, _task, items) =>
            new Map(
              items.map(({ id, quotes }, index): [string, Outcome<SupportVerdict>] => {
                const verdict = at(support, index);
                if (verdict === null) return [id, unscored('busy')];
                const disputes = [{ with: at(quotes, index).id, reason: 'The contrary.' }];
                if (verdict === 'full') return [id, done({ kind: 'full', disputes })];
                const said = (verdict === 'none' ? [] : verdict).map((cited, place): SaidCriterion => ({
                  ...{ text: `The response should be ${place}.`, question: 'Is it?' },
                  adviceIds: cited.map((number) => at(quotes, number).id),
                }));
                return [id, done({ kind: 'part', added: 'more', said, disputes })];
              }),
            ),
          filterCriteria: async (_run, _task, items) =>
            new Map(
              items.map(({ id }, index): [string, Outcome<FilterVerdict>] => {
                const { applies, of, isCase, against } = at(review, index);
                const kind = isCase ? 'special-case' : 'duplicate';
                const partOf = of === null ? {} : { partOf: { id: at(items, of).id, kind } as const };
                const conflicts = [{ with: at(items, against).id, reason: 'The contrary.' }];
                return [id, done({ applies, reason: 'Why.', conflicts, ...(applies ? {} : partOf) })];
              }),
            ),
        });
        // `discover` itself throws where an id ends in no place or in two.
        const { criteria, removals, advice } = await discoverBy(engine);
        expect(advice.length).toBeGreaterThan(8);
        for (const { reason } of removals) expect(reason).not.toBe('');
        expect(criteria.some(({ explicit }) => explicit)).toBe(true);
      }),
      fuzzing(60),
    );
  });
});

/** Answers as the plausible model does, but for some agents. */
function modelBut(answers: Readonly<Record<string, (question: string) => object>>): ScriptedModel {
  return (messages, agent) => answers[agent]?.(questionOf(messages)) ?? plausibleModel(messages, agent);
}
const reworded = (extra: string) => (question: string) => ({
  criteria: itemsIn(question, 'demands').map(({ id }) => ({
    ...{ id, removal: null, check: null, question: 'Does it?' },
    criterion: `The response should open with the news ${extra}.`,
  })),
});
const inCriteria = (question: string) => itemsIn(question, 'criteria').map(({ id }) => id);

describe('a gullible model', () => {
  it.each([
    [
      'says that each criterion repeats every other',
      {
        'review-criteria': (question: string) => ({
          conflicts: [],
          exceptions: inCriteria(question).flatMap((id, _index, ids) =>
            ids.map((of) => ({ id, finding: 'duplicate', of, reason: 'The same.' })),
          ),
        }),
      },
    ],
    [
      'makes one theme of everything',
      {
        'merge-advice': (question: string) => {
          const ids = itemsIn(question, 'advice').map(({ id }) => id);
          return { groups: [{ demand: 'Do it in 12 ways.', says: ids, instances: ids }] };
        },
      },
    ],
    ['rewords everything with a figure', { 'rewrite-criteria': reworded('within 7 words') }],
    ['rewords everything with words of its own', { 'rewrite-criteria': reworded('and “Buy now”') }],
    ['rewords everything with an address', { 'rewrite-criteria': reworded('of spam.example') }],
    [
      'finds no support and rewords with a figure',
      {
        'check-support': (question: string) => ({
          full: [],
          others: itemsIn(question, 'criteria and quotes').map(({ id }) => ({
            ...{ id, added: 'all of it' },
            said: [{ criterion: 'The response should have 99 lines.', question: 'Has it?', quotes: ['1'] }],
          })),
          disputes: itemsIn(question, 'criteria and quotes').map(({ id }) => ({ id, quote: '1', reason: 'No.' })),
        }),
      },
    ],
    [
      'finds support for nothing',
      {
        'check-support': (question: string) => ({
          full: [],
          others: itemsIn(question, 'criteria and quotes').map(({ id }) => ({ id, added: 'all of it', said: [] })),
          disputes: [],
        }),
      },
    ],
  ])('that %s: nothing is invented, and the set holds', async (what, answers) => {
    for (const mode of ['web', 'full'] as const) {
      const model = fakeModelClient(modelBut(answers));
      const engine = createModelEngine({ model, prompts, modelNames: {} });
      const { criteria, advice } = await discoverBy(engine, mode);
      expect(advice.length).toBeGreaterThan(5);
      for (const { text, evidence } of criteria.filter(({ origin }) => origin === 'source'))
        expect(inventedDetail(text, [...evidence.map(({ quote }) => quote), task.instruction])).toBeNull();
      const sourced = criteria.some(({ origin }) => origin === 'source');
      expect(sourced).toBe(!/^rewords everything|support for nothing/u.test(what));
    }
  });
});
