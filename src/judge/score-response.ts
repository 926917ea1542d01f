/** Scores one response as a whole by a protocol, by one judge or by a panel. */
import type { Checklist } from '../domain/checklist.ts';
import type { NamedResponse, ResponseScore, ScoringProtocol as ScoringProtocolName } from '../domain/comparison.ts';
import { StepFailedError } from '../domain/errors.ts';
import { reasonsIn, unscored } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Scoring } from './scoring.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';
import { checklistFor, type CompareInput, type CompareOptions } from './compare.ts';
import { contextWarnings, usageOf } from './judge.ts';
import { abstentionWarnings, panelProvenance, panelScore } from './panel.ts';
import { SCORING } from './protocols/index.ts';
import { boundsFor, type ScoringProtocol } from './protocols/protocol.ts';
import { NO_AIDS, weakWarnings } from './protocols/prepare-aids.ts';
import { scoreOfEmpty, weighingWarnings } from './protocols/score.ts';
import { requireModel } from './require-model.ts';
import { membersOf } from './sampled.ts';
import { isBlank } from '../text/model-protocol.ts';
import { scoreInconsistency } from '../metrics/inconsistency.ts';
import { samplesOf, selectiveJudging, selectiveUse } from './selective.ts';

export type ScoreInput = NamedResponse & Pick<CompareInput, 'task' | 'checklist' | 'reference'>;
export type ScoreOptions = Omit<CompareOptions, 'by'> & { readonly by: ScoringProtocolName };

/**
 * @param run of this response alone: usage and calls are told apart by it
 * @throws InputError where there is no model, or a checklist or an instruction that the protocol needs is missing;
 *   LimitError, CancelledError; UnavailableError where the model cannot be asked at all
 */
export async function scoreResponse(
  run: RunContext,
  agents: AgentModel | null,
  { name, response, ...input }: ScoreInput,
  options: ScoreOptions,
): Promise<Scoring> {
  const { by, judging } = options;
  const protocol = SCORING[by];
  const { panel } = judging;
  const scorers = requireModel(agents, 'compares');
  const judges = membersOf(scorers, panel);
  if (isBlank(response))
    return {
      name,
      response,
      task: input.task,
      checklist: protocol.usesChecklist ? input.checklist : null,
      aids: null,
      by,
      scale: boundsFor(protocol, options.how),
      result: scoreOfEmpty(protocol, options.how),
      judges: {},
      warnings: [],
      usage: usageOf(run, agents),
    };
  return withinLimits(run, scorers.model, async () => {
    const scoredBy = async ({ model, agents: judge }: (typeof judges)[number]): Promise<Member> => {
      try {
        return { model, ...(await scoredByOne(run, judge, response, input, options)) };
      } catch (error) {
        if (!(error instanceof StepFailedError)) throw error;
        return { model, result: unscored(error.message), judges: {}, shown: null };
      }
    };
    const members = await timeStep(run, {}, 'comparing', judges.length, async () => {
      const result = await Promise.all(judges.map(scoredBy));
      const lost = reasonsIn(result.map((each): ResponseScore => each.result));
      return { result, lost, summary: `${name}: ${judges.length - lost.length} of ${judges.length} scores` };
    });
    const [first] = members;
    const shown = members.find((member) => member.shown !== null)?.shown ?? {
      task: input.task,
      checklist: null,
      aids: null,
    };
    const results = members.map(({ result }) => result);
    return {
      name,
      ...shown,
      response,
      by,
      scale: boundsFor(protocol, options.how),
      ...(panel.length === 0
        ? { result: first?.result ?? unscored('Nobody judged.'), ...selectiveIn(first) }
        : {
            result: panelScore(results),
            members: members.map((member) => ({
              model: member.model,
              result: member.result,
              ...selectiveIn(member),
            })),
          }),
      judges: panelProvenance(members.map((member) => member.judges)),
      warnings: [
        ...contextWarnings(shown.task),
        ...weighingWarnings(results),
        ...weakWarnings(shown.aids ?? NO_AIDS, options.how),
        ...(panel.length === 0 ? [] : abstentionWarnings(members)),
      ],
      usage: usageOf(run, agents),
    };
  });
}

interface ScoredByOne extends Pick<Scoring, 'result' | 'judges' | 'selective'> {
  /** What it was judged by; null where that could not be prepared. */
  readonly shown: Pick<Scoring, 'task' | 'checklist' | 'aids'> | null;
}
type Member = ScoredByOne & { readonly model: string };

const selectiveIn = (member: Pick<Member, 'selective'> | undefined) =>
  member?.selective === undefined ? {} : { selective: member.selective };

/** @throws StepFailedError where what it is judged by could not be prepared */
async function scoredByOne(
  run: RunContext,
  agents: AgentModel,
  response: string,
  input: Omit<ScoreInput, keyof NamedResponse>,
  options: ScoreOptions,
): Promise<ScoredByOne> {
  const protocol = SCORING[options.by];
  const { selective } = options.how;
  const judging = selective === null ? options.judging : selectiveJudging(options.judging);
  const scored = async (by: ScoringProtocol, checklist: Checklist | null): Promise<ScoredByOne> => {
    const task = checklist?.task ?? input.task;
    const work = { run, agents, task, reference: input.reference, judging, how: options.how };
    const { scoreOf, aids, judge, agents: asked } = await by.prepare(work, checklist);
    const judges = provenanceOf(asked, judge);
    return { result: await scoreOf(response), judges, shown: { task, checklist, aids } };
  };
  if (!protocol.usesChecklist) return scored(protocol, null);
  const list = checklistFor(run, agents, input, options);
  if (selective === null || protocol.without === undefined) return scored(protocol, await list.get());
  const first = await scored(protocol.without, null);
  const found = scoreInconsistency(samplesOf(first.result));
  const use = { ...selectiveUse(selective, found, judging.votes, list.calls), without: first.result };
  return { ...(use.used ? await scored(protocol, await list.get()) : first), selective: use };
}
