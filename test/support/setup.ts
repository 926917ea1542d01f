/** Keeps every test to itself: no console, no network but loopback, an environment that is put back. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect } from 'vitest';
// Files of tests share their modules, and run this one each: what it imports is patched in once.
import './bundled-workers.ts';
import { takeOffences } from './refusals.ts';

// Otherwise an array of at most 60 seldom has more than ten: limits would never be reached.
fc.configureGlobal({ ...fc.readConfigureGlobal(), defaultSizeToMaxWhenMaxSpecified: true });

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
