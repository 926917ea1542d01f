/**
 * One EA-Web run of the built package in a fresh process, which is sent its settings. Measured is what a caller of
 * `discover` waits for, with everything that is loaded on the way; not the start of the process.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import type * as BuiltApp from '../../src/app/create-app.ts';
import type * as BuiltConfig from '../../src/config/load-config.ts';
import type * as BuiltSecrets from '../../src/config/secrets.ts';
import { INSTRUCTION } from './guide-world.ts';

const built = (path: string): Promise<unknown> => import(join(import.meta.dirname, '../../dist/src', path));
const { createApp } = (await built('app/create-app.js')) as typeof BuiltApp;
const { loadConfig } = (await built('config/load-config.js')) as typeof BuiltConfig;
const { readSecrets } = (await built('config/secrets.js')) as typeof BuiltSecrets;

process.send?.('ready');
const [flags] = (await once(process, 'message')) as unknown[];
const { settings } = await loadConfig({
  flags: z.record(z.string(), z.unknown()).parse(flags),
  env: {},
  configFile: null,
});
const app = await createApp({
  settings,
  secrets: readSecrets({ GROUNDRULE_API_KEY: 'none' }),
  defaultStorePath: '',
});
const before = process.cpuUsage();
const startMs = performance.now();
const set = await app.discover({ instruction: INSTRUCTION, context: null });
const wallMs = performance.now() - startMs;
const { user, system } = process.cpuUsage(before);
await app.close();
process.send?.({ set, wallMs, cpuMs: (user + system) / 1000 }, () => process.disconnect());
