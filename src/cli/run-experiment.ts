/** What `groundrule experiment run` needs, so that it loads one module when it runs. */
import { promptsOf } from '../client/engine.ts';
import { systemClock } from '../client/clock.ts';
import { readSecrets } from '../config/environment.ts';
import { describeSettings } from '../config/load-config.ts';
import type { Settings } from '../config/settings.ts';
import { packageInfo } from '../config/package-root.ts';
import { planExperiment, settingsFor, type ExperimentPlan } from '../experiment/plan-experiment.ts';
import type { LoadedExperiment } from '../experiment/experiment-data.ts';
import { runExperiment } from '../experiment/run-experiment.ts';
import { openGroundrule } from '../groundrule.ts';
import type { ExperimentReport } from '../report/experiment.ts';
import type { Taken } from '../domain/budget.ts';
import type { ModelUsage } from '../domain/model.ts';
import { usdOf } from '../domain/usd-of.ts';
import { InputError, LimitError } from '../domain/errors.ts';
import { loadExperiment } from '../experiment/load-experiment.ts';
import { limitText } from '../run/within-limits.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import type { Session } from './session.ts';

export interface ChosenOfExperiment {
  /** Files of data, by id. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** Models by id; null: that of the file. Empty: all of the file. */
  readonly models: ReadonlyMap<string, string | null>;
}

export async function experimentPlan(
  session: Session<unknown>,
  file: string,
  { places, models }: ChosenOfExperiment,
  concurrency: number,
): Promise<ExperimentPlan> {
  const { shell, signal, progress } = session;
  const experiment = await loadExperiment(session, file, places, models);
  const config = await session.config();
  refuseWithoutWeakModel(experiment, config.settings.modelByRole);
  return planExperiment(experiment, config, readSecrets(shell.env), {
    concurrency,
    signal,
    onProgress: (text) => progress.status('plan', () => text),
  });
}

export async function runExperimentFile(
  session: Session<unknown>,
  file: string,
  { places, models }: ChosenOfExperiment,
  concurrency: number,
): Promise<ExperimentReport> {
  const { signal, progress } = session;
  const experiment = await loadExperiment(session, file, places, models);
  const setup = await session.setup();
  const { config } = setup;
  refuseWithoutWeakModel(experiment, config.settings.modelByRole);
  const startMs = systemClock.monotonicMs();
  const result = await runExperiment(experiment, {
    concurrency,
    onProgress: (text) => progress.status('experiment', () => text),
    open: async (model, usage) => {
      const seconds = (systemClock.monotonicMs() - startMs) / 1000;
      return openGroundrule({
        ...setup,
        config: { ...config, settings: settingsFor(config.settings, experiment, model) },
        takenBefore: takenOf(config.settings, usage, seconds),
        // A warning of each row would bury the rest; what is missing stands in the report.
        onEvent: (event) => (event.type === 'warning' ? undefined : progress.onEvent(event)),
        onAwaitAnswers: progress.onAwaitAnswers,
        signal,
      });
    },
  });
  const settings = describeSettings(config)
    .filter(({ name, origin }) => origin !== 'default' && name !== 'store')
    .map(({ name, value }) => ({ name, value }));
  return {
    ...result,
    settings,
    prompts: await promptSet(config.settings),
    command: [
      ...['npx', 'groundrule', 'experiment', 'run', file],
      ...[...places].flatMap(([id, files]) => files.flatMap((place) => ['--data', `${id}=${place}`])),
      ...[...models].flatMap(([id, model]) => ['--models', model === null ? id : `${id}=${model}`]),
    ]
      .map(shellWord)
      .join(' '),
    groundruleVersion: packageInfo().version,
    nodeVersion: process.versions.node,
  };
}

/** In quotes where a shell would read it as something else. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Limits hold for all models of the experiment together. @throws LimitError where nothing is left of one */
function takenOf(settings: Settings, usage: readonly ModelUsage[], seconds: number): Taken {
  // A shared budget counts what the models before took.
  const counted = settings.sharedBudget === null ? usage : [];
  const taken = {
    calls: counted.reduce((sum, { calls }) => sum + calls, 0),
    tokens: counted.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0),
    usd: usdOf(counted) ?? 0,
    seconds,
  };
  const amounts = { maxSeconds: seconds, maxUsd: taken.usd, maxCalls: taken.calls, maxTokens: taken.tokens };
  for (const [limit, amount] of Object.entries(amounts) as [keyof typeof amounts, number][]) {
    const allowed = settings[limit];
    if (allowed !== null && amount > 0 && amount >= allowed)
      throw new LimitError(`The limit of ${limitText(limit, allowed)} was reached before the next model.`, {
        advice: 'Raise the limit and run again: stored answers are not paid for twice.',
      });
  }
  return taken;
}

/** Which prompts the agents have: ours, or ours with some replaced by the folder of the settings. */
async function promptSet(settings: Settings): Promise<ExperimentReport['prompts']> {
  const hashes = [...(await promptsOf(settings))].map(([name, { hash }]) => [name, hash] as const);
  return {
    set: settings.prompts === null ? 'bundled' : 'own',
    sha256: sha256Hex(canonicalJson(Object.fromEntries(hashes))),
  };
}

/** The judge's own output is not the weak one that CAMIEval contrasts with. */
function refuseWithoutWeakModel(
  { protocols, models }: LoadedExperiment,
  modelByRole: Readonly<Record<string, string>>,
): void {
  const contrasting = protocols.find(
    ({ dimensions = 0, dimensionsFrom = 'contrast' }) => dimensions > 0 && dimensionsFrom === 'contrast',
  );
  if (contrasting === undefined) return;
  const roles = models.length === 0 ? [modelByRole] : models.map((model) => ({ ...modelByRole, ...model.roles }));
  if (roles.every(({ weak }) => weak !== undefined)) return;
  throw new InputError(
    `The protocol “${contrasting.id}” contrasts with a weak output, and no model is chosen to write it.`,
    {
      advice: 'Name one with --role-model weak=MODEL, or as roles: { weak: MODEL } of each model in the file.',
    },
  );
}
