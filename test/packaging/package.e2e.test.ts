/** What users install: the packed tarball, in an empty folder, discovers. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { shortOrLong } from '../support/run-length.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const Manifest = z.object({
  bin: z.object({ groundrule: z.string() }),
  dependencies: z.record(z.string(), z.string()),
});

describe('the package', { timeout: 600_000 }, () => {
  let folder = '';
  let files: string[] = [];
  const groundrule = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
    run(join(folder, 'node_modules/.bin/groundrule'), args, {
      cwd: folder,
      env: { ...process.env, XDG_DATA_HOME: join(folder, 'data') },
      maxBuffer: 50_000_000,
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'groundrule-package-'));
    const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
    });
    const [manifest] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }];
    files = manifest.files.map((file) => file.path);
    await writeFile(join(folder, 'package.json'), '{"name":"user","private":true,"type":"module"}');
    await shortOrLong(unpack, install)(folder, join(folder, manifest.filename));
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('holds the code, the guides, the examples and the documents, and nothing else', () => {
    expect(files).toContain('dist/bin/main.js');
    expect(files).toContain('dist/src/index.d.ts');
    expect(files.filter((path) => path.startsWith('fixtures/library/')).length).toBeGreaterThanOrEqual(66);
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'docs/judging.md',
        'examples/note.md',
        'examples/note.yaml',
      ]),
    );
    expect(files.filter((path) => /^(src|test|bench)\/|\.test\.|unwanted/.test(path))).toEqual([]);
  });

  it('discovers from the command line, and keeps what it found', async () => {
    const task = 'Write a press release announcing the merger of two local food banks';
    const { stdout } = await groundrule('discover', task, '--format', 'json');
    const set = CriteriaSet.parse(JSON.parse(stdout));
    expect(set.content.criteria.length).toBeGreaterThanOrEqual(12);
    expect((await groundrule('show', set.id)).stdout).toContain(task);
  });

  it('is a typed library', async () => {
    await writeFile(
      join(folder, 'use.mjs'),
      `import { discover } from 'groundrule';
       const set = await discover('Write a press release announcing the merger of two local food banks', { store: 'memory' });
       console.log(set.content.criteria[0].text);
       const root = await import('groundrule');
       for (const part of ['judge', 'measure'])
         for (const [name, value] of Object.entries(await import('groundrule/' + part)))
           if (root[name] !== value) throw new Error(part + ': ' + name);`,
    );
    const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: folder });
    expect(stdout).toMatch(/^The response should /);
    const types = await readFile(join(folder, 'node_modules/groundrule/dist/src/index.d.ts'), 'utf8');
    expect(types).toContain('export declare function discover(instruction: string');
  });

  it('has types that compile without Node’s types and without Vitest, declarations checked', async () => {
    const project = join(folder, 'bare-types');
    await mkdir(project);
    const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, noEmit: true, types: [] };
    // All declarations but the compiler's own.
    const checked = { ...compilerOptions, skipLibCheck: false, skipDefaultLibCheck: true };
    const options = { compilerOptions: checked, include: ['use.ts'] };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify(options));
    const use = "import { discover } from 'groundrule';\nimport { toPassChecklist } from 'groundrule/vitest';\n";
    const parts = "import { topOf } from 'groundrule/judge';\nimport { measureJudge } from 'groundrule/measure';\n";
    const client = "import { createServiceClient } from 'groundrule/client';\n";
    const all = 'export const all = [discover, toPassChecklist, topOf, measureJudge, createServiceClient];\n';
    await writeFile(join(project, 'use.ts'), use + parts + client + all);
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
    const compiled = await run(process.execPath, [tsc, '-p', project]).catch((error: unknown) => error);
    expect(compiled).toMatchObject({ stdout: '', stderr: '' });
  });

  it('has the types and the behaviour that the documents show', async () => {
    const examples = await examplesOf('README.md', 'docs/typescript.md', 'docs/service.md');
    expect(examples.length).toBeGreaterThanOrEqual(4);
    await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
    for (const name of ['vitest', '@types/node'])
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      noEmit: true,
      types: ['node'],
      skipLibCheck: true,
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['example-*.ts'] }));
    for (const [index, code] of examples.entries()) await writeFile(join(folder, `example-${index}.ts`), code);
    const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
    const compiled = await run(process.execPath, [tsc, '-p', folder]).catch((error: unknown) => error);
    expect(compiled).toMatchObject({ stdout: '', stderr: '' });

    // The first one needs no model; without types it is JavaScript.
    await writeFile(join(folder, 'example.mjs'), examples[0] ?? '');
    const { stdout } = await run(process.execPath, ['example.mjs'], {
      cwd: folder,
      env: { ...process.env, XDG_DATA_HOME: join(folder, 'data') },
    });
    expect(stdout).toMatch(/^The response should .*\n[^]*passRate: \{/u);
  });
});

/** As `npm install` leaves it: beside the package lies what it depends on, and nothing that only its developers have. */
async function unpack(folder: string, tarball: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  const target = join(modules, 'groundrule');
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  const { bin, dependencies } = Manifest.parse(JSON.parse(await readFile(join(target, 'package.json'), 'utf8')));
  for (const name of Object.keys(dependencies)) {
    await mkdir(join(modules, name, '..'), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  await mkdir(join(modules, '.bin'));
  await symlink(join(target, bin.groundrule), join(modules, '.bin/groundrule'));
}

/** As users do; most of a minute goes into packages that others made. */
async function install(folder: string, tarball: string): Promise<void> {
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
}

/** The code blocks in TypeScript. */
async function examplesOf(...documents: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(documents.map((path) => readFile(join(root, path), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(/^```ts\n([^]*?)^```$/gmu)].map(([, code = '']) => code));
}
