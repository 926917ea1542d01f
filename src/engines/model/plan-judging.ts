/** What judging, and the work that rests on it, asks of models at most, before anything is asked. Pure. */
import type { Protocol } from '../../domain/comparison.ts';
import type { RefineMethod } from '../../domain/refinement.ts';
import { StepName } from '../../domain/step-name.ts';
import type { PlannedCalls } from './plan-calls.ts';
import { ITEMS_PER_JUDGING } from './sizes.ts';

/** Responses by their lengths in tokens. */
export type JudgingWorkload =
  | { readonly kind: 'judge'; readonly responses: readonly number[] }
  | { readonly kind: 'compare'; readonly by: Protocol; readonly pairs: readonly PairSize[] }
  | {
      readonly kind: 'refine';
      readonly response: number;
      readonly rounds: number;
      readonly method: RefineMethod;
    }
  | { readonly kind: 'best-of'; readonly responses: readonly number[] }
  | { readonly kind: 'sample'; readonly samples: number }
  | { readonly kind: 'actionability'; readonly responses: readonly number[] };

export interface PairSize {
  readonly a: number;
  readonly b: number;
  /** Of what both answer. */
  readonly task: number;
}

export interface JudgingAssumptions {
  readonly mode: 'item' | 'batch';
  readonly votes: number;
  readonly analysis: boolean;
  /** Lengths of the questions in tokens: of all, and of those that code does not count. */
  readonly questions: readonly number[];
  readonly openQuestions: readonly number[];
  /** True: the checklist is generated first, once; for pairs, once for each. */
  readonly generates: boolean;
  readonly taskTokens: number;
  /** Tokens of a call of this role before it shows anything: its prompt and the form of the answer. */
  readonly frameTokens: (role: string) => number;
}

/** Marks around a text, and around an item of a list. */
const FENCE_TOKENS = 40;
const ITEM_MARK_TOKENS = 10;
/** Up to three sentences and three quotes; an id and a word. */
const VERDICT_TOKENS = 180;
const BARE_VERDICT_TOKENS = 20;
/** Up to five sentences; one word or figure. */
const CHOICE_TOKENS = 200;
const BARE_CHOICE_TOKENS = 15;
const CRITIQUE_TOKENS = 400;
const PLAN_TOKENS_PER_ITEM = 30;
/** An analysis, then a criterion with its question and categories. */
const GENERATED_ITEM_TOKENS = 100;
const EXAMPLES_TOKENS = 900;
/** A page of text: nobody knows how long a sampled response will be. */
export const SAMPLE_TOKENS = 800;
/** A mended response is longer than the one before by so much: an assumption. */
const GROWTH = 1.25;

/** By step and role, in the order of the steps; agents that are never called are left out. */
export function planJudging(
  work: JudgingWorkload,
  { mode, votes, analysis, questions, openQuestions, generates, taskTokens, frameTokens }: JudgingAssumptions,
): readonly PlannedCalls[] {
  const rows = new Map<string, PlannedCalls>();
  /** @param shown, answer tokens of each of the calls */
  const plan = (step: StepName, role: string, calls: number, shown: number, answer: number): void => {
    if (calls === 0) return;
    const before = rows.get(`${step} ${role}`);
    rows.set(`${step} ${role}`, {
      step,
      role,
      calls: calls + (before?.calls ?? 0),
      inputTokens: Math.ceil(calls * (frameTokens(role) + shown)) + (before?.inputTokens ?? 0),
      outputTokens: Math.ceil(calls * answer) + (before?.outputTokens ?? 0),
    });
  };
  const choice = analysis ? CHOICE_TOKENS : BARE_CHOICE_TOKENS;
  const listTokens = (list: readonly number[]) =>
    list.reduce((sum, tokens) => sum + tokens + ITEM_MARK_TOKENS, 0);

  const generate = (times: number, task: number): void => {
    const answer = (questions.length + 1) * GENERATED_ITEM_TOKENS;
    if (generates) plan('checklist', 'generate-checklist', times, EXAMPLES_TOKENS + task, answer);
  };
  const judge = (response: number, task = taskTokens): void => {
    const perCall = mode === 'item' ? 1 : ITEMS_PER_JUDGING;
    const calls = votes * Math.ceil(openQuestions.length / perCall);
    const verdicts = votes * openQuestions.length * (analysis ? VERDICT_TOKENS : BARE_VERDICT_TOKENS);
    const shown =
      task + response + 2 * FENCE_TOKENS + (votes * listTokens(openQuestions)) / Math.max(1, calls);
    plan('judging', 'judge-response', calls, shown, verdicts / Math.max(1, calls));
  };
  const refine = (response: number, asked: number, times: number): void =>
    plan(
      'refining',
      'refine-response',
      times,
      taskTokens +
        response +
        3 * FENCE_TOKENS +
        (listTokens(questions) * asked) / Math.max(1, questions.length),
      response * GROWTH + asked * PLAN_TOKENS_PER_ITEM,
    );
  const prefer = ({ a, b, task }: PairSize): void =>
    plan('comparing', 'compare-responses', 2 * votes, task + a + b + 3 * FENCE_TOKENS, choice);
  const score = ({ a, b, task }: PairSize, guide: number): void => {
    for (const response of [a, b])
      plan('comparing', 'score-response', votes, task + response + guide + 3 * FENCE_TOKENS, choice);
  };
  const selfCritique = (response: number): void => {
    const shown = taskTokens + response + 2 * FENCE_TOKENS;
    plan('refining', 'critique-response', 1, shown, CRITIQUE_TOKENS);
    plan('refining', 'rewrite-response', 1, shown + CRITIQUE_TOKENS, response * GROWTH);
  };
  const comparePair = (by: Protocol, pair: PairSize): void => {
    if (by === 'pass-rate' || by === 'check-then-score') generate(1, pair.task);
    if (by === 'preference') prefer(pair);
    else if (by === 'pass-rate') for (const response of [pair.a, pair.b]) judge(response, pair.task);
    else score(pair, by === 'check-then-score' ? listTokens(questions) : 0);
  };

  if (work.kind !== 'compare') generate(1, taskTokens);
  switch (work.kind) {
    case 'judge':
    case 'best-of':
      for (const response of work.responses) judge(response);
      break;
    case 'sample':
      plan('responding', 'respond', work.samples, taskTokens, SAMPLE_TOKENS);
      for (let sample = 0; sample < work.samples; sample += 1) judge(SAMPLE_TOKENS);
      break;
    case 'compare':
      for (const pair of work.pairs) comparePair(work.by, pair);
      break;
    case 'refine':
      judge(work.response);
      for (let round = 0, size = work.response; round < work.rounds; round += 1, size *= GROWTH) {
        if (work.method === 'checklist') refine(size, questions.length, 1);
        else selfCritique(size);
        judge(size * GROWTH);
      }
      break;
    case 'actionability':
      for (const response of work.responses) {
        judge(response);
        refine(response, 1, questions.length);
        questions.forEach(() => judge(response * GROWTH));
      }
  }
  const steps = StepName.options;
  return [...rows.values()].sort((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step));
}
