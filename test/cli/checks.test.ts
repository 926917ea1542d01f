/** Checks that people write in their checklists, judged without a model. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const YAML = `
- text: It is short.
  check: words <= 5
- question: Is it a friendly greeting?
  check: starts with "Dear"
  decides: part
- question: Is it polite?
  check: all(phrase "please", not(phrase "!"))
`;
const MARKDOWN = `
- It is short. \`check: words <= 5\`
- Is it a friendly greeting? \`weight 50; check: starts with "Dear"; decides: part\`
- Is it polite? \`check: all(phrase "please", not(phrase "!"))\`
`;

async function judged(list: string, name: string, response: string) {
  const folder = await temporaryFolder();
  const [checklist, file] = [join(folder, name), join(folder, 'r.txt')];
  await writeFile(checklist, list);
  await writeFile(file, response);
  const args = ['judge', file, '--checklist', checklist, '--store', 'memory', '--format', 'json'];
  const { code, stdout, stderr } = await cli(args);
  const verdicts = stdout.includes('"verdicts"')
    ? [...stdout.matchAll(/"status": "(\w+)",\s+(?:"answer": "(\w+)")?/gu)].map(
        ([, status, answer]) => answer ?? status,
      )
    : [];
  return { code, stderr, verdicts };
}

describe.each([
  ['list.yaml', YAML],
  ['list.md', MARKDOWN],
])('%s', (name, list) => {
  it('is judged by its checks; one that decides a part leaves what it does not refuse to a model', async () => {
    const { code, verdicts, stderr } = await judged(list, name, 'Dear Ann, come please');
    expect(code, stderr).toBe(EXIT.done);
    expect(verdicts).toEqual(['yes', 'unscored', 'yes']);
  });

  it('is refused by any check that fails', async () => {
    const { verdicts } = await judged(list, name, 'Hi Ann! You must come to our feast');
    expect(verdicts).toEqual(['no', 'no', 'no']);
  });

  it('is no checklist where a check cannot be read: the file, the line, the field and the value are named', async () => {
    const { code, stderr } = await judged(list.replace('words <= 5', 'wrods <= 5'), name, 'Hi');
    expect(code).toBe(EXIT.badInput);
    for (const said of [name, /line [23]/u, 'check', '“wrods <= 5”', 'docs/checks.md']) expect(stderr).toMatch(said);
    expect(stderr.split('wrods <= 5')).toHaveLength(2);
    expect(stderr).not.toContain('..');
  });
});

it('no model is advised for a function that is not there: none would be asked', async () => {
  const { code, stderr } = await judged('- text: It is kind.\n  check: function "isKind"\n', 'list.yaml', 'Hi');
  expect([code, stderr]).toEqual([EXIT.notDecided, expect.not.stringContaining('needs a model')]);
});
