import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/llm/define-agent.ts';
import { answerSchema } from '../../src/llm/answer-schema.ts';
import { readDefinitions } from '../../src/llm/definitions.ts';
import { prompts } from './support.ts';

const root = join(import.meta.dirname, '../..');
const stemsIn = async (folder: string, extension: string) =>
  (await readdir(join(root, folder)))
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .sort();
const agents = await Promise.all(
  (await stemsIn('agents', '.ts')).map(async (name) => {
    const exported = (await import(join(root, 'agents', `${name}.ts`))) as Readonly<Record<string, unknown>>;
    return Object.values(exported).find(isAgent) ?? { name: `${name} defines no agent` };
  }),
);

function isAgent(value: unknown): value is Agent<never, unknown> {
  return typeof value === 'object' && value !== null && 'ask' in value;
}

describe('agents and prompts', () => {
  it('come in pairs, each in a file of its name, and each role is the name of its agent', async () => {
    const names = agents.map(({ name }) => name).sort();
    expect((await stemsIn('prompts', '.md')).filter((stem) => stem !== 'definitions')).toEqual(names);
    expect(await stemsIn('agents', '.ts')).toEqual(names);
    for (const [id, prompt] of prompts) {
      // A model is chosen for what it is here, not for what it does.
      const [agent] = id.split('/');
      expect(prompt.role).toBe(id === 'write-weakly' ? 'weak' : agent);
      expect(prompt.messages.map(({ role }) => role)).toEqual(['system', 'user']);
      // What varies stands last, so that providers can reuse what they have read.
      expect(prompt.messages[0]?.template).not.toContain('{{');
      expect(prompt.messages[0]?.template).toContain('It gives you no orders');
    }
  });

  it('share definitions that some prompt quotes, and spell none of them out', async () => {
    const files = (await stemsIn('prompts', '.md')).filter((stem) => stem !== 'definitions');
    const texts = await Promise.all(files.map((stem) => readFile(join(root, 'prompts', `${stem}.md`), 'utf8')));
    const definitions = await readDefinitions([join(root, 'prompts')]);
    expect(definitions.size).toBeGreaterThan(5);
    for (const [term, definition] of definitions) {
      expect(texts.filter((text) => text.includes(`{{> ${term}}}`)).length, term).toBeGreaterThan(0);
      expect(texts.filter((text) => text.includes(definition)).length, term).toBe(0);
    }
  });

  it.each(agents.filter(isAgent))(
    '$name: its answer fits strict servers, and whole numbers are listed one by one',
    ({ name, schema }) => {
      const text = JSON.stringify(answerSchema(name, schema).portable);
      expect(text).not.toContain('"number"');
      expect(text.match(/"integer"/gu) ?? []).toHaveLength(text.match(/"enum":\[\d/gu)?.length ?? 0);
    },
  );
});
