/** What every protocol asks over the wire: what its prompts hold and do not hold, how often, at which temperature, and how orders are mapped back. */
import { describe, expect, it } from 'vitest';
import type { Protocol } from '../../src/domain/comparison.ts';
import { InputError } from '../../src/domain/errors.ts';
import { PROTOCOLS } from '../../src/domain/protocols.ts';
import type { CompareCallOptions } from '../../src/client/judging-options.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { fencedAs, fencedIn, mannerOf, outsideFences } from '../support/read-prompt.ts';
import { scriptedApp } from '../support/scripted-app.ts';

const TASK = { instruction: 'Write a toast for Ada.', context: null };
const A = { name: 'a.md', response: 'A toast to Ada, who built the first engine and kept it running for forty years.' };
const B = { name: 'b.md', response: 'Cheers.' };
const CHECKLIST = ['Does it name Ada?', 'Is it a toast?'];
const REFERENCE = 'To Ada, who made numbers dance.';

interface Asked {
  readonly agent: string;
  readonly temperature: number | null;
  readonly manner: string;
  readonly choices: readonly string[];
  /** Labels of what is shown. */
  readonly shown: readonly string[];
  readonly question: string;
  readonly model: string;
}

async function asked(by: Protocol, options: Partial<CompareCallOptions> = {}, flags: Record<string, unknown> = {}) {
  const { app, server } = await scriptedApp(plausibleModel, {}, flags);
  const comparison = await app.compare(A, B, { instruction: TASK, ...options, by });
  const requests = server.requests
    .filter(({ messages }) => messages.length > 1)
    .map(({ schemaName, temperature, messages, model }): Asked => {
      const question = messages.at(-1)?.content ?? '';
      const shown = fencedIn(question).map(({ label }) => label);
      return { agent: schemaName ?? '', temperature, ...mannerOf(question), shown, question, model };
    });
  return { comparison, requests };
}

const of = (requests: readonly Asked[], agent: string) => requests.filter((each) => each.agent === agent);
const PAIR = ['instruction', 'response A', 'response B'];
const WITH_REFERENCE = ['instruction', 'reference', 'response A', 'response B'];
const ITEMS = ['instruction', 'questions', 'response A', 'response B'];

interface Contract {
  readonly options?: Partial<CompareCallOptions>;
  /** Calls by agent, all of them. */
  readonly calls: Readonly<Record<string, number>>;
  /** Of the call that decides. */
  readonly manner?: string;
  readonly choices?: readonly string[];
  readonly shown: readonly string[];
}

const ownPrompt = (front: string, body: string) => `---\n${front}\n---\n# System\nJudge.\n# User\n${body}\n`;
const compares = (calls: number) => ({ 'compare-responses': calls });
const CONTRACTS: Readonly<Record<string, Contract & { readonly by: Protocol }>> = {
  preference: {
    by: 'preference',
    calls: compares(2),
    manner: 'analysed',
    choices: ['A', 'B', 'NEAR-IDENTICAL'],
    shown: PAIR,
  },
  'preference, bare': {
    by: 'preference',
    options: { analysis: false, bothOrders: false },
    calls: compares(1),
    manner: 'bare',
    shown: PAIR,
  },
  vanilla: { by: 'vanilla', calls: compares(2), manner: 'bare', choices: ['A', 'B'], shown: PAIR },
  'vanilla with a reference': {
    by: 'vanilla',
    options: { reference: REFERENCE },
    calls: compares(2),
    manner: 'bare',
    choices: ['A', 'B'],
    shown: WITH_REFERENCE,
  },
  'vanilla with a written reference': {
    by: 'vanilla',
    options: { writeReference: true },
    calls: { 'write-reference': 1, ...compares(2) },
    manner: 'bare',
    shown: WITH_REFERENCE,
  },
  cot: { by: 'cot', calls: compares(2), manner: 'analysed', choices: ['A', 'B'], shown: PAIR },
  metrics: { by: 'metrics', calls: { 'propose-metrics': 1, ...compares(2) }, manner: 'bare', shown: ITEMS },
  'metrics with a reference': {
    by: 'metrics',
    options: { reference: REFERENCE, bothOrders: false },
    calls: { 'propose-metrics': 1, ...compares(1) },
    manner: 'bare',
    shown: ['instruction', 'reference', 'questions', 'response A', 'response B'],
  },
  'checklist-preference': {
    by: 'checklist-preference',
    options: { checklist: CHECKLIST },
    calls: compares(2),
    manner: 'answered',
    choices: ['A', 'B'],
    shown: ITEMS,
  },
  camieval: {
    by: 'camieval',
    calls: { 'concretize-dimensions': 1, ...compares(2) },
    manner: 'analysed',
    choices: ['A', 'B'],
    shown: ITEMS,
  },
  'camieval with a reference, ties and one order': {
    by: 'camieval',
    options: { reference: REFERENCE, ties: true, bothOrders: false },
    calls: { 'concretize-dimensions': 1, ...compares(1) },
    manner: 'analysed',
    choices: ['A', 'B', 'BOTH', 'NEITHER'],
    shown: ['instruction', 'reference', 'questions', 'response A', 'response B'],
  },
  'camieval without ConcreteCoT': {
    by: 'camieval',
    options: { concrete: false },
    calls: compares(2),
    manner: 'analysed',
    shown: ITEMS,
  },
  'camieval by given dimensions': {
    by: 'camieval',
    options: { basics: ['summeval', { name: 'warmth', definition: 'Is the toast warm?' }] },
    calls: compares(2),
    shown: ITEMS,
  },
  'camieval by one dimension and two further ones': {
    by: 'camieval',
    options: { basics: ['adherence'], dimensions: 2, reference: REFERENCE, bothOrders: false },
    calls: { ...{ 'concretize-dimensions': 1, 'write-weakly': 1, 'propose-dimensions': 1 }, ...compares(1) },
    shown: ['instruction', 'reference', 'questions', 'response A', 'response B'],
  },
  score: { by: 'score', calls: { 'score-response': 2 }, manner: 'analysed', shown: ['instruction', 'response'] },
  'score with a reference': {
    by: 'score',
    options: { reference: REFERENCE },
    calls: { 'score-response': 2 },
    shown: ['instruction', 'reference', 'response'],
  },
  'check-then-score': {
    by: 'check-then-score',
    options: { checklist: CHECKLIST },
    calls: { 'score-response': 2 },
    manner: 'analysed',
    shown: ['checklist', 'instruction', 'response'],
  },
  'checklist-score': {
    by: 'checklist-score',
    options: { checklist: CHECKLIST },
    calls: { 'score-response': 2 },
    manner: 'answered',
    shown: ['checklist to answer', 'instruction', 'response'],
  },
  'metrics-score with a reference, bare': {
    by: 'metrics-score',
    options: { reference: REFERENCE, analysis: false },
    calls: { 'propose-metrics': 1, 'score-response': 2 },
    manner: 'bare',
    shown: ['checklist', 'instruction', 'reference', 'response'],
  },
  'wb-score': {
    by: 'wb-score',
    options: { checklist: CHECKLIST },
    calls: { 'rate-response': 2 },
    shown: ['checklist', 'instruction', 'response'],
  },
  'g-eval': {
    by: 'g-eval',
    calls: { 'plan-evaluation': 1, 'score-response': 2 },
    manner: 'bare',
    shown: ['steps', 'instruction', 'response'],
  },
  'camieval-score, basic dimensions alone': {
    by: 'camieval-score',
    options: { reference: REFERENCE },
    calls: { 'concretize-dimensions': 1, 'score-dimensions': 2 },
    shown: ['instruction', 'reference', 'dimensions', 'response'],
  },
  'camieval-score by the instruction alone': {
    by: 'camieval-score',
    options: { dimensions: 2, dimensionsFrom: 'instruction' },
    calls: { 'concretize-dimensions': 1, 'propose-dimensions': 1, 'score-dimensions': 2 },
    shown: ['instruction', 'dimensions', 'response'],
  },
  'camieval-score by contrast': {
    by: 'camieval-score',
    options: { dimensions: 3, writeReference: true },
    calls: {
      ...{ 'concretize-dimensions': 1, 'propose-dimensions': 1, 'write-reference': 1, 'write-weakly': 1 },
      'score-dimensions': 2,
    },
    shown: ['instruction', 'reference', 'dimensions', 'response'],
  },
  'camieval-score by SummEval’s dimensions': {
    by: 'camieval-score',
    options: { basics: ['summeval'], reference: REFERENCE },
    calls: { 'score-dimensions': 2 },
    shown: ['instruction', 'reference', 'dimensions', 'response'],
  },
  'a score on a scale of the user’s own': {
    by: 'score',
    options: { scale: { min: 0, max: 3 } },
    calls: { 'grade-response': 2 },
    manner: 'analysed',
    shown: ['scale', 'instruction', 'response'],
  },
  'a grade by a prompt of the user’s own': {
    by: 'own-grade',
    options: { prompt: ownPrompt('answer: choice\nchoices: yes=10, no=-2', '{{response}}\n{{instruction}}') },
    calls: { 'grade-response': 2 },
    shown: ['response', 'instruction'],
  },
  'a choice by a prompt of the user’s own': {
    by: 'own-choice',
    options: { prompt: ownPrompt('answer: A/B', '{{instruction}}\n{{responseA}}\n{{responseB}}') },
    calls: compares(2),
    shown: PAIR,
  },
  'pass-rate': {
    by: 'pass-rate',
    options: { checklist: CHECKLIST },
    calls: { 'judge-response': 2 },
    manner: 'analysed',
    shown: ['instruction', 'response', 'criteria'],
  },
};
const DECIDES = /^(?:compare-responses|score-response|grade-response|rate-response|score-dimensions|judge-response)$/u;

describe('the contract of each protocol', () => {
  it('is stated for all', () => {
    expect(new Set(Object.values(CONTRACTS).map(({ by }) => by))).toEqual(new Set(PROTOCOLS));
  });

  it.each(Object.entries(CONTRACTS))('%s', async (_name, { by, options, calls, manner, choices, shown }) => {
    const { comparison, requests } = await asked(by, options);
    expect(comparison.result).toMatchObject({ status: 'scored', winner: 'a' });
    expect(Object.fromEntries(requests.map(({ agent }) => [agent, of(requests, agent).length]))).toEqual(calls);
    for (const request of requests) {
      expect(request.temperature).toBe(request.agent === 'write-weakly' ? 0.7 : 0);
      if (!DECIDES.test(request.agent)) continue;
      expect(request.shown).toEqual(shown);
      if (manner !== undefined) expect(request.manner).toBe(manner);
      if (choices !== undefined) expect(request.choices).toEqual(choices);
    }
    // Whatever prepares the judging sees neither of the responses.
    for (const request of requests.filter(({ agent }) => !DECIDES.test(agent)))
      expect(request.question).not.toMatch(/first engine|Cheers/u);
  });

  it('shows each order once, and follows a response to where it is shown', async () => {
    const { comparison, requests } = await asked('checklist-preference', { checklist: CHECKLIST });
    expect(requests.map(({ question }) => fencedAs(question, 'response A'))).toEqual([A.response, B.response]);
    expect(comparison.grounds).toMatchObject({
      orders: [
        {
          first: 'a',
          verdict: {
            winner: 'a',
            answers: [
              { a: 'yes', b: 'no' },
              { a: 'yes', b: 'no' },
            ],
          },
        },
        {
          first: 'b',
          verdict: {
            winner: 'a',
            answers: [
              { a: 'yes', b: 'no' },
              { a: 'yes', b: 'no' },
            ],
          },
        },
      ],
    });
  });

  it('draws several votes at a temperature above 0, and counts those of both orders together', async () => {
    const { comparison, requests } = await asked('cot', { votes: 5 });
    expect(requests).toHaveLength(10);
    expect(new Set(requests.map(({ temperature }) => temperature))).toEqual(new Set([1]));
    expect(comparison.result).toEqual({ status: 'scored', winner: 'a', flipped: false });
  });

  it('contrasts a weak output of the role “weak”, by its own model, and by default then', async () => {
    const flags = { modelByRole: { weak: 'small-7b' } };
    const { comparison, requests } = await asked('camieval-score', { reference: REFERENCE }, flags);
    const [weak] = of(requests, 'write-weakly');
    expect(weak).toMatchObject({ model: 'small-7b', temperature: 0.7, shown: ['instruction'] });
    const [dimensions] = of(requests, 'propose-dimensions');
    expect(dimensions?.shown).toEqual(['instruction', 'basic dimensions', 'reference', 'weak output']);
    expect(comparison.grounds).toMatchObject({
      aids: { reference: REFERENCE, weak: expect.stringContaining('weak') as string },
    });
    const { grounds } = comparison;
    expect(grounds !== null && 'aids' in grounds ? grounds.aids.dimensions : []).toHaveLength(6);
  });

  it('starts from the dimensions that are given, and makes the basic ones among them concrete', async () => {
    const own = { name: 'warmth', definition: 'Is the toast warm?' };
    const { requests } = await asked('camieval', { basics: ['adherence', own], bothOrders: false });
    const [compared] = of(requests, 'compare-responses');
    const questions = fencedAs(compared?.question ?? '', 'questions');
    expect(questions.split('\n')).toEqual([
      expect.stringContaining('do all that is asked for') as string,
      expect.stringContaining('warmth: Is the toast warm?') as string,
    ]);
    const { requests: general } = await asked('camieval', { basics: ['factuality'], concrete: false });
    expect(fencedAs(general[0]?.question ?? '', 'questions')).toContain('Is what the response says right?');
  });

  it('has no further dimensions in pairs unless they are asked for, and shows them by name', async () => {
    const flags = { modelByRole: { weak: 'small-7b' } };
    const { requests: preset } = await asked('camieval', { reference: REFERENCE }, flags);
    expect(of(preset, 'write-weakly')).toHaveLength(0);
    const { comparison } = await asked('camieval', { reference: REFERENCE, dimensions: 2 }, flags);
    const { grounds } = comparison;
    const aids = grounds !== null && 'aids' in grounds ? grounds.aids : null;
    expect(aids?.questions).toHaveLength(5);
    expect(aids?.questions.slice(3)).toEqual(
      aids?.dimensions.slice(3).map(({ name, definition }) => `${name}: ${definition}`),
    );
    expect(comparison.warnings).toEqual([]);
  });

  it('says where the judge’s own model wrote the weak output, unless it was to feign it', async () => {
    const own = { reference: REFERENCE, dimensions: 2 };
    const { comparison, requests } = await asked('camieval-score', own);
    expect(comparison.warnings).toEqual([expect.stringContaining('role “weak”')]);
    expect(of(requests, 'write-weakly')[0]?.manner).toBe('plain');
    const feigned = await asked('camieval-score', { ...own, dimensionsFrom: 'feigned-contrast' });
    expect(feigned.comparison.warnings).toEqual([]);
    expect(of(feigned.requests, 'write-weakly')[0]?.manner).toBe('feigned');
  });

  it('asks to think a decision over with the earlier answer at hand, and counts what stays', async () => {
    const { comparison, requests } = await asked('camieval', { reconsider: true });
    const again = requests.filter(({ shown }) => shown.includes('earlier answer'));
    expect([requests.length, again.length]).toEqual([5, 2]);
    expect(again.map(({ question }) => outsideFences(question))).toEqual(
      again.map(() => expect.stringContaining('Somebody doubts your earlier answer') as string),
    );
    expect(comparison.grounds).toMatchObject({
      orders: [{ verdict: { afterDoubt: 'a' } }, { verdict: { afterDoubt: 'a' } }],
    });
  });

  it('weighs scores by token probabilities, and says where there are none', async () => {
    const { app } = await scriptedApp(plausibleModel, { probabilities: 0.75 });
    const weighed = await app.score(B, { by: 'g-eval', instruction: TASK });
    // B has one word: 1 with .75, 2 with .25.
    expect(weighed.result).toMatchObject({ score: 1.25, weighed: true });
    const { app: plain } = await scriptedApp(plausibleModel);
    const said = await plain.score(B, { by: 'g-eval', instruction: TASK });
    expect(said.result).toMatchObject({ score: 1, weighed: false });
    expect(said.warnings).toEqual([expect.stringContaining('no token probabilities')]);
  });

  it.each([
    ['pass-rate', { reference: REFERENCE }, /“reference” has no effect with the protocol pass-rate/u],
    ['preference', { ties: true }, /“ties” has no effect/u],
    ['cot', { analysis: false }, /“analysis” has no effect/u],
    ['score', { bothOrders: false }, /“bothOrders” has no effect/u],
    ['cot', { dimensions: 2 }, /“dimensions” has no effect/u],
    ['cot', { concrete: false }, /“concrete” has no effect/u],
    ['camieval', { dimensions: 2 }, /need a reference/u],
    ['camieval', { basics: ['summeval', 'relevance'] }, /“basics” name one dimension twice/u],
    ['camieval', { basics: [] }, /“basics” should not be empty/u],
    ['camieval-score', { dimensions: 11, reference: REFERENCE }, /from 0 to 10/u],
    ['camieval-score', { dimensions: 2 }, /need a reference/u],
    ['camieval', { instruction: undefined }, /needs the instruction/u],
  ] as const)('%s refuses %j', async (by, options, message) => {
    const refused = await asked(by, options).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InputError);
    expect((refused as InputError).message).toMatch(message);
  });
});

describe('a panel', () => {
  it('asks each model by itself, prepares once, and takes the majority', async () => {
    const { app, server } = await scriptedApp(plausibleModel);
    const panel = ['one', 'two', 'three'];
    const { result, grounds, comparers } = await app.compare(A, B, { by: 'camieval', instruction: TASK, panel });
    expect(result).toEqual({ status: 'scored', winner: 'a', flipped: null });
    const models = (agent: string) =>
      server.requests.filter(({ schemaName }) => schemaName === agent).map(({ model }) => model);
    expect(models('concretize-dimensions')).toEqual(['scripted']);
    expect(models('compare-responses').sort()).toEqual(['one', 'one', 'three', 'three', 'two', 'two']);
    expect(grounds).toMatchObject({
      kind: 'panel',
      members: panel.map((model) => ({ model, result: { winner: 'a' } })),
    });
    const promptHash = expect.stringMatching(/^[\da-f]{64}$/u) as string;
    expect(comparers).toEqual({ 'compare-responses': { model: 'one, two, three', promptHash } });
  });

  it('takes the mean of scores, and the majority of each item', async () => {
    const { app } = await scriptedApp(plausibleModel);
    const panel = ['one', 'two'];
    const scored = await app.score(A, { instruction: TASK, panel });
    expect(scored).toMatchObject({
      result: { score: 2, samples: [2, 2] },
      members: [{ model: 'one' }, { model: 'two' }],
      judges: { 'score-response': { model: 'one, two' } },
    });
    const judged = await app.judge(A, CHECKLIST, { instruction: TASK, panel, codeChecks: false });
    expect(judged.judge?.model).toBe('one, two');
    expect(judged.verdicts[0]?.verdict).toMatchObject({
      votes: { yes: 2, unscored: 0 },
      members: [
        { model: 'one', answer: 'yes' },
        { model: 'two', answer: 'yes' },
      ],
    });
  });

  it('refuses a member that is named twice', async () => {
    const { app } = await scriptedApp(plausibleModel);
    await expect(app.compare(A, B, { by: 'cot', instruction: TASK, panel: ['one', 'one'] })).rejects.toThrow(/twice/u);
  });
});
