import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { trusted } from '../../src/llm/fence.ts';
import { renderPrompt } from '../../src/llm/render-prompt.ts';
import { loadPrompts, parsePrompt } from '../../src/llm/prompt.ts';
import { sha256Hex } from '../../src/text/hash.ts';

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prompts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

function promptFile(changes: { id?: string; variables?: string; extra?: string; body?: string } = {}): string {
  const {
    id = 'rate-page',
    variables = 'task, page',
    extra = 'temperature: 0.2\n',
    body = '# System\nRate for {{task}}.\n\n# User\n{{ page }}\n',
  } = changes;
  return `---\nid: ${id}\nversion: 3\nrole: rater\nvariables: ${variables}\n${extra}source: EvalAgent, expert retriever\n---\n${body}`;
}

describe('a prompt file', () => {
  it('gives its front matter, its messages and the hash of its bytes', async () => {
    const text = promptFile();
    const prompts = await loadPrompts(await folderOf({ 'rate-page.md': text, 'README.txt': 'not a prompt' }));
    expect([...prompts.keys()]).toEqual(['rate-page']);
    expect(prompts.get('rate-page')).toEqual({
      id: 'rate-page',
      version: 3,
      role: 'rater',
      variables: ['task', 'page'],
      temperature: 0.2,
      source: 'EvalAgent, expert retriever',
      messages: [
        { role: 'system', template: 'Rate for {{task}}.' },
        { role: 'user', template: '{{ page }}' },
      ],
      hash: sha256Hex(text),
    });
  });

  it('without headings is one message of the user', () => {
    const prompt = parsePrompt(promptFile({ body: 'About {{task}}:\n\n{{page}}\n' }), 'p.md');
    expect(prompt.messages).toEqual([{ role: 'user', template: 'About {{task}}:\n\n{{page}}' }]);
  });

  it.each([
    ['no front matter', 'Just text', 'no front matter'],
    ['an unknown field', promptFile({ extra: 'colour: red\n' }), 'colour'],
    ['a field twice', promptFile({ extra: 'version: 4\n' }), '“version” twice'],
    ['a temperature out of bounds', promptFile({ extra: 'temperature: 3\n' }), 'temperature'],
    ['a variable that it does not name', promptFile({ variables: 'task' }), '{{page}}'],
    ['a variable that it never uses', promptFile({ variables: 'task, page, tone' }), '“tone”'],
    ['a line that is no field', promptFile({ extra: 'hello\n' }), 'hello'],
    [
      'the messages in the wrong order',
      promptFile({ body: '# User\n{{page}}\n# System\n{{task}}\n' }),
      '“# System” and “# User”',
    ],
    ['text before the messages', promptFile({ body: 'Hi\n# User\n{{page}} {{task}}\n' }), 'nothing before them'],
  ])('with %s is refused, and the error names the file', (_what, text, message) => {
    const attempt = () => parsePrompt(text, 'folder/rate-page.md');
    expect(attempt).toThrow(InputError);
    expect(attempt).toThrow(message);
    expect(attempt).toThrow('folder/rate-page.md');
  });

  it('must bear the name of its id', async () => {
    const folder = await folderOf({ 'other.md': promptFile() });
    await expect(loadPrompts(folder)).rejects.toThrow(InputError);
  });
});

describe('definitions', () => {
  const quoting = promptFile({ body: 'By {{> demand}}\n{{task}} {{page}}' });
  const definitions = '# Definitions\n\nTerms.\n\n## demand\nOne thing.\n\n## limit\nA figure.\n';

  it('stand in prompts that quote them, and count for their hash', async () => {
    const folder = await folderOf({ 'rate-page.md': quoting, 'definitions.md': definitions });
    const prompt = (await loadPrompts(folder)).get('rate-page');
    expect(prompt?.messages[0]?.template).toBe('By One thing.\n{{task}} {{page}}');
    expect(prompt?.hash).toBe(sha256Hex(quoting.replace('{{> demand}}', 'One thing.')));
  });

  it('of a folder of overrides hold for all prompts', async () => {
    const folder = await folderOf({ 'rate-page.md': quoting, 'definitions.md': definitions });
    const overrides = await folderOf({ 'definitions.md': '## demand\nMy own.' });
    const prompts = await loadPrompts(folder, overrides);
    expect(prompts.get('rate-page')?.messages[0]?.template).toContain('By My own.');
  });

  it('that such a folder lacks are ours: it may be older than a term', async () => {
    const folder = await folderOf({ 'rate-page.md': quoting, 'definitions.md': definitions });
    const overrides = await folderOf({ 'definitions.md': '## limit\nMy own.' });
    const prompts = await loadPrompts(folder, overrides);
    expect(prompts.get('rate-page')?.messages[0]?.template).toContain('By One thing.');
  });

  it.each([
    ['without the file', {}],
    ['without the term', { 'definitions.md': '## limit\nA figure.' }],
  ])('%s are an error that names the term', async (_what, files) => {
    const folder = await folderOf({ 'rate-page.md': quoting, ...files });
    await expect(loadPrompts(folder)).rejects.toThrow(/rate-page\.md quotes the definition of “demand”/);
  });
});

describe('a folder of overrides', () => {
  it('replaces a prompt of the same name, with another hash', async () => {
    const folder = await folderOf({ 'rate-page.md': promptFile(), 'merge.md': promptFile({ id: 'merge' }) });
    const overrides = await folderOf({
      'rate-page.md': promptFile({ variables: 'page, task', body: 'Mine: {{task}} {{page}}' }),
    });
    const [ours, theirs] = [await loadPrompts(folder), await loadPrompts(folder, overrides)];
    expect(theirs.get('rate-page')?.messages).toEqual([{ role: 'user', template: 'Mine: {{task}} {{page}}' }]);
    expect(theirs.get('rate-page')?.hash).not.toBe(ours.get('rate-page')?.hash);
    expect(theirs.get('merge')).toEqual(ours.get('merge'));
  });

  it.each([
    ['a prompt that does not exist', 'rate-pages.md', promptFile({ id: 'rate-pages' }), 'replaces no prompt'],
    [
      'other variables',
      'rate-page.md',
      promptFile({ variables: 'page', body: '{{page}}' }),
      'must have the variables page, task',
    ],
  ])('with %s is refused', async (_what, name, text, message) => {
    const folder = await folderOf({ 'rate-page.md': promptFile() });
    await expect(loadPrompts(folder, await folderOf({ [name]: text }))).rejects.toThrow(message);
  });

  it('that does not exist is refused', async () => {
    const folder = await folderOf({ 'rate-page.md': promptFile() });
    await expect(loadPrompts(folder, join(folder, 'missing'))).rejects.toThrow(InputError);
  });
});

describe('rendering', () => {
  const prompt = parsePrompt(promptFile(), 'p.md');

  it('puts in every variable', () => {
    expect(renderPrompt(prompt, { task: trusted('a toast'), page: 7 })).toEqual([
      { role: 'system', content: 'Rate for a toast.' },
      { role: 'user', content: '7' },
    ]);
  });

  it('fails on a missing and on an unknown variable', () => {
    expect(() => renderPrompt(prompt, { task: trusted('x') })).toThrow('needs the variable “page”');
    expect(() => renderPrompt(prompt, { task: trusted('x'), page: 1, tone: 2 })).toThrow('no variable “tone”');
    expect(() => renderPrompt(prompt, { task: trusted('x'), toString: 1 })).toThrow('no variable “toString”');
  });
});
