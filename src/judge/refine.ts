/** Refines a response round by round by its checklist, or by self-critique, and keeps the best round (STICK). */
import type { Checklist } from '../domain/checklist.ts';
import { requireCapability, type Engine } from '../domain/engine.ts';
import type { JudgedResponse } from '../domain/judgement.ts';
import type { AnsweredQuestion, Revision, WrittenResponse } from '../domain/judging-steps.ts';
import { done, unscored, type Outcome } from '../domain/outcome.ts';
import { printCheck } from '../domain/print-check.ts';
import type { Refinement, RefineMethod, Round, Stop } from '../domain/judged-work.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { placeholdersIn } from './checks/count/units.ts';
import { runCheck } from './checks/run-check.ts';
import { statedLengths } from './checks/stated-length.ts';
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

interface Attempt extends Round {
  /** Whether its text keeps to each length that the instruction states: counted, whatever judges the items. */
  readonly lengths: readonly AnsweredQuestion[];
}

/**
 * Each round goes on from the last one, and the record has them all. What is kept is never worse than the start, as far
 * as the judge can tell, and breaks no stated length that the start keeps.
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
  const attempt = async (text: string, plan: string | null): Promise<Attempt> => {
    const of = await judgeOne(run, ports, { name, response: text, checklist }, judging);
    judge = of.judge ?? judge;
    const lengths = await lengthsOf(checklist.task, text);
    const warnings = [...of.judged.warnings, ...flagsOn(text, lengths)];
    return { judged: { ...of.judged, warnings }, plan, lengths };
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
  const rounds = attempts.map(({ judged, plan }) => ({ judged, plan }));
  const writers = asked ? engine.provenance(...WRITERS[method]) : {};
  return { method, checklist, rounds, kept, stop, judge, writers, usage: usageOf(run, model) };
}

function lengthsOf(task: Task | null, text: string): Promise<AnsweredQuestion[]> {
  return Promise.all(
    statedLengths(task).map(async (rule): Promise<AnsweredQuestion> => {
      const { met, counted } = await runCheck(rule, text);
      const question = `Has it the length that the instruction states (${printCheck(rule)})?`;
      return { question, answer: met === true ? 'yes' : 'no', reason: counted };
    }),
  );
}

/** What a person should look at before the text is used. */
function flagsOn(text: string, lengths: Attempt['lengths']): readonly string[] {
  return [
    ...lengths.filter(isBroken).map(({ reason }) => `It has not the length that the instruction states: ${reason}.`),
    ...placeholdersIn(text).map((placeholder) => `A placeholder is left in the text: “${placeholder}”.`),
  ];
}

function isBroken({ answer }: AnsweredQuestion): boolean {
  return answer === 'no';
}

const WRITERS = {
  checklist: ['refine'],
  'self-critique': ['critique', 'rewrite'],
} as const satisfies Record<RefineMethod, readonly (keyof Engine)[]>;

/**
 * The best round, not the last: quality plateaus or falls, as STICK reports. A later round is kept only where its rate by
 * weight is higher than that of all earlier ones, or the same with more stated lengths kept, and never where it keeps
 * fewer. Items that any round has a verdict on and this one has none count as not met (`cautiousRate`), and a round
 * without any rate is never better.
 * @returns its place in `rounds`, 0 being the start: the kept rate is never below the start's
 */
export function bestRound(
  rounds: readonly Pick<Attempt, 'judged' | 'lengths'>[],
  weightOf?: (itemId: string) => number,
): number {
  const counted = countedItems(rounds.map(({ judged }) => judged));
  const worth = rounds.map(({ judged, lengths }, index) => ({
    rate: cautiousRate(judged, index === 0 ? new Set() : counted, weightOf) ?? NaN,
    broken: lengths.filter(isBroken).length,
  }));
  return worth.reduce((best, { rate, broken }, index) => {
    const most = worth[best] ?? { rate, broken };
    const isBetter = rate > most.rate || (rate === most.rate && broken < most.broken);
    return isBetter && broken <= most.broken ? index : best;
  }, 0);
}

function reasonToStop({ judged: { verdicts, passRate }, lengths }: Attempt): Stop | null {
  if (verdicts.every(({ verdict }) => verdict.status === 'unscored')) return { why: 'nothing-scored' };
  return passRate.no === 0 && !lengths.some(isBroken) ? { why: 'nothing-to-mend' } : null;
}

function revise(
  run: RunContext,
  engine: JudgePorts['engine'],
  { task, items }: Checklist,
  { judged: { response, verdicts }, lengths }: Attempt,
  method: RefineMethod,
): Promise<Outcome<Revision>> {
  return method === 'checklist'
    ? engine.refine(run, { task, response, questions: [...answered(items, verdicts), ...lengths] })
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
