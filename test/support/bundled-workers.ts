/** Processes that read documents start from a bundle: tests start a hundred of them, and through tsx each takes a second of computing. */
import childProcess, { type ForkOptions } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundled.ts';

const WORKER = new URL('../../src/pages/extraction-worker.ts', import.meta.url);
const bundle = await bundled(fileURLToPath(WORKER));
const { fork } = childProcess;

function forkBundled(program: string | URL, options: ForkOptions): childProcess.ChildProcess {
  if (String(program) !== WORKER.href) return fork(program, options);
  // Without `--import tsx`.
  return fork(bundle, { ...options, execArgv: options.execArgv?.slice(0, -2) });
}
Object.assign(childProcess, { fork: forkBundled });
syncBuiltinESMExports();
