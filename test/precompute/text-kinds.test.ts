import { expect, it } from 'vitest';
import type { EngineDescription, KindNaming } from '../../src/domain/engine.ts';
import { done } from '../../src/domain/outcome.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import { kindsOf } from '../../src/precompute/text-kinds.ts';
import { testRun } from '../support/run-context.ts';

const kind = (name: string) => ({ name, readers: null });

it('unites no kinds of different languages, whatever a model says', async () => {
  const english = kind('cover letter');
  const german = { ...kind('Anschreiben'), language: 'deu' };
  const store = {
    listSets: async () => [],
    kept: { get: async () => null, put: async () => undefined },
  } as unknown as StorePort;
  const naming: KindNaming = {
    name: async (_run, tasks) => new Map(tasks.map(({ id }, index) => [id, done([english, german][index] ?? english)])),
    unite: async () => done(new Map([[1, 0]])),
  };
  const engine: EngineDescription = { name: 'scripted', version: '1', models: {}, prompts: {} };
  const tasks = ['Write one', 'Schreibe eins'].map((instruction) => ({ instruction, context: null }));
  expect(await kindsOf(testRun(), { store, naming, engine }, tasks)).toEqual([done(english), done(german)]);
});

it('unites new names where a known kind has several guides', async () => {
  const guides = Array.from({ length: 3 }, () => ({ guideTo: kind('cover letter') }));
  const store = {
    listSets: async () => guides,
    kept: { get: async () => null, put: async () => undefined },
  } as unknown as StorePort;
  const names = ['job application letter', 'wedding toast', 'toast at a wedding'];
  const naming: KindNaming = {
    name: async (_run, tasks) => new Map(tasks.map(({ id }, index) => [id, done(kind(names[index] ?? ''))])),
    unite: async (_run, kinds) => {
      const place = (name: string) => kinds.findIndex((each) => each.name === name);
      return done(
        new Map([
          [place('job application letter'), place('cover letter')],
          [place('toast at a wedding'), place('wedding toast')],
        ]),
      );
    },
  };
  const engine: EngineDescription = { name: 'scripted', version: '1', models: {}, prompts: {} };
  const tasks = ['one', 'two', 'three'].map((instruction) => ({ instruction, context: null }));
  const outcomes = await kindsOf(testRun(), { store, naming, engine }, tasks);
  expect(outcomes).toEqual([kind('cover letter'), kind('wedding toast'), kind('wedding toast')].map(done));
});
