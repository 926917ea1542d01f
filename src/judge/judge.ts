/** Judges one response by a checklist (TICK): by code what code can count, the rest by a judge, and never a guess. */
import { scoreResponse } from '../../agents/score-response.ts';
import { judgeLevels } from '../../agents/judge-levels.ts';
import { judgeResponse } from '../../agents/judge-response.ts';
import type { JudgedItem } from '../llm/agent-kit/judged-item.ts';
import type { Checklist, ChecklistItem, Level } from '../domain/checklist.ts';
import type { ItemVerdict, JudgedResponse, Judgement, ResponseQuote, Verdict } from '../domain/judgement.ts';
import type { ModelUsage } from '../domain/model.ts';
import { reasonsIn, unscored, type Outcome, type Outcomes } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { JudgeOptions } from './judge-options.ts';
import { functionCaller } from './checks/call-function.ts';
import { timeForResponse } from './checks/count/patterns.ts';
import { codeVerdict, decidedByCode, openForJudge, type CodeDecision } from './code-verdict.ts';
import { membersOf, sampled } from './sampled.ts';
import { implicitScore } from './implicit-score.ts';
import { passRateOf } from './pass-rate.ts';
import { counts } from '../domain/groups.ts';
import { scoreOf } from '../metrics/scores.ts';
import { tallyPanel } from './panel.ts';
import { isUnread, tallyVotes, type CheckedJudgement } from './tally-votes.ts';
import type { JudgedByItems } from '../llm/agent-kit/verdict-rows.ts';
import { isContextShortened } from '../llm/agent-kit/fenced-input.ts';
import { questionInFull } from '../llm/agent-kit/question.ts';
import { provenanceOf, type AgentModel, type Sample } from '../llm/define-agent.ts';
import { inBatchesWithRetry, type BatchOutcome } from '../llm/in-batches.ts';
import { quoteAligner, type QuoteAligner } from '../pages/align-quote.ts';
import { quoteAndNearest } from '../pages/nearest-wording.ts';
import { isBlank } from '../text/model-protocol.ts';
import { plural } from '../text/plural.ts';
import { shuffled } from '../text/shuffled.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';

export interface JudgeInput {
  /** A file's name, or `-`; for people. */
  readonly name: string;
  readonly response: string;
  readonly checklist: Checklist;
}

/**
 * @param run of this response alone: usage and calls are told apart by it
 * @param agents null: no model is named, and what code cannot check is unscored
 * @returns one verdict per item; items that nobody could judge are unscored, with the reason
 * @throws LimitError, CancelledError; InputError or UnavailableError where the model cannot be asked at all
 */
export async function judge(
  run: RunContext,
  agents: AgentModel | null,
  { name, response, checklist }: JudgeInput,
  options: JudgeOptions,
): Promise<Judgement> {
  const warnings: string[] = [];
  const byCode = new Map<string, CodeDecision>();
  // NO also where the response gives nothing to tell by (TICK): of a fault as well, or writing nothing would be rewarded.
  const isEmpty = isBlank(response);
  const onEmpty = isEmpty ? decidedByCode(false, EMPTY_RESPONSE) : null;
  const patternsLeft = timeForResponse();
  const byCheck = (item: ChecklistItem) => {
    const { id, text, question } = item;
    const about = { item: { id, text, question }, task: checklist.task, signal: run.signal };
    return codeVerdict(item, response, patternsLeft, functionCaller(options.checks ?? {}, about));
  };
  for (const item of checklist.items)
    byCode.set(item.id, onEmpty ?? (options.codeChecks ? await byCheck(item) : CHECKS_ARE_OFF));
  const open = checklist.items.filter(({ id }) => byCode.get(id)?.isForJudge !== false);
  const judges = open.length === 0 ? null : agents;
  const byJudge =
    judges === null
      ? new Map<string, Verdict>()
      : await withinLimits(run, judges.model, () =>
          judgedByModel(run, judges, { name, response, checklist }, open, options, warnings),
        );
  if (judges !== null) warnings.push(...contextWarnings(checklist.task));

  const { score } = options;
  const isScoredAsWhole = score === 'rar-implicit' && !isEmpty;
  const implicit = isScoredAsWhole ? await implicitScore(run, agents, { response, checklist }, options) : null;
  const wholeScore = isEmpty ? 0 : (implicit?.value ?? null);
  const answering = implicit === null ? judges : agents;
  const verdicts: ItemVerdict[] = checklist.items.map(({ id }) => ({
    itemId: id,
    verdict: byJudge.get(id) ?? (byCode.get(id) ?? CHECKS_ARE_OFF).verdict,
  }));
  return {
    name,
    response,
    checklist,
    verdicts,
    passRate: passRateOf(checklist.items, verdicts),
    ...(score === undefined ? {} : { score: scoreOf(score, checklist.items, verdicts, wholeScore) }),
    warnings,
    judge: answering === null ? null : describeJudge(answering, options.panel, checklist, implicit !== null),
    usage: usageOf(run, agents),
  };
}

export const EMPTY_RESPONSE = 'The response is empty.';
const CHECKS_ARE_OFF = openForJudge('No model is named, and checks by code are off.');

/** One of several responses that are judged by one checklist and one judge, without what stands beside all of them. */
export async function judgeOne(
  ...judging: Parameters<typeof judge>
): Promise<{ readonly judged: JudgedResponse; readonly judge: Judgement['judge'] }> {
  const { name, response, verdicts, passRate, score, warnings, judge: judgedBy } = await judge(...judging);
  const judged = { name, response, verdicts, passRate, ...(score === undefined ? {} : { score }), warnings };
  return { judged, judge: judgedBy };
}

/** What the model calls of the run took so far. */
export function usageOf(run: RunContext, agents: AgentModel | null): ModelUsage[] {
  return [...(agents?.model.usage(run.runId) ?? [])];
}

export function contextWarnings(task: Task | null): readonly string[] {
  return isContextShortened(task) ? ['The context is long: the judge is shown its beginning and its end.'] : [];
}

function describeJudge(
  agents: AgentModel,
  panel: readonly string[],
  { items }: Checklist,
  isScoredAsWhole: boolean,
): Judgement['judge'] {
  const hasLevels = items.some(({ levels }) => levels !== undefined);
  const further = [...(hasLevels ? [judgeLevels] : []), ...(isScoredAsWhole ? [scoreResponse] : [])];
  const judges = Object.entries(provenanceOf(agents, judgeResponse, ...further));
  const prompts = Object.fromEntries(judges.map(([name, { promptHash }]) => [name, promptHash]));
  return { model: panel.length > 0 ? panel.join(', ') : (judges[0]?.[1].model ?? ''), prompts };
}

async function judgedByModel(
  run: RunContext,
  agents: AgentModel,
  { name, response, checklist }: JudgeInput,
  items: readonly ChecklistItem[],
  { itemsPerCall, votes, analysis, seed, panel }: JudgeOptions,
  warnings: string[],
): Promise<ReadonlyMap<string, Verdict>> {
  const align = quoteAligner(response);
  const { task } = checklist;
  const questions = items.map((item) => ({
    id: item.id,
    question: questionInFull(item),
    ...(item.levels === undefined ? {} : { levels: item.levels }),
  }));
  return timeStep(run, {}, 'judging', items.length, async () => {
    const answers = await Promise.all(
      membersOf(agents, panel).map(async (member) => ({
        model: member.model,
        samples: await sampled(votes, (sample) => {
          const inOrder = seed === null ? questions : shuffled(questions, `${seed} ${sample.sampleIndex}`);
          return judgeItems(run, member.agents, { task, response, items: inOrder, analysis, itemsPerCall }, sample);
        }),
      })),
    );
    const unread: string[] = [];
    const verdicts = new Map(
      items.map((item) => {
        const lost: string[] = [];
        const members = answers.map(({ model, samples }) => {
          const judgements = samples.map((outcomes) => checked(outcomes.get(item.id), response, align, lost));
          return { model, verdict: tallyVotes(judgements) };
        });
        warnings.push(...lost.map((quote) => `${item.id}: ${LOST_QUOTE}: ${quoteAndNearest(response, quote)}`));
        const [only] = members;
        unread.push(...members.flatMap(({ model, verdict }) => (isUnread(verdict) ? [model] : [])));
        return [item.id, panel.length === 0 && only !== undefined ? only.verdict : tallyPanel(members)] as const;
      }),
    );
    if (panel.length > 0)
      for (const [model, count] of counts(unread))
        warnings.push(`${model} of the panel gave no readable verdict on ${count} of ${plural(items.length, 'item')}.`);
    const lost = reasonsIn(verdicts.values());
    const summary = `${name}: ${items.length - lost.length} of ${plural(items.length, 'item')} judged`;
    return { result: verdicts, lost, summary };
  });
}

export interface ItemsToJudge extends JudgedByItems<{ readonly levels?: readonly Level[] }> {
  /** The most items that share a call. */
  readonly itemsPerCall: number;
}

/** One outcome for each item. Those with levels are asked apart: their answers have another form. */
export async function judgeItems(
  run: RunContext,
  agents: AgentModel,
  { items, itemsPerCall, ...shown }: ItemsToJudge,
  sample: Sample,
): Promise<Outcomes<JudgedItem>> {
  const leveled = items.flatMap(({ levels, ...item }) => (levels === undefined ? [] : [{ ...item, levels }]));
  const plain = items.filter(({ levels }) => levels === undefined);
  const [byYesOrNo, byLevel] = await Promise.all([
    inNumberedBatches(plain, itemsPerCall, (batch) =>
      judgeResponse.ask(agents, run, { ...shown, items: batch }, sample),
    ),
    inNumberedBatches(leveled, itemsPerCall, (batch) =>
      judgeLevels.ask(agents, run, { ...shown, items: batch }, sample),
    ),
  ]);
  return new Map(items.map(({ id }) => [id, byYesOrNo.get(id) ?? byLevel.get(id) ?? NO_OUTCOME]));
}

/** Batches are made in the order of ids: numbered as they are asked, the items keep theirs. */
async function inNumberedBatches<Item extends { readonly id: string }>(
  items: readonly Item[],
  itemsPerCall: number,
  ask: (batch: readonly Item[]) => Promise<BatchOutcome<JudgedItem>>,
): Promise<Outcomes<JudgedItem>> {
  const numbered = items.map((item, index) => ({ id: `n${index}`, item }));
  // A verdict in prose can be read of one item alone.
  const outcomes = await inBatchesWithRetry(
    numbered,
    itemsPerCall,
    (batch) => ask(batch.map(({ id, item }) => ({ ...item, id }))),
    { retryFailedBatch: true },
  );
  return new Map(numbered.map(({ id, item }) => [item.id, outcomes.get(id) ?? NO_OUTCOME]));
}

const LOST_QUOTE = 'the judge quoted words that the response does not have, left out';
const NO_OUTCOME = unscored('The judge gave no outcome for it.');

/** @param lost gets the quotes that are not the response's own words; they are no part of the verdict */
function checked(
  outcome: Outcome<JudgedItem> | undefined,
  response: string,
  align: QuoteAligner,
  lost: string[],
): Outcome<CheckedJudgement> {
  if (outcome?.status !== 'done') return outcome ?? NO_OUTCOME;
  const quotes = new Map<string, ResponseQuote>();
  for (const claimed of outcome.value.quotes) {
    const span = align(claimed);
    if (span === null) {
      if (claimed.trim() !== '') lost.push(claimed);
    } else quotes.set(`${span.start} ${span.end}`, { quote: response.slice(span.start, span.end), ...span });
  }
  return { status: 'done', value: { ...outcome.value, quotes: [...quotes.values()] } };
}
