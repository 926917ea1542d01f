/** What a command works with while it runs: settings, the client, progress and outputs; opened when asked for, closed at the end. */
import { systemClock } from '../client/clock.ts';
import type { Config } from '../config/load-config.ts';
import type { SettingName } from '../config/settings.ts';
import type { Groundrule, GroundruleSetup } from '../groundrule.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { layoutOf, openOutput, type Output } from './output/open-output.ts';
import { createProgress, type Progress } from './output/progress.ts';
import type { Shell, StopSignal } from './shell.ts';

/** What was typed. */
export interface Call<Flags> {
  readonly shell: Shell;
  readonly flags: Flags;
  /** By their flags; undefined where one is not given. */
  readonly settings: Readonly<Partial<Record<SettingName, unknown>>>;
  readonly configFile: string | undefined;
  /** Others ask it, and hear of a store that is away. */
  readonly isService: boolean;
}

export interface Session<Flags> extends Call<Flags> {
  /** Aborts when the process is told to stop. */
  readonly signal: AbortSignal;
  readonly stdin: Shell['stdin'];
  readonly progress: Progress;
  /** @throws InputError that names the setting which cannot be used */
  readonly config: () => Promise<Config>;
  readonly client: () => Promise<Groundrule>;
  /** What a client is opened with, here or in another process. */
  readonly setup: () => Promise<ClientSetup>;
  /**
   * @param path undefined or `-` for stdout
   * @param flag as messages call it
   * @throws InputError where it cannot become a file
   */
  readonly output: (path?: string, flag?: string) => Promise<Output>;
  /** What is closed at the end. */
  readonly closing: <Opened extends Closable>(opened: Opened) => Opened;
  /** Says what the model calls took; nothing where no model was asked. What a failed run paid for is said in any case. */
  readonly reportUsage: () => Promise<void>;
}

type ClientSetup = Pick<GroundruleSetup, 'config' | 'secrets' | 'proxy' | 'defaultStorePath'>;

/** A command rides out a restart or an update of its store's server; what lasts longer, somebody has to look at. */
const MAX_STORE_AWAY_MS = 600_000;

interface Closable {
  close(): Promise<void>;
}

export function runInSession<Flags extends Readonly<Record<string, unknown>>>(
  call: Call<Flags>,
  work: (session: Session<Flags>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { shell, flags, configFile } = call;
  return withStopSignals(shell, async (signal) => {
    const detail = flags['quiet'] === true ? 'quiet' : flags['verbose'] === true ? 'verbose' : 'normal';
    const progress = createProgress(shell, detail, systemClock);
    const opened: Closable[] = [];
    const closing = <Opened extends Closable>(one: Opened): Opened => {
      opened.push(one);
      return one;
    };
    let config: Promise<Config> | undefined;
    let client: Promise<Groundrule> | undefined;
    const reported = { usage: false };
    // What is heavy is loaded when it is asked for: the process listens to signals before.
    const load = async () => {
      const { loadConfig } = await import('../config/load-config.ts');
      return loadConfig({ flags: call.settings, env: shell.env, configFile });
    };
    const setup = async (): Promise<ClientSetup> => {
      const { defaultStorePath, readProxy, readSecrets } = await import('../config/environment.ts');
      const { env } = shell;
      const asked = await session.config();
      return {
        config: asked,
        secrets: readSecrets(env),
        proxy: readProxy(env),
        defaultStorePath: defaultStorePath(env),
      };
    };
    const open = async () => {
      const [{ openGroundrule }, given] = await Promise.all([import('../groundrule.ts'), setup()]);
      return closing(await openGroundrule({ ...given, onEvent: progress.onEvent, signal, storePatience }));
    };
    const storePatience = { signal, ...(call.isService ? {} : { maxAwayMs: MAX_STORE_AWAY_MS }) };
    const usage = async () => (client === undefined ? [] : (await client).usage());
    const session: Session<Flags> = {
      ...call,
      signal,
      stdin: shell.stdin,
      progress,
      config: () => (config ??= load()),
      client: () => (client ??= open()),
      setup,
      output: (path, flag) => openOutput(shell, path === undefined || path === '-' ? null : path, flag),
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
    const code = await attempt(() => work(session));
    if (failures.length > 0 && !reported.usage)
      await attempt(async () => {
        if ((await usage()).some(({ inputTokens }) => inputTokens > 0)) await session.reportUsage();
      });
    progress.close();
    for (const one of opened.reverse()) await attempt(() => one.close());
    // The command's own error comes first; what followed from it is left out.
    if (code === undefined || failures.length > 0) throw failures[0];
    return code;
  });
}

/** Ctrl-C and `kill` abort the signal, whose reason is what the process was sent; a second one ends the process at once. */
export async function withStopSignals<Result>(
  shell: Shell,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const handlers = (['SIGINT', 'SIGTERM'] as const).map((name: StopSignal) => {
    const stop = () => {
      if (controller.signal.aborted) shell.exit(name === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted);
      controller.abort(name);
    };
    shell.on(name, stop);
    return [name, stop] as const;
  });
  try {
    return await work(controller.signal);
  } finally {
    for (const [name, stop] of handlers) shell.off(name, stop);
  }
}
