/** Refines a response round by round by its checklist, or by self-critique, and keeps the best round (STICK). */
import type { Checklist } from '../domain/checklist.ts';
import { requireCapability, type Engine } from '../domain/engine.ts';
import type { JudgedResponse } from '../domain/judgement.ts';
import type { AnsweredQuestion, Revision, WrittenResponse } from '../domain/judging-steps.ts';
import { done, unscored, type Outcome } from '../domain/outcome.ts';
import type { Refinement, RefineMethod, Round, Stop } from '../domain/judged-work.ts';
import type { RunContext } from '../domain/run-context.ts';
import { placeholdersIn } from './checks/count/units.ts';
import { judgeOne, usageOf, type JudgeInput, type JudgePorts } from './judge.ts';
import { DEFAULT_REFINE_TOP, type JudgeOptions } from './judge-options.ts';
import { answerOf, cautiousRate, countedItems } from './pass-rate.ts';
import { topOf } from './top-of.ts';
import { writeTexts } from './write-texts.ts';

export interface RefineOptions {
  /** 1 to `MAX_ROUNDS`. */
  readonly rounds: number;
  readonly method: RefineMethod;
  readonly judging: JudgeOptions;
  /** Only the best so many items, by weight; null: `DEFAULT_REFINE_TOP`. */
  readonly top: number | null;
}

/**
 * Each round goes on from the last one, and the record has them all. What is kept is never worse than the start, as far
 * as the judge can tell, and fails no more checks of code than the start.
 * @param run an object of its own for each response: usage and calls are told apart by it
 * @throws InputError without a model; LimitError, CancelledError; UnavailableError where the model cannot be asked at all
 */
export async function refine(
  run: RunContext,
  ports: JudgePorts,
  { name, response, checklist: given }: JudgeInput,
  { rounds: maxRounds, method, judging, top }: RefineOptions,
): Promise<Refinement> {
  const { engine, model } = ports;
  requireCapability(engine, 'writes');
  const checklist = topOf(given, top ?? DEFAULT_REFINE_TOP);
  let judge: Refinement['judge'] = null;
  const attempt = async (text: string, plan: string | null): Promise<Round> => {
    const of = await judgeOne(run, ports, { name, response: text, checklist }, judging);
    judge = of.judge ?? judge;
    return { judged: { ...of.judged, warnings: [...of.judged.warnings, ...placeholderWarnings(text)] }, plan };
  };

  let last = await attempt(response, null);
  const attempts = [last];
  let stop = reasonToStop(last);
  while (stop === null) {
    const start = last;
    const [revision = unscored('It was not revised.')] = await writeTexts(
      run,
      ports,
      { step: 'refining', what: 'responses written anew' },
      [() => revise(run, engine, checklist, start, method)],
    );
    if (revision.status === 'unscored') stop = { why: 'no-revision', reason: revision.reason };
    else {
      last = await attempt(revision.value.response, revision.value.plan);
      attempts.push(last);
      stop = reasonToStop(last) ?? (attempts.length > maxRounds ? { why: 'rounds-done' } : null);
    }
  }
  const asked = attempts.length > 1 || stop.why === 'no-revision';
  const weights = new Map<string, number>(checklist.items.map(({ id, weight }) => [id, weight]));
  const kept = bestRound(attempts, (id) => weights.get(id) ?? 0);
  const writers = asked ? engine.provenance(...WRITERS[method]) : {};
  return { method, checklist, rounds: attempts, kept, stop, judge, writers, usage: usageOf(run, model) };
}

/** What a person should look at before the text is used. */
function placeholderWarnings(text: string): readonly string[] {
  return placeholdersIn(text).map((placeholder) => `A placeholder is left in the text: “${placeholder}”.`);
}

/** How many checks of code the round fails: what is counted is no matter of opinion. */
function failedChecks({ verdicts }: JudgedResponse): number {
  return verdicts.filter(
    ({ verdict }) => verdict.status === 'scored' && verdict.by === 'code' && verdict.answer === 'no',
  ).length;
}

const WRITERS = {
  checklist: ['refine'],
  'self-critique': ['critique', 'rewrite'],
} as const satisfies Record<RefineMethod, readonly (keyof Engine)[]>;

/**
 * The best round, not the last: quality plateaus or falls, as STICK reports. A later round is kept only where its rate by
 * weight is higher than that of all earlier ones, or the same with fewer failed checks of code, and never where it fails
 * more. Items that any round has a verdict on and this one has none count as not met (`cautiousRate`), and a round
 * without any rate is never better.
 * @returns its place in `rounds`, 0 being the start: the kept rate is never below the start's
 */
export function bestRound(rounds: readonly Pick<Round, 'judged'>[], weightOf?: (itemId: string) => number): number {
  const counted = countedItems(rounds.map(({ judged }) => judged));
  const worth = rounds.map(({ judged }, index) => ({
    rate: cautiousRate(judged, index === 0 ? new Set() : counted, weightOf) ?? NaN,
    failed: failedChecks(judged),
  }));
  return worth.reduce((best, { rate, failed }, index) => {
    const most = worth[best] ?? { rate, failed };
    const isBetter = rate > most.rate || (rate === most.rate && failed < most.failed);
    return isBetter && failed <= most.failed ? index : best;
  }, 0);
}

function reasonToStop({ judged: { verdicts, passRate } }: Round): Stop | null {
  if (verdicts.every(({ verdict }) => verdict.status === 'unscored')) return { why: 'nothing-scored' };
  return passRate.no === 0 ? { why: 'nothing-to-mend' } : null;
}

function revise(
  run: RunContext,
  engine: JudgePorts['engine'],
  { task, items }: Checklist,
  { judged: { response, verdicts } }: Round,
  method: RefineMethod,
): Promise<Outcome<Revision>> {
  return method === 'checklist'
    ? engine.refine(run, { task, response, questions: answered(items, verdicts) })
    : selfCritique(run, engine, { task, response });
}

async function selfCritique(
  run: RunContext,
  engine: JudgePorts['engine'],
  written: WrittenResponse,
): Promise<Outcome<Revision>> {
  const critique = await engine.critique(run, written);
  if (critique.status === 'unscored') return critique;
  const rewrite = await engine.rewrite(run, { ...written, critique: critique.value });
  return rewrite.status === 'unscored' ? rewrite : done({ plan: critique.value, response: rewrite.value });
}

/** Those with a yes or a no, the heaviest first: what is not applicable or unscored tells a writer nothing. */
function answered(items: Checklist['items'], verdicts: JudgedResponse['verdicts']): readonly AnsweredQuestion[] {
  const byItem = new Map(verdicts.map(({ itemId, verdict }) => [itemId, verdict]));
  return [...items]
    .sort((a, b) => b.weight - a.weight)
    .flatMap(({ id, question }) => {
      const verdict = byItem.get(id);
      const answer = verdict === undefined ? null : answerOf(verdict);
      return answer === null ? [] : [{ question, answer, reason: answer === 'no' ? (verdict?.reason ?? '') : '' }];
    });
}
