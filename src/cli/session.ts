/** What a command works with while it runs: settings, the client, progress and outputs; opened when asked for, closed at the end. */
import { systemClock } from '../client/clock.ts';
import type { Config } from '../config/load-config.ts';
import type { SettingName } from '../config/settings.ts';
import type { Groundrule } from '../groundrule.ts';
import type { ExitCode } from './exit-codes.ts';
import { openOutput, type Output } from './output/open-output.ts';
import { createProgress, type Progress } from './output/progress.ts';
import type { Shell } from './shell.ts';
import { withStopSignals } from './stop-signals.ts';

/** What was typed. */
export interface Call<Flags> {
  readonly shell: Shell;
  readonly flags: Flags;
  /** By their flags; undefined where one is not given. */
  readonly settings: Readonly<Partial<Record<SettingName, unknown>>>;
  readonly configFile: string | undefined;
}

export interface Session<Flags> extends Call<Flags> {
  /** Aborts when the process is told to stop. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** @throws InputError that names the setting which cannot be used */
  readonly config: () => Promise<Config>;
  readonly client: () => Promise<Groundrule>;
  /**
   * @param path undefined for stdout
   * @param flag as messages call it
   * @throws InputError where it cannot become a file
   */
  readonly output: (path?: string, flag?: string) => Promise<Output>;
  /** The same; it is closed at the end. */
  readonly closing: <Opened extends Closable>(opened: Opened) => Opened;
}

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
    // What is heavy is loaded when it is asked for: the process listens to signals before.
    const load = async () => {
      const { loadConfig } = await import('../config/load-config.ts');
      return loadConfig({ flags: call.settings, env: shell.env, configFile });
    };
    const open = async () => {
      const { openClient } = await import('./open-client.ts');
      return closing(
        await openClient(await session.config(), { env: shell.env, onEvent: progress.onEvent, signal }),
      );
    };
    const session: Session<Flags> = {
      ...call,
      signal,
      progress,
      config: () => (config ??= load()),
      client: () => (client ??= open()),
      output: async (path, flag) => closing(await openOutput(shell, path ?? null, flag)),
      closing,
    };
    try {
      return await work(session);
    } finally {
      progress.close();
      for (const one of opened.reverse()) await one.close();
    }
  });
}
