/** What a command works with while it runs: settings, client, progress and outputs. Opened on first use, closed at the end. */
import { systemClock } from '../client/clock.ts';
import type { Config } from '../config/load-config.ts';
import type { SettingName } from '../config/settings.ts';
import type { Groundrule, GroundruleSetup } from '../groundrule.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { layoutOf } from './output/layout-of.ts';
import { createInputKeeper, type InputKeeper } from './output/keep-inputs.ts';
import { openOutput, type Output } from './output/open-output.ts';
import { createProgress, type Progress } from './output/progress.ts';
import type { Layout } from '../report/layout.ts';
import type { Shell, StopSignal } from './shell.ts';

export interface Call<Flags> {
  readonly shell: Shell;
  readonly flags: Flags;
  /** By their flags; undefined where one is not given. */
  readonly settings: Readonly<Partial<Record<SettingName, unknown>>>;
  readonly configFile: string | undefined;
  /** Value of `--out` where it names the file of what is printed. */
  readonly outFile: string | undefined;
  readonly work: Work | undefined;
  /** Flags on the command line that have no effect without a model. */
  readonly modelFlags: readonly string[];
  readonly isService: boolean;
}

/** `discovery`: all settings count; `model`: only those about a model do. */
export type Work = 'discovery' | 'model';

export interface Session<Flags> extends Call<Flags> {
  readonly signal: AbortSignal;
  /** Aborts the signal: for what ends a command beside those that it is sent. */
  readonly stop: () => void;
  readonly stdin: Shell['stdin'];
  readonly beforeReading: InputKeeper['beforeReading'];
  /** For files that `output` does not open. */
  readonly beforeWriting: InputKeeper['beforeWriting'];
  readonly progress: Progress;
  readonly config: () => Promise<Config>;
  readonly client: () => Promise<Groundrule>;
  /** What a client is opened with, here or in another process. */
  readonly setup: () => Promise<ClientSetup>;
  /**
   * @param path undefined or `-` for stdout
   * @param flag as messages call it
   * @throws InputError where the command has read the file
   */
  readonly output: (path?: string, flag?: string) => Promise<Output>;
  /** Where `print` writes: the file of `--out`, or stdout. Opened before the command runs. */
  readonly out: Output;
  /** Writes the result to `out`, and says where it is if that is a file. */
  readonly print: (render: (layout: Layout) => string | Promise<string>) => Promise<void>;
  readonly closing: <Opened extends Closable>(opened: Opened) => Opened;
  /** Prints what the model calls took; nothing where no model was asked. A failed run prints it in any case. */
  readonly reportUsage: () => Promise<void>;
}

type ClientSetup = Pick<GroundruleSetup, 'config' | 'secrets' | 'proxy' | 'defaultStorePath'>;

/** Long enough for a restart or an update of the store's server. */
const MAX_STORE_AWAY_MS = 600_000;

interface Closable {
  close(): Promise<void>;
}

export function runInSession<Flags extends Readonly<Record<string, unknown>>>(
  call: Call<Flags>,
  work: (session: Session<Flags>) => Promise<ExitCode | undefined>,
): Promise<ExitCode> {
  const { shell, flags, configFile } = call;
  const detail = flags['quiet'] === true ? 'quiet' : flags['verbose'] === true ? 'verbose' : 'normal';
  const progress = createProgress(shell, detail, systemClock);
  const run = async (signal: AbortSignal, stop: () => void) => {
    const opened: Closable[] = [];
    const closing = <Opened extends Closable>(one: Opened): Opened => {
      opened.push(one);
      return one;
    };
    let config: Promise<Config> | undefined;
    let client: Promise<Groundrule> | undefined;
    const reported = { usage: false };
    const inputs = createInputKeeper();
    // Heavy modules are loaded on first use: the process listens to signals before.
    const load = async () => {
      const { loadConfig, storeFilesOf } = await import('../config/load-config.ts');
      const loaded = await loadConfig({ flags: call.settings, env: shell.env, configFile });
      const { configFiles, settings } = loaded;
      for (const path of [...configFiles.map((file) => file.path), settings.prices, ...storeFilesOf(loaded, shell.env)])
        if (path !== null) await inputs.beforeReading(path);
      const { guideType } = await import('../search/library/guide-file.ts');
      for (const folder of settings.library)
        await inputs.beforeReadingFolder(folder, (name) => guideType(name) !== null);
      if (settings.prompts !== null) await inputs.beforeReadingFolder(settings.prompts, (name) => name.endsWith('.md'));
      if (call.work === undefined) return loaded;
      const { refuseContradictions, refuseIdleModelFlags } = await import('../config/refuse-contradictions.ts');
      if (call.work === 'discovery') refuseContradictions(loaded);
      else refuseIdleModelFlags(loaded, call.modelFlags);
      return loaded;
    };
    const setup = async (): Promise<ClientSetup> => {
      const { defaultStorePath, readProxy, readSecrets } = await import('../config/environment.ts');
      const { env } = shell;
      return {
        config: await session.config(),
        secrets: readSecrets(env),
        proxy: readProxy(env),
        defaultStorePath: defaultStorePath(env),
      };
    };
    const open = async () => {
      const [{ openGroundrule }, given] = await Promise.all([import('../groundrule.ts'), setup()]);
      const { onEvent, onAwaitAnswers } = progress;
      return closing(await openGroundrule({ ...given, onEvent, onAwaitAnswers, signal, storePatience }));
    };
    const storePatience = { signal, ...(call.isService ? {} : { maxAwayMs: MAX_STORE_AWAY_MS }) };
    const usage = async () => (client === undefined ? [] : (await client).usage());
    const output: Session<Flags>['output'] = async (path, flag) => {
      if (path === undefined || path === '-') return openOutput(shell, null);
      await inputs.beforeWriting(path, flag);
      return openOutput(shell, path, flag);
    };
    const out = await output(call.outFile);
    const session: Session<Flags> = {
      ...call,
      out,
      print: async (render) => {
        progress.close();
        await out.write(await render(out));
        if (out.path !== null) progress.note(`written to ${out.path}`);
      },
      signal,
      stop,
      stdin: shell.stdin,
      beforeReading: inputs.beforeReading,
      beforeWriting: inputs.beforeWriting,
      progress,
      config: () => (config ??= load()),
      client: () => (client ??= open()),
      setup,
      output,
      closing,
      reportUsage: async () => {
        reported.usage = true;
        const taken = await usage();
        if (taken.length === 0) return;
        const { renderUsage, spentText } = await import('../report/costs.ts');
        progress.show(renderUsage(taken, layoutOf(shell.stderr, shell.env)).trimEnd());
        const { sharedBudget } = (await session.config()).settings;
        const budget = sharedBudget === null ? null : await (await session.client()).store.budgets.get(sharedBudget);
        if (sharedBudget !== null && budget !== null) progress.note(`budget ${sharedBudget}: ${spentText(budget)}`);
      },
    };
    const failures: unknown[] = [];
    const attempt = async <Result>(step: () => Promise<Result>): Promise<Result | undefined> => {
      try {
        return await step();
      } catch (error) {
        failures.push(error);
        return undefined;
      }
    };
    const code = await attempt(async () => (await work(session)) ?? EXIT.done);
    if (failures.length > 0 && !reported.usage)
      await attempt(async () => {
        if ((await usage()).some(({ inputTokens }) => inputTokens > 0)) await session.reportUsage();
      });
    progress.close();
    for (const one of opened.reverse()) await attempt(() => one.close());
    // The command's own error is the cause of any later one.
    if (code === undefined || failures.length > 0) throw failures[0];
    return code;
  };
  return withStopSignals(shell, run, () => progress.close());
}

/** A terminal sends one key press to all processes of its group, and npm hands on what it is sent: two, no time apart. */
const SAME_PRESS_MS = 300;

/** SIGINT and SIGTERM abort the signal, with their name as the reason; a second one ends the process at once. */
export async function withStopSignals<Result>(
  shell: Shell,
  work: (signal: AbortSignal, stop: () => void) => Promise<Result>,
  beforeExit: () => void = () => undefined,
): Promise<Result> {
  const controller = new AbortController();
  let firstMs = Infinity;
  const handlers = (['SIGINT', 'SIGTERM'] as const).map((name: StopSignal) => {
    const stop = () => {
      const nowMs = performance.now();
      if (nowMs - firstMs > SAME_PRESS_MS) {
        beforeExit();
        shell.exit(name === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted);
      }
      firstMs = Math.min(firstMs, nowMs);
      controller.abort(name);
    };
    shell.on(name, stop);
    return [name, stop] as const;
  });
  try {
    return await work(controller.signal, () => {
      firstMs = Math.min(firstMs, performance.now());
      controller.abort();
    });
  } finally {
    for (const [name, stop] of handlers) shell.off(name, stop);
  }
}
