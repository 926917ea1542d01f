/** Refines a response round by round by its checklist, or by self-critique, and keeps the best round (STICK). */
import type { Checklist } from '../domain/checklist.ts';
import { requireCapability, type Engine } from '../domain/engine.ts';
import type { JudgedResponse } from '../domain/judged-response.ts';
import type { AnsweredQuestion, Revision, WrittenResponse } from '../domain/judging-steps.ts';
import { done, unscored, type Outcome } from '../domain/outcome.ts';
import type { Refinement, RefineMethod, Round, Stop } from '../domain/refinement.ts';
import type { RunContext } from '../domain/run-context.ts';
import { judgeOne, usageOf, type JudgeInput, type JudgePorts } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { answerOf, cautiousRate, countedItems } from './pass-rate.ts';
import { writeTexts } from './write-texts.ts';

export interface RefineOptions {
  /** 1 to `MAX_ROUNDS`. */
  readonly rounds: number;
  readonly method: RefineMethod;
  readonly judging: JudgeOptions;
}

/**
 * Each round goes on from the last one, and the record has them all. What is kept is never worse than the start, as far
 * as the judge can tell.
 * @param run an object of its own for each response: usage and calls are told apart by it
 * @throws InputError without a model; LimitError, CancelledError; UnavailableError where the model cannot be asked at all
 */
export async function refine(
  run: RunContext,
  ports: JudgePorts,
  { name, response, checklist }: JudgeInput,
  { rounds: maxRounds, method, judging }: RefineOptions,
): Promise<Refinement> {
  const { engine, model } = ports;
  requireCapability(engine, 'writes');
  const judged = (text: string) => judgeOne(run, ports, { name, response: text, checklist }, judging);

  let { judged: last, judge } = await judged(response);
  const rounds: Round[] = [{ judged: last, plan: null }];
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
      const next = await judged(revision.value.response);
      [last, judge] = [next.judged, next.judge ?? judge];
      rounds.push({ judged: last, plan: revision.value.plan });
      stop = reasonToStop(last) ?? (rounds.length > maxRounds ? { why: 'rounds-done' } : null);
    }
  }
  const asked = rounds.length > 1 || stop.why === 'no-revision';
  const kept = bestRound(rounds);
  const writers = asked ? engine.provenance(...WRITERS[method]) : {};
  return { method, checklist, rounds, kept, stop, judge, writers, usage: usageOf(run, model) };
}

const WRITERS = {
  checklist: ['refine'],
  'self-critique': ['critique', 'rewrite'],
} as const satisfies Record<RefineMethod, readonly (keyof Engine)[]>;

/**
 * The best round, not the last: quality plateaus or falls, as STICK reports. A later round is kept only where its rate is
 * higher than that of all earlier ones; items that any round has a verdict on and this one has none count as not met
 * (`cautiousRate`), and a round without any rate is never better.
 * @returns its place in `rounds`, 0 being the start: the kept rate is never below the start's
 */
export function bestRound(rounds: readonly Pick<Round, 'judged'>[]): number {
  const counted = countedItems(rounds.map(({ judged }) => judged));
  let best = 0;
  let bestRate = rounds[0]?.judged.passRate.rate ?? null;
  for (const [index, { judged }] of rounds.entries()) {
    const rate = cautiousRate(judged, counted);
    if (bestRate === null || rate === null || rate <= bestRate) continue;
    best = index;
    bestRate = rate;
  }
  return best;
}

function reasonToStop({ verdicts, passRate }: JudgedResponse): Stop | null {
  if (verdicts.every(({ verdict }) => verdict.status === 'unscored')) return { why: 'nothing-scored' };
  return passRate.no === 0 ? { why: 'nothing-to-mend' } : null;
}

function revise(
  run: RunContext,
  engine: JudgePorts['engine'],
  { task, items }: Checklist,
  { response, verdicts }: JudgedResponse,
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

/** Those with a yes or a no, in the checklist's order: what is not applicable or unscored tells a writer nothing. */
function answered(items: Checklist['items'], verdicts: JudgedResponse['verdicts']): readonly AnsweredQuestion[] {
  const byItem = new Map(verdicts.map(({ itemId, verdict }) => [itemId, answerOf(verdict)]));
  return items.flatMap(({ id, question }) => {
    const answer = byItem.get(id) ?? null;
    return answer === null ? [] : [{ question, answer }];
  });
}
