/** What the command line makes of its arguments, in this process; `*.e2e.test.ts` runs the built program. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { createProgram } from '../../src/cli/program.ts';
import { systemClock } from '../../src/client/clock.ts';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { set } = criteriaSetFixture();

async function setFile(value: unknown = set): Promise<string> {
  const path = join(await temporaryFolder(), 'set.json');
  await writeFile(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

describe('help and version', () => {
  it.each([[['--help']], [['discover', '--help']], [['help', 'audit']], [['list', '-h']], [['doctor', '--help']]])(
    '%j goes to stdout, with examples',
    async (args) => {
      const { code, stdout, stderr } = await cli(args);
      expect(code).toBe(EXIT.done);
      expect(stdout).toMatch(/Examples:\n {2}\$ npx groundrule /u);
      expect(stderr).toBe('');
    },
  );

  it('lists every command in a group, with a line that fits 80 columns, and every exit code in the docs', async () => {
    const { stdout } = await cli(['--help']);
    for (const { name, summary } of (await createProgram(process, () => undefined)).commands.map((command) => ({
      name: command.name(),
      summary: command.summary(),
    }))) {
      expect(summary.length, name).toBeLessThanOrEqual(60);
      expect(stdout).toMatch(new RegExp(`^  ${name} +${summary.replace(/[.()?]/gu, '\\$&')}$`, 'mu'));
    }
    expect(stdout).not.toContain('Commands:');
    const docs = await readFile('docs/commands.md', 'utf8');
    for (const code of Object.values(EXIT)) expect(docs).toMatch(new RegExp(`^ +${code}  \\S`, 'mu'));
  });

  it('prints the version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await cli(['--version'])).toEqual({ code: EXIT.done, stdout: `${version}\n`, stderr: '' });
  });

  it.each([[['help', 'judge']], [['judge', '--help']]])(
    '%j shows the flags that people use; --all the rest',
    async (args) => {
      const usual = (await cli(args)).stdout;
      const all = (await cli([...args, '--all'])).stdout;
      expect(usual).toContain('--checklist <file>');
      expect(usual).not.toContain('--selective <k>');
      expect(all).toContain('--selective <k>');
      const flagsIn = (help: string) => help.match(/^ {2}(?:-\w, )?--\w\S*/gmu) ?? [];
      expect(flagsIn(usual)).toHaveLength(11);
      const hidden = flagsIn(all).length - flagsIn(usual).length;
      expect(usual).toMatch(new RegExp(`^${hidden} more flags: npx groundrule judge --help --all$`, 'mu'));
      expect(all).not.toContain('more flags');
    },
  );

  it.each([
    [['help', 'judg'], 'Did you mean judge?'],
    [['help', 'sets', 'lst'], 'Did you mean list?'],
    [['judg'], 'Did you mean judge?'],
  ])('%j: names the nearest command', async (args, advice) => {
    const { code, stdout, stderr } = await cli(args);
    expect(code).toBe(EXIT.badInput);
    expect(stdout).toBe('');
    expect(stderr).toContain(advice);
  });

  it('without a command prints help on stderr', async () => {
    const { code, stdout, stderr } = await cli([]);
    expect(code).toBe(EXIT.badInput);
    expect(stdout).toBe('');
    expect(stderr).toContain('Usage: groundrule');
  });
});

describe('what cannot be used', () => {
  const wrong: readonly (readonly [typed: string | readonly string[], says: RegExp])[] = [
    ['discover x --formt json', /unknown option '--formt'\n\(Did you mean --format\?\)/u],
    // Flags that help shows only with --all.
    ['refine d.md --round 3', /unknown option '--round'\n\(Did you mean .*--rounds/u],
    ['precompute b.jsonl --feild a=b', /unknown option '--feild'\n\(Did you mean --field\?\)/u],
    ['discver x', /unknown command 'discver'\n\(Did you mean discover\?\)/u],
    ['show cs_ -f xml', /Allowed choices are table, json, jsonl, markdown, html/u],
    ['discover x -q -v', /'-v, --verbose' cannot be used with option '-q/u],
    ['audit cs_ --verify --by-url', /cannot be used with/u],
    ['discover x --queries 99', /--queries is "99".*\n.*\(1–10/u],
    ['discover x --keep five', /--keep is "five"/u],
    ['discover x --top 0', /--top.*whole number from 1 to 1000/u],
    ['list --limit 2.5', /--limit.*whole number from 1 to 10000/u],
    ['discover x --format json --top 3', /--top cannot cut a JSON record/u],
    ['discover Write a toast', /came as 3 arguments.\nPut it in quotes/u],
    ['discover x --file task.txt', /two instructions/u],
    ['discover README.md', /“README.md” is the name of a file.\n--file README.md reads the instruction from it/u],
    ['judge x --instruction README.md --checklist x', /the name of a file.\n--task README.md reads the instruction/u],
    [['discover', '  '], /The instruction is empty/u],
    ['discover - --context -', /cannot both come from stdin/u],
    ['discover --file /nowhere/task.txt', /\/nowhere\/task.txt cannot be read: there is no such file/u],
    ['discover --file /', /\/ cannot be read: it is a folder/u],
    ['list --config /nowhere/config.json', /The config file \/nowhere\/config.json cannot be read/u],
    ['discover x --store memory --library /nowhere', /\/nowhere does not exist/u],
    ['discover x --mode all', /--mode is "all".*\n.*model-answers/u],
    ['discover x --mode full', /The mode “full” needs a model.\nName one with --model/u],
    ['discover x --rounds 2', /More than one round needs a model/u],
    ['discover x --max-usd 1', /--max-usd needs a model/u],
    ['discover x --role-model rate-page=small', /--role-model needs a model/u],
    ['discover x --model m --role-model small', /--role-model is \["small"\].*\n.*“role=model”/u],
    ['discover x --model m --role-model judge=small', /There is no role “judge”.\nRoles are answer-query, /u],
    [
      'discover x --model m --mode model --library /guides',
      /--library needs a mode with sources; the mode “model” asks the model alone/u,
    ],
    ['discover x --model m --mode model-n --search brave', /--search needs a mode with sources/u],
    ['discover x --model m --mode web --n 10', /--n needs a mode that asks the model for a number of criteria/u],
    [
      'discover x --library /guides --search searxng --searxng-url http://x',
      /--library needs the search “library”, which is not asked/u,
    ],
    ['discover x --searxng-url http://x', /--searxng-url needs the search “searxng”, which is not asked/u],
    ['discover x --search altavista', /Unknown search engine “altavista”/u],
    [
      'discover x --search brave',
      /brave needs BRAVE_API_KEY in the environment\.\nSet BRAVE_API_KEY in the environment/u,
    ],
    ['discover x --search searxng,library', /Set --searxng-url/u],
    ['discover x --model m --max-calls 2.5', /--max-calls is "2.5"/u],
    ['discover x --dry-run -f json', /cannot be used with option/u],
    ['audit cs_ --verbose', /'-v, --verbose' needs option '--calls'/u],
    ['audit cs_ --calls --criterion c1', /cannot be used with option/u],
    [
      ['discover', 'Schreibe eine Rede für die Eröffnung der neuen Bäckerei am Markt'],
      /does not look like English.*Write it in English/u,
    ],
    [['discover', 'What time is it?'], /names no kind of text/u],
    ['discover x --url file:///a', /--url is \["file:\/\/\/a"\].*\n?.*not an http or https URL/u],
    ['discover x --allow-domain https://a.example', /“https:\/\/a\.example” is not a domain/u],
    ['discover x --deny-domain a.example/x', /“a\.example\/x” is not a domain/u],
    ['discover x --deny-domain .', /“\.” is not a domain/u],
    [
      'discover x --url https://me:hidden@a.example/',
      /--url is \["https:\/\/me:\*{6}@a\.example\/"\].*\n?.*never fetched/u,
    ],
    ['discover x --allow-domain a.example', /--allow-domain needs a search of the web/u],
    ['discover x --since yesterday', /--since is "yesterday"/u],
    ['discover x --since 2025-02-30', /--since is "2025-02-30"/u],
    ['discover x --language xx', /“xx” is an unsupported language; use /u],
    ['discover x --language de', /“de” needs a model.*\nName one with --model/u],
    ['discover x --url https://guides.example/a --model m --rounds 2', /needs a search, and only pages are given/u],
    ['discover x --url https://guides.example/a --results 5', /--results needs a search/u],
    ['discover x --url https://guides.example/a --keep 5', /--keep needs a search/u],
    [
      'discover x --url https://guides.example/a --deny-domain example',
      /would never be read: guides\.example is refused/u,
    ],
    ['discover x --url https://guides.example/a --allow-domain b.example', /would never be read.*none of the domains/u],
    [
      'discover x --allow-domain a.b.example --deny-domain b.example',
      /--allow-domain a\.b\.example is refused by --deny-domain b\.example/u,
    ],
    ['discover x --provider-text', /--provider-text needs a search that supplies/u],
    ['discover x --url https://guides.example/a --model m --mode model', /--url needs a mode with sources/u],
    ['discover x --since 2025-01-01 --model m --mode model', /--since needs a mode with sources/u],
    ['discover x --language de --model m --mode model', /--language needs a mode that asks queries/u],
    [['discover', 'x'.repeat(20_001)], /20001 characters; at most 20000/u],
  ];
  it.each(wrong)('%s', async (typed, says) => {
    const args = typeof typed === 'string' ? typed.split(' ') : typed;
    const { code, stdout, stderr } = await cli(args, { env: { GROUNDRULE_STORE: 'memory' } });
    expect(stderr).toMatch(says);
    expect([code, stdout]).toEqual([EXIT.badInput, '']);
  });

  it('the name of a file with a space is quoted in what to type', async () => {
    const path = join(await temporaryFolder(), 'my notes.md');
    await writeFile(path, 'Write a toast.');
    expect((await cli(['discover', path])).stderr).toContain(`\n--file "${path}" reads the instruction`);
  });

  it('no instruction at a terminal: asks for one instead of waiting', async () => {
    const { code, stderr } = await cli(['discover'], { stdinIsTty: true });
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toContain('There is no instruction.');
  });

  it('text that is not UTF-8: says where', async () => {
    const bytes = Buffer.concat([Buffer.from('\ufeffé one\ntwo '), Buffer.from([0xff, 0x41])]);
    const fromStdin = await cli(['discover'], { stdin: bytes });
    expect(fromStdin.stderr).toContain('stdin is not UTF-8 text: byte 15 (line 2) cannot be read.');
    expect(fromStdin.code).toBe(EXIT.badInput);
    const path = join(await temporaryFolder(), 'context.txt');
    await writeFile(path, Buffer.from('half a character: \xe2\x82', 'latin1'));
    const fromFile = await cli(['discover', 'x', '--context', path]);
    expect(fromFile.stderr).toContain(`${path} is not UTF-8 text: byte 19 (line 1)`);
  });

  it('a stream without end: stops at a bound', async () => {
    const { code, stderr } = await cli(['discover', '-'], { stdin: 'x'.repeat(1_000_000) });
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toContain('stdin is larger than 120000 bytes.');
  });
});

describe('a plan', () => {
  it('says that a price is unknown, and what follows for --max-usd', async () => {
    const plan = ['discover', 'Write a toast', '--dry-run', '--model', 'gpt-9-nope'];
    const { stdout } = await cli([...plan, '--store', 'memory']);
    expect(stdout.replaceAll(/\s+/gu, ' ')).toContain(
      'The price of gpt-9-nope is unknown: give it with --prices FILE.',
    );
    const { stdout: limited } = await cli([...plan, '--store', 'memory', '--max-usd', '1']);
    expect(limited.replaceAll(/\s+/gu, ' ')).toContain('--max-usd cannot be enforced');
  });
});

describe('settings that stand for every run', () => {
  it('are no contradiction where a run has no use for them', async () => {
    const env = { GROUNDRULE_STORE: 'memory', GROUNDRULE_BASE_URL: 'http://x/v1', GROUNDRULE_MAX_USD: '1' };
    const { code, stderr } = await cli(['discover', 'Write a toast', '--dry-run'], { env });
    expect([code, stderr]).toEqual([EXIT.done, '']);
  });

  it('name files from where the config file lies', async () => {
    const folder = await temporaryFolder();
    const config = join(folder, 'config.json');
    await writeFile(config, JSON.stringify({ model: 'm', prices: 'prices.json' }));
    const { code, stderr } = await cli(['discover', 'Write a toast', '--dry-run', '--config', config]);
    expect(stderr).toContain(`Invalid price file ${join(folder, 'prices.json')}`);
    expect(code).toBe(EXIT.badInput);
  });
});

describe('a set', () => {
  it('is read from a file or from stdin', async () => {
    const fromFile = await cli(['show', await setFile(), '--format', 'json']);
    expect(fromFile.code).toBe(EXIT.done);
    expect(CriteriaSet.parse(JSON.parse(fromFile.stdout))).toEqual(set);
    const fromStdin = await cli(['show', '-', '--format', 'json'], { stdin: JSON.stringify(set) });
    expect(fromStdin.stdout).toBe(fromFile.stdout);
  });

  it('that is none: says what is wrong with it', async () => {
    const { content, ...rest } = set;
    const cases: readonly (readonly [unknown, RegExp])[] = [
      ['{"id": ', /set\.json is not valid JSON: .+\n.*--format json/u],
      [
        { ...rest, content: { ...content, criteria: [{ id: 'x' }] } },
        /not a set of criteria:\ncontent\.criteria\.0\.id: .+\ncontent\.criteria\.0\.text: is missing/u,
      ],
      [{ ...rest, content: { ...content, schemaVersion: 3 } }, /newer groundrule: its version is 3/u],
      ['[]', /set\.json is not a JSON object/u],
    ];
    for (const [value, says] of cases) {
      const { code, stdout, stderr } = await cli(['show', await setFile(value)]);
      expect(stderr).toMatch(says);
      expect([code, stdout]).toEqual([EXIT.badInput, '']);
    }
  });

  it('that began last is “last”', async () => {
    const path = join(await temporaryFolder(), 'store.sqlite');
    const store = await openSqliteStore(path, systemClock);
    const later = {
      ...set,
      id: set.id.replace(/.$/u, '0'),
      run: { ...set.run, startedAt: '2099-01-01T00:00:00.000Z' },
    };
    // A search that found nothing is not what anybody goes on with.
    const empty = {
      ...later,
      id: set.id.replace(/.$/u, '1'),
      content: { ...set.content, criteria: [] },
      run: { ...set.run, startedAt: '2099-01-02T00:00:00.000Z' },
    };
    for (const each of [later, empty, set]) await store.putSet(CriteriaSet.parse(each));
    await store.close();
    const { stdout, stderr } = await cli(['show', 'last', '--store', path, '--format', 'json']);
    expect(CriteriaSet.parse(JSON.parse(stdout)).id).toBe(later.id);
    expect(stderr).toContain(`The newest set, ${empty.id}, has no criteria`);
  });

  it('that is unknown: says in which store', async () => {
    const { code, stderr } = await cli(['audit', 'cs_abc', '--store', 'memory']);
    expect(stderr).toContain('The store memory has no set cs_abc.');
    expect(code).toBe(EXIT.badInput);
    expect((await cli(['show', 'abc'])).stderr).toContain('Ids of stored sets begin with cs_');
    expect((await cli(['show', 'last', '--store', 'memory'])).stderr).toContain('The store memory has no sets yet.');
  });

  it('has the criterion that is asked for, or says which it has', async () => {
    const path = await setFile();
    const found = await cli(['audit', path, '--criterion', '4', '--store', 'memory', '--format', 'json']);
    expect(JSON.parse(found.stdout)).toMatchObject({ id: 'c4', evidence: [{ passage: null }] });
    const { code, stderr } = await cli(['audit', path, '--criterion', 'c99', '--store', 'memory']);
    expect(stderr).toMatch(/has no criterion c99.\nIt has c1 to c17/u);
    expect(code).toBe(EXIT.badInput);
  });
});

describe('colour', () => {
  const esc = '\u001b[';
  it('is for terminals, and for NO_COLOR and FORCE_COLOR to decide', async () => {
    const path = await setFile();
    const coloured = async (spec: Parameters<typeof cli>[1]) => (await cli(['show', path], spec)).stdout.includes(esc);
    expect(await coloured({})).toBe(false);
    expect(await coloured({ terminal: 100 })).toBe(true);
    expect(await coloured({ terminal: 100, env: { NO_COLOR: '1' } })).toBe(false);
    expect(await coloured({ terminal: 100, env: { NO_COLOR: '' } })).toBe(true);
    expect(await coloured({ terminal: 100, env: { TERM: 'dumb' } })).toBe(false);
    expect(await coloured({ env: { FORCE_COLOR: '1' } })).toBe(true);
    expect(await coloured({ terminal: 100, env: { FORCE_COLOR: '0' } })).toBe(false);
    expect(await coloured({ env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).toBe(false);
  });

  it('lays out for the width of the terminal, narrow or wide', async () => {
    const path = await setFile();
    const widest = async (terminal: number) => {
      const { stdout } = await cli(['show', path], { terminal, env: { NO_COLOR: '1' } });
      return Math.max(...stdout.split('\n').map((line) => line.length));
    };
    for (const terminal of [30, 50, 100]) expect(await widest(terminal)).toBeLessThanOrEqual(terminal);
    expect(await widest(400)).toBeGreaterThan(120);
  });
});

describe('--out', () => {
  it('writes the file and nothing else, without colour', async () => {
    const folder = await temporaryFolder();
    const out = join(folder, 'out.md');
    await writeFile(out, 'before', { mode: 0o640 });
    const { code, stdout } = await cli(['show', await setFile(), '--out', out], {
      env: { FORCE_COLOR: '1' },
    });
    expect([code, stdout]).toEqual([EXIT.done, '']);
    expect(await readFile(out, 'utf8')).toMatch(/^Write a wedding toast/u);
    expect(await readdir(folder)).toEqual(['out.md']);
  });

  it.each([
    ['a folder', 'folder', /is a folder.\nName a file in it/u],
    ['a place in no folder', 'nowhere/out.json', /its folder is not there/u],
    ['a device', '/dev/null', /not a regular file/u],
  ])('%s is refused before any work', async (_what, place, says) => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'folder'));
    const out = place.startsWith('/') ? place : join(folder, place);
    // The library is missing too: had the work begun, the error would be another.
    const { code, stderr } = await cli(['discover', 'x', '--out', out, '--library', '/nowhere', '--store', 'memory']);
    expect(stderr).toMatch(says);
    expect(code).toBe(EXIT.badInput);
    expect(await readdir(folder)).toEqual(['folder']);
  });

  it('leaves what was there as it was when the work fails', async () => {
    const folder = await temporaryFolder();
    const out = join(folder, 'out.json');
    await writeFile(out, 'before');
    const { code } = await cli(['show', '/nowhere.json', '--out', out]);
    expect(code).toBe(EXIT.badInput);
    expect(await readFile(out, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['out.json']);
  });
});

describe('schema', () => {
  it('is the one in docs', async () => {
    const { code, stdout } = await cli(['schema']);
    expect(code).toBe(EXIT.done);
    expect(stdout).toBe(await readFile('docs/criteria-set.schema.json', 'utf8'));
  });
});
