/** Runs an experiment: makes the lists and verdicts that its file names, model by model, and measures them. */
import { LimitError } from '../domain/errors.ts';
import type { AgentProvenance, ModelUsage } from '../domain/model.ts';
import type { Groundrule } from '../groundrule.ts';
import { attempts, type Missing } from './attempts.ts';
import type { LoadedExperiment } from './experiment-data.ts';
import { isJudgedBy, type ExperimentModel } from './experiment-file.ts';
import { matrixOf, type Matrix } from './matrix.ts';
import { runParts, type ExperimentPart, type RanPart } from './run-part.ts';

export interface ExperimentTools {
  /** One at a time. @param model null: that of the settings @param usage of the models before @throws LimitError where nothing is left for it */
  readonly open: (model: ExperimentModel | null, usage: readonly ModelUsage[]) => Promise<Groundrule>;
  readonly concurrency: number;
  readonly onProgress: (text: string) => void;
}

export interface ExperimentResult {
  readonly experiment: LoadedExperiment;
  readonly matrix: Matrix;
  readonly parts: readonly ExperimentPart[];
  readonly missing: readonly Missing[];
  /** Questions that a model did not answer: figures leave them out. */
  readonly unanswered: number;
  readonly stoppedBy: Error | null;
  readonly startedAt: string;
  readonly elapsedMs: number;
  /** Of this run: what was answered before cost nothing now. */
  readonly usage: readonly ModelUsage[];
  readonly agents: AgentProvenance;
}

/** @throws CancelledError; whatever else befalls a row, a mode or a protocol stands in `missing` */
export async function runExperiment(experiment: LoadedExperiment, tools: ExperimentTools): Promise<ExperimentResult> {
  const startedAt = new Date().toISOString();
  const startMs = performance.now();
  const tries = attempts(tools.concurrency, tools.onProgress);
  for (const { id, unusable } of experiment.data) for (const reason of unusable) tries.miss(id, reason);
  const models = experiment.models.length === 0 ? [null] : experiment.models;
  const ran: RanPart[] = [];
  const usage: ModelUsage[] = [];
  for (const model of models) {
    const id = model?.id ?? null;
    const client = await tools.open(model, usage).catch((error: unknown) => {
      if (!(error instanceof LimitError)) throw error;
      tries.stop(error);
      tries.miss(id ?? 'all', error.message);
    });
    if (client === undefined) continue;
    const ofModel = { ...experiment, protocols: experiment.protocols.filter((protocol) => isJudgedBy(protocol, id)) };
    try {
      ran.push(...(await runParts(ofModel, id, { ...tools, client, tries })));
    } catch (error) {
      // Its own error counts, not one of closing.
      await client.close().catch(() => undefined);
      throw error;
    }
    usage.push(...client.usage());
    await client.close();
  }
  const parts = ran.map(({ part }) => part);
  return {
    experiment,
    matrix: matrixOf(experiment, parts),
    parts,
    missing: tries.missing(),
    unanswered: tries.unanswered(),
    stoppedBy: tries.stoppedBy(),
    startedAt,
    elapsedMs: performance.now() - startMs,
    usage,
    agents: Object.fromEntries(ran.flatMap(({ agents }) => agents).flatMap((each) => Object.entries(each))),
  };
}
