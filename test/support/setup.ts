/** Keeps every test to itself: no console, no network but loopback, an environment that is put back. */
import { afterEach, beforeEach, expect } from 'vitest';
// Files of tests share their modules, and run this one each: what it imports is patched in once.
import './bundled-workers.ts';
import { takeOffences } from './refusals.ts';

let environment: NodeJS.ProcessEnv;

beforeEach(() => {
  environment = { ...process.env };
  takeOffences();
});

afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, environment);
  expect(takeOffences(), 'a test prints nothing and calls nobody').toEqual([]);
});
