/**
 * One EA-Web run of the built package in a fresh process, which is sent its settings and the instruction. Plain
 * JavaScript, so that the package is loaded as its users load it: a loader for TypeScript slows every import down.
 * Measured is what a caller of `discover` waits for, with everything that is loaded on the way; not the start of the
 * process.
 */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { openGroundrule } from '../../dist/src/groundrule.js';
import { loadConfig } from '../../dist/src/config/load-config.js';
import { readSecrets } from '../../dist/src/config/environment.js';

process.send?.('ready');
const [{ flags, instruction }] = await once(process, 'message');
const config = await loadConfig({ flags, env: {}, configFile: null });
const app = await openGroundrule({
  config,
  secrets: readSecrets({ GROUNDRULE_API_KEY: 'none' }),
  defaultStorePath: '',
});
const before = process.cpuUsage();
const startMs = performance.now();
const set = await app.discover({ instruction, context: null });
const wallMs = performance.now() - startMs;
const { user, system } = process.cpuUsage(before);
await app.close();
process.send?.({ set, wallMs, cpuMs: (user + system) / 1000 }, () => process.disconnect());
