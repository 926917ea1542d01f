import { expect, it } from 'vitest';
import { configOfCall, secretsOf } from '../../src/client/options.ts';
import { loadConfig } from '../../src/config/load-config.ts';

const FLAGS = { model: 'scripted', search: ['searxng'], searxngUrl: 'http://127.0.0.1:9/' };

it('a flag for the whole command does not stop a call with a mode of its own, a contradiction of the call does', async () => {
  const config = await loadConfig({ flags: FLAGS, env: {}, configFile: null });
  expect((await configOfCall(config, { mode: 'model-n' })).settings).toMatchObject({
    mode: 'model-n',
    model: 'scripted',
  });
  await expect(configOfCall(config, { rounds: 2, urls: ['http://a.example/'], search: [] })).rejects.toThrow(
    'needs a search',
  );
});

it('an empty key of a program is none, as an empty variable is', () => {
  expect(secretsOf({ apiKey: ' \n' }).modelKey).toBeNull();
});

it.each(['a\0b', 'a\ud800b'])('a kind that not every store takes is refused: %j', async (kind) => {
  const config = await loadConfig({ flags: {}, env: {}, configFile: null });
  await expect(configOfCall(config, { kind })).rejects.toThrow('holds a NUL or half a character');
});
