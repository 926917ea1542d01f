/** Lets Ctrl-C and `kill` stop the work cleanly; a second one ends the process at once. */
import { EXIT } from './exit-codes.ts';
import type { Shell, StopSignal } from './shell.ts';

/** Work that is handed a signal which aborts, with the name of what the process was sent, when it should stop. */
export async function withStopSignals<Result>(
  shell: Shell,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const stop = (name: StopSignal) => () => {
    if (controller.signal.aborted) shell.exit(name === 'SIGTERM' ? EXIT.terminated : EXIT.interrupted);
    controller.abort(name);
  };
  const handlers = [['SIGINT', stop('SIGINT')] as const, ['SIGTERM', stop('SIGTERM')] as const];
  for (const [name, handler] of handlers) shell.on(name, handler);
  try {
    return await work(controller.signal);
  } finally {
    for (const [name, handler] of handlers) shell.off(name, handler);
  }
}
