/** Refines a response round by round by its checklist, or by self-critique, and keeps the best round (STICK). */
import { critiqueResponse } from '../../agents/critique-response.ts';
import { refineResponse, type AnsweredQuestion } from '../../agents/refine-response.ts';
import { rewriteResponse } from '../../agents/rewrite-response.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { JudgedResponse } from '../domain/judgement.ts';
import { done, unscored, type Outcome } from '../domain/outcome.ts';
import type { Refinement, RefineMethod, Round, Stop } from '../domain/judged-work.ts';
import type { RunContext } from '../domain/run-context.ts';
import { questionInFull } from '../llm/agent-kit/question.ts';
import type { ResponseToTask } from '../llm/agent-kit/fenced-input.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';
import { placeholdersIn } from './checks/count/units.ts';
import { judgeOne, usageOf, type JudgeInput } from './judge.ts';
import { DEFAULT_REFINE_TOP, type JudgeOptions } from './judge-options.ts';
import { isAbove } from '../metrics/is-above.ts';
import { answerOf, countedItems, earnedRate } from './pass-rate.ts';
import { requireModel } from './require-model.ts';
import { topOf } from './top-of.ts';
import { writeTexts } from './write-texts.ts';

export interface RefineOptions {
  /** 1 to `MAX_ROUNDS`. */
  readonly rounds: number;
  readonly method: RefineMethod;
  readonly judging: JudgeOptions;
  /** False: all rounds are done, whatever is met. */
  readonly stopsWhenMet: boolean;
  /** Only the best so many items, by weight; null: `DEFAULT_REFINE_TOP`. */
  readonly top: number | null;
}

/**
 * Each round goes on from the last one, and the record has them all. What is kept is never worse than the start, as far
 * as the judge can tell, and fails no more checks of code than the start.
 * @param run of this response alone: usage and calls are told apart by it
 * @throws InputError without a model; LimitError, CancelledError; UnavailableError where the model cannot be asked at all
 */
export async function refine(
  run: RunContext,
  agents: AgentModel | null,
  { name, response, checklist: fullChecklist }: JudgeInput,
  { rounds: maxRounds, method, judging, stopsWhenMet, top }: RefineOptions,
): Promise<Refinement> {
  const writers = requireModel(agents, 'writes');
  const checklist = topOf(fullChecklist, top ?? DEFAULT_REFINE_TOP);
  let judge: Refinement['judge'] = null;
  const attempt = async (text: string, plan: string | null): Promise<Round> => {
    const result = await judgeOne(run, agents, { name, response: text, checklist }, judging);
    judge = result.judge ?? judge;
    return { judged: { ...result.judged, warnings: [...result.judged.warnings, ...placeholderWarnings(text)] }, plan };
  };

  let last = await attempt(response, null);
  const attempts = [last];
  let stop = reasonToStop(last, stopsWhenMet);
  while (stop === null) {
    const [revision = unscored('It was not revised.')] = await writeTexts(
      run,
      writers,
      { step: 'refining', what: 'responses written anew' },
      [last],
      (start) => revise(run, writers, checklist, start, method),
    );
    if (revision.status === 'unscored') stop = { why: 'no-revision', reason: revision.reason };
    else {
      last = await attempt(revision.value.response, revision.value.plan);
      attempts.push(last);
      stop = reasonToStop(last, stopsWhenMet) ?? (attempts.length > maxRounds ? { why: 'rounds-done' } : null);
    }
  }
  const isRevised = attempts.length > 1 || stop.why === 'no-revision';
  const weights = new Map<string, number>(checklist.items.map(({ id, weight }) => [id, Math.abs(weight)]));
  const kept = bestRound(attempts, (id) => weights.get(id) ?? 0);
  return {
    method,
    checklist,
    rounds: attempts,
    kept,
    stop,
    judge,
    writers: isRevised ? provenanceOf(writers, ...WRITERS[method]) : {},
    usage: usageOf(run, agents),
  };
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
  checklist: [refineResponse],
  'self-critique': [critiqueResponse, rewriteResponse],
} as const satisfies Record<RefineMethod, unknown>;

interface Revision {
  readonly plan: string;
  readonly response: string;
}

/**
 * The best round, not the last: quality plateaus or falls, as STICK reports. A later round is kept only where its rate by
 * weight is higher than that of all earlier ones, or the same with fewer failed checks of code, and never where it fails
 * more. Items that any round has a verdict on and this one has none count as not met (`earnedRate`), and a round
 * without any rate is never better.
 * @returns its place in `rounds`, 0 being the start: the kept rate is never below the start's
 */
export function bestRound(rounds: readonly Pick<Round, 'judged'>[], weightOf?: (itemId: string) => number): number {
  const counted = countedItems(rounds.map(({ judged }) => judged));
  const worth = rounds.map(({ judged }, index) => ({
    rate: earnedRate(judged.verdicts, (id) => index > 0 && counted.has(id), weightOf),
    failed: failedChecks(judged),
  }));
  return worth.reduce((best, { rate, failed }, index) => {
    const most = worth[best] ?? { rate, failed };
    if (rate === null || most.rate === null || failed > most.failed) return best;
    const isSame = !isAbove(rate, most.rate) && !isAbove(most.rate, rate);
    return isAbove(rate, most.rate) || (isSame && failed < most.failed) ? index : best;
  }, 0);
}

function reasonToStop({ judged: { verdicts, passRate } }: Round, stopsWhenMet: boolean): Stop | null {
  if (verdicts.every(({ verdict }) => verdict.status === 'unscored')) return { why: 'nothing-scored' };
  if (passRate.no > 0 || !stopsWhenMet) return null;
  return { why: passRate.unscored === 0 ? 'nothing-to-mend' : 'rest-unscored' };
}

function revise(
  run: RunContext,
  agents: AgentModel,
  { task, items }: Checklist,
  { judged: { response, verdicts } }: Round,
  method: RefineMethod,
): Promise<Outcome<Revision>> {
  return method === 'checklist'
    ? refineResponse.ask(agents, run, { task, response, questions: answered(items, verdicts) })
    : selfCritique(run, agents, { task, response });
}

async function selfCritique(run: RunContext, agents: AgentModel, written: ResponseToTask): Promise<Outcome<Revision>> {
  const critique = await critiqueResponse.ask(agents, run, written);
  if (critique.status === 'unscored') return critique;
  const rewrite = await rewriteResponse.ask(agents, run, { ...written, critique: critique.value });
  return rewrite.status === 'unscored' ? rewrite : done({ plan: critique.value, response: rewrite.value });
}

/** Those with a yes or a no, the heaviest first: what is not applicable or unscored tells a writer nothing. */
function answered(items: Checklist['items'], verdicts: JudgedResponse['verdicts']): readonly AnsweredQuestion[] {
  const byItem = new Map(verdicts.map(({ itemId, verdict }) => [itemId, verdict]));
  return [...items]
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .flatMap((item) => {
      const verdict = byItem.get(item.id);
      const answer = verdict === undefined ? null : answerOf(verdict);
      const reason = answer === 'no' ? (verdict?.reason ?? '') : '';
      return answer === null ? [] : [{ question: questionInFull(item), answer, reason }];
    });
}
