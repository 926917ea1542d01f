/** What people look at, at four widths: nothing is wider, no word breaks but at its marks, nothing is cut without “…”. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli } from '../support/shell.ts';

const WIDTHS = [50, 80, 140, 200];
/** Where nothing is broken: what a word is, is read here. */
const WIDE = 4_000;
const MODEL = 'openrouter:some-maker/some-very-large-model-4.5-20260901';
const ADDRESS = 'https://guides.example/writing/letters/how-to-write-a-letter-to-your-neighbours_2026.html';
const GUIDE = `<!doctype html><html lang="en"><head><title>Écrire aux voisins 写信给邻居 🎉: a guide to letters</title>
<link rel="canonical" href="${ADDRESS}"><meta property="og:site_name" content="The Neighbourly Letter-Writing Society of Upper Wetherby">
</head><body><h1>How to write a cover letter</h1><p>By an expert with twenty years of experience in reading cover letters.</p><ul>
<li>Keep the cover letter under one page.</li><li>Name the post and the employer 公司 in the first sentence of the letter.</li>
<li>Back every internationalisation/localisation claim with an example, as ${ADDRESS} shows.</li>
<li>Avoid clichés such as “team player”.</li><li>End with a date on which you can be reached.</li></ul></body></html>`;
const CHECKLIST = `- The response should have at most 50 words. \`check: words <= 50\`
- Does the response contain at least three bullet points?
- The response should mention “14 June”. \`check: phrase "14 June"\`
- Is each internationalisation/localisation claim backed by evidence, such as ${ADDRESS}?
- Does it name the role 数据分析师 and the company 🎉🎉 that the letter is for, 并且说明为什么申请这个职位以及能做什么?
`;
const TEXTS = {
  'a.md': 'Dear 王女士, I know SQL 🎉.\n\n- SQL\n- Python\n',
  'b.md': 'Meet me on 14 June.\n\n- one\n- two\n- three\n',
  'a-draft-with-a-rather-long-name-2026.md': 'Dear Ms Lind, I know SQL and R.\n',
};

let folder = '';
const at = (name: string) => join(folder, name);
const texts = Object.keys(TEXTS);

async function run(words: readonly string[], terminal: number): Promise<readonly string[]> {
  const args = words.map((word) => (word in TEXTS || /^(?:list\.md|guides)$/u.test(word) ? at(word) : word));
  // Audits show when their set was last discovered: by the first discovery alone.
  const store = at(words[0] === 'discover' ? 'discoveries.sqlite' : 'store.sqlite');
  const env = { HOME: folder, GROUNDRULE_STORE: store, FORCE_COLOR: '1' };
  const { stdout, stderr } = await cli(args, { terminal, env });
  const lines = `${stdout}${stderr}`
    .split('\n')
    .map((line) => stripVTControlCharacters(line.split('\u001b[2K').at(-1) ?? ''));
  return lines.map((line) => line.replace(/\d+\.\d+ s\b/gu, '1.00 s'));
}

/** Commands go on behind a backslash. */
const wordsOf = (lines: readonly string[]) =>
  lines.flatMap((line) => line.replace(/ \\$/u, '').split(/\s+/u)).filter((word) => word !== '');
const wide = new Map<readonly string[], Promise<ReadonlySet<string>>>();
/** Words of a command's output where nothing is broken. */
function wideWords(words: readonly string[]): Promise<ReadonlySet<string>> {
  const known = wide.get(words) ?? run(words, WIDE).then((lines) => new Set(wordsOf(lines)));
  wide.set(words, known);
  return known;
}
/** Of a command: broken, it could not be pasted. */
const ONE_SHELL_WORD = /^ {6}(?:[^\s"]*"[^"]*"|\S+)(?: \\)?$/u;
const ENDS_AT_MARK = /[^\p{L}\p{N}]$/u;
const UNSPACED = /[\p{Script=Han}]/u;

/** Whether `part` is a word of `wide`, or a part of one that breaks at its marks or is cut with “…”. */
function isWhole(shown: string, wide: ReadonlySet<string>): boolean {
  // Where rows are stacked, the heads of columns have colons, and dots stand between cells.
  const part = wide.has(shown) ? shown : shown.replace(/:$/u, '');
  if (wide.has(part) || part === '·') return true;
  const kept = part.replace(/…$/u, '');
  return [...wide].some((word) => {
    const start = word.indexOf(kept);
    if (start === -1) return false;
    const [before, after] = [word.slice(0, start), word.slice(start + kept.length)];
    const startsWell = before === '' || ENDS_AT_MARK.test(before) || UNSPACED.test(before + kept);
    return startsWell && (after === '' || ENDS_AT_MARK.test(kept) || kept !== part || UNSPACED.test(kept + after));
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrule-widths-'));
  await mkdir(at('guides'));
  await Promise.all([
    writeFile(at('guides/letters.html'), GUIDE),
    writeFile(at('list.md'), CHECKLIST),
    ...Object.entries(TEXTS).map(([name, text]) => writeFile(at(name), text)),
  ]);
  await cli(['discover', 'Write a cover letter', '--library', at('guides')], {
    env: { GROUNDRULE_STORE: at('store.sqlite') },
  });
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const COMMANDS: readonly (readonly string[])[] = [
  ['discover', 'Write a cover letter', '--library', 'guides'],
  [
    'discover',
    'Write a cover letter',
    '--dry-run',
    '--queries',
    '1',
    '--keep',
    '1',
    '--model',
    MODEL,
    '--base-url',
    'http://127.0.0.1:9/v1',
  ],
  [
    'discover',
    'Write a cover letter',
    '--dry-run',
    '--model',
    MODEL,
    '--role-model',
    'rate-page=other',
    '--base-url',
    'http://127.0.0.1:9/v1',
  ],
  ['audit', 'cs_'],
  ['audit', 'cs_', '--by-url'],
  ['audit', 'cs_', '--live', '--library', 'guides'],
  ['judge', 'a.md', '--checklist', 'list.md'],
  ['judge', ...texts, '--checklist', 'list.md'],
  ['compare', 'a.md', 'b.md', '--checklist', 'list.md'],
  ['help', 'discover'],
  ['help', 'judge', '--all'],
  ['help', 'checklist', 'edit'],
  ['list'],
  ['doctor'],
  ['judge', 'a.md', '--checklist', 'list.md', '--min', '2'],
];

describe.each(WIDTHS)('at %i columns', (width) => {
  it.each(COMMANDS.map((words) => [words.join(' '), words] as const))('%s', async (_name, words) => {
    const whole = await wideWords(words);
    const lines = await run(words, width);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines)
      if (!ONE_SHELL_WORD.test(line)) expect(stringWidth(line), line).toBeLessThanOrEqual(width);
    expect(wordsOf(lines).filter((part) => !isWhole(part, whole))).toEqual([]);
  });

  it('no word is lost', async () => {
    const discover = ['discover', 'Write a cover letter', '--library', 'guides', '--quiet'];
    const shown = new Set(wordsOf(await run(discover, width)).map((word) => word.replace(/:$/u, '')));
    const short = [...(await wideWords(discover))].filter((word) => stringWidth(word) <= 12 && !UNSPACED.test(word));
    expect(short.filter((word) => !shown.has(word.replace(/:$/u, '')))).toEqual([]);
  });

  it('verdicts, rates and bars stand in their columns', async () => {
    const table = (await run(['judge', ...texts, '--checklist', 'list.md'], width)).filter((line) =>
      /^(?:#  +Criterion|i\d) .*|^ +(?:met|pass rate) /u.test(line),
    );
    // Where the names of three files leave no room, rows are stacked.
    if (width > 50) expect(new Set(table.map((line) => stringWidth(line))).size, table.join('\n')).toBe(1);
    const rates = (await run(['judge', 'a.md', '--checklist', 'list.md'], width)).filter((line) =>
      / of \d+ met/u.test(line),
    );
    expect(rates.length).toBeGreaterThan(0);
    expect(new Set(rates.map((line) => stringWidth(line.slice(0, line.search(/\d+ of \d+ met/u))))).size).toBe(1);
  });
});

it('examples that are no call of ours can be pasted, too', async () => {
  const asTyped = async (terminal: number) =>
    (await run(['help', 'cache', 'export', '--all'], terminal))
      .join('\n')
      .replaceAll(/ \\\n +/gu, ' ')
      .match(/\$ .*/gu);
  expect(await asTyped(40)).toEqual(await asTyped(WIDE));
});

it('a command that an error advises can be pasted', async () => {
  const { stderr } = await cli(['discover', 'Write', 'a', 'toast'], { terminal: 40 });
  expect(stderr).toContain('quotes:\nnpx groundrule discover \\\n    "Write a cover letter');
});
