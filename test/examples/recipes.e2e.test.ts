/** The recipes run as they stand, against the built service. */
import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startBuiltService } from '../support/built-service.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { expectKnownCommand, expectKnownVariables, presetOf } from '../support/known-words.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const recipe = (path: string) => join(root, 'examples/recipes', path);
const hasCommand = (name: string) => spawnSync(name, ['--version']).status === 0;
const INSTRUCTION = 'Write a cover letter for a junior data analyst';

describe('over HTTP', { timeout: 60_000 }, () => {
  it.skipIf(!hasCommand('curl'))(
    'curl: a set, its steps, a judgement, an audit (skipped where there is no curl)',
    async () => {
      const url = await startBuiltService();
      const env = { ...process.env, GROUNDRULE_SERVICE: url };
      const quoted = `${INSTRUCTION} who says "C:\\new"\nand more`;
      const { stdout } = await run('sh', [recipe('curl.sh'), quoted], { env });
      expect(stdout).toMatch(/^set: cs_[0-9a-f]{24}$/mu);
      expect(stdout).toMatch(/ event: done$/mu);
      expect(stdout).toMatch(/^"passRate":\{.*"unscored":10\}$/mu);
      expect(stdout).toMatch(/^"status":"passed"$/mu);
      await expect(run('sh', [recipe('curl.sh'), ' '], { env })).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('"status":4') as string,
      });
    },
  );

  it.skipIf(!hasCommand('python3'))(
    'Python: made of the OpenAPI document (skipped where there is no python3)',
    async () => {
      const url = await startBuiltService();
      const env = { ...process.env, GROUNDRULE_SERVICE: url, PYTHONIOENCODING: 'utf8' };
      const { stdout } = await run('python3', [recipe('client.py'), INSTRUCTION], { env });
      expect(stdout.match(/^The response should /gmu)).toHaveLength(5);
      expect(stdout).toMatch(/^cs_[0-9a-f]{24} passed$/mu);
      const lines = (await readFile(recipe('client.py'), 'utf8')).split('\n');
      expect(lines.filter((line) => /\S/u.test(line) && !/^(?:import|""")/u.test(line)).length).toBeLessThanOrEqual(20);
    },
  );

  const Config = z.object({
    prompts: z.tuple([z.string()]),
    providers: z.tuple([
      z.literal('echo'),
      z.object({
        id: z.literal('http'),
        config: z.object({
          url: z.url(),
          method: z.string(),
          headers: z.record(z.string(), z.string()),
          body: z.unknown(),
          transformResponse: z.string(),
        }),
      }),
    ]),
    defaultTest: z.object({
      assert: z.tuple([
        z.object({ type: z.literal('javascript'), value: z.string(), config: z.record(z.string(), z.unknown()) }),
      ]),
    }),
    tests: z.array(z.object({ vars: z.object({ draft: z.string() }) })),
  });
  interface Graded {
    readonly pass: boolean;
    readonly score: number;
    readonly reason: string;
    readonly componentResults: readonly Omit<Graded, 'componentResults'>[];
  }

  it('promptfoo: its provider and its assertion, as promptfoo documents that it calls them', async () => {
    const model = await startModelServer({ handler: answering(plausibleModel) });
    onTestFinished(() => model.close());
    const service = await startBuiltService(['--model', 'scripted', '--base-url', model.baseUrl]);
    const folder = recipe('promptfoo');
    const { prompts, providers, defaultTest, tests } = Config.parse(
      parse(await readFile(join(folder, 'promptfooconfig.yaml'), 'utf8')),
    );
    const [{ value, config }] = defaultTest.assert;
    expect(value).toMatch(/^file:\/\//u);
    const { default: assertion } = (await import(join(folder, value.slice('file://'.length)))) as {
      default: (output: string, context: object) => Promise<Graded>;
    };
    const [, http] = providers;
    const fill = (template: string, vars: Record<string, string>) =>
      template.replace(/\{\{(\w+)\}\}/gu, (_, name: string) => JSON.stringify(vars[name] ?? '').slice(1, -1));
    const graded = [];
    for (const { vars } of tests) {
      const prompt = fill(prompts[0], vars);
      const answer = await fetch(new URL(new URL(http.config.url).pathname, service), {
        ...{ method: http.config.method, headers: http.config.headers },
        body: fill(JSON.stringify(http.config.body), { prompt }),
      });
      expect(answer.status).toBe(200);
      const transform = (json: unknown): unknown => runInNewContext(http.config.transformResponse, { json });
      const refined = z
        .string()
        .min(1)
        .parse(transform(await answer.json()));
      for (const output of [prompt, refined])
        graded.push(await assertion(output, { vars, config: { ...config, service } }));
    }
    expect(graded.map(({ pass, score }) => [pass, score])).toEqual([
      [true, 1],
      [true, 1],
      [false, 0.5],
      [expect.any(Boolean), expect.any(Number)],
    ]);
    expect(graded[2]?.reason).toContain('1 not met');
    expect(graded[2]?.componentResults.map(({ pass }) => pass)).toEqual([true, false]);
    await expect(assertion('x', { vars: {}, config: { ...config, service, checklist: [] } })).rejects.toThrow(
      'checklist',
    );
  });
});

it('LangChain: a tool that an agent calls', { timeout: 30_000 }, async () => {
  const { stdout } = await run(process.execPath, [recipe('langchain-tool.mjs'), 'Write a wedding toast'], {
    env: { ...process.env, XDG_DATA_HOME: await temporaryFolder() },
  });
  const { set, criteria } = z
    .object({ set: z.string(), criteria: z.array(z.object({ quote: z.string() })) })
    .parse(JSON.parse(stdout));
  expect(set).toMatch(/^cs_/u);
  expect(criteria).toHaveLength(10);
});

const Step = z.object({
  name: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
});

it('GitHub Actions: its steps judge, write the summary and one comment', { timeout: 60_000 }, async () => {
  const { jobs } = z
    .object({ jobs: z.object({ judge: z.object({ steps: z.array(Step) }) }) })
    .parse(parse(await readFile(recipe('github-actions/groundrule.yml'), 'utf8')));
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  const put = async (path: string, text: string) => {
    await writeFile(join(folder, path), text);
    await chmod(join(folder, path), 0o755);
  };
  await mkdir(bin);
  await mkdir(join(folder, 'texts'));
  await put('texts/note.md', 'We feast on 14 June.');
  await put(
    'checklist.md',
    '- Does the response have at most 4 words? `check: words <= 4`\n- Does the response contain “14 June”? `check: phrase "14 June"`\n',
  );
  await put('bin/npx', `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'dist/bin/main.js')}" "$@"\n`);
  await put('bin/gh', '#!/bin/sh\necho "$@" > asked.txt\ncat > comment.md\n');
  const summary = join(folder, 'summary.md');
  const model = await startModelServer({ handler: answering(plausibleModel) });
  onTestFinished(() => model.close());
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    GITHUB_STEP_SUMMARY: summary,
    PULL_REQUEST: '7',
    ...{ GROUNDRULE_MODEL: 'gpt-4.1-mini', GROUNDRULE_BASE_URL: model.baseUrl, GROUNDRULE_PRICES: 'prices.json' },
  };
  const prices = { [new URL(model.baseUrl).host]: { 'gpt-4.1-mini': { input: 1, output: 4 } } };
  await put('prices.json', JSON.stringify(prices));
  const codes: unknown[] = [];
  for (const { run: script } of jobs.judge.steps) {
    if (script === undefined) continue;
    codes.push(
      await run('bash', ['-e', '-c', script], { cwd: folder, env }).then(
        () => 0,
        (error: unknown) => z.object({ code: z.number() }).parse(error).code,
      ),
    );
  }
  expect(codes).toEqual([8, 0, 0]);
  const report = await readFile(join(folder, 'report.md'), 'utf8');
  expect(report).toContain('50 %');
  expect(await readFile(summary, 'utf8')).toBe(report);
  expect(await readFile(join(folder, 'comment.md'), 'utf8')).toBe(report);
  expect(await readFile(join(folder, 'asked.txt'), 'utf8')).toBe(
    'pr comment 7 --edit-last --create-if-none --body-file -\n',
  );
});

describe('containers', () => {
  const Compose = z.object({
    services: z.object({
      groundrule: z.object({
        build: z.string(),
        command: z.array(z.string()),
        environment: z.array(z.string()),
        ports: z.tuple([z.string()]),
        volumes: z.tuple([z.string()]),
        depends_on: z.array(z.string()),
      }),
      searxng: z.object({ volumes: z.tuple([z.string()]), environment: z.record(z.string(), z.string()) }),
    }),
    volumes: z.record(z.string(), z.null()),
  });
  const compose = async () => Compose.parse(parse(await readFile(recipe('docker/compose.yaml'), 'utf8')));
  const dockerfile = () => readFile(join(root, 'Dockerfile'), 'utf8');
  /** The last instruction of its name, as the array that stands there. */
  const listOf = (text: string, name: string) =>
    z.array(z.string()).parse(JSON.parse(new RegExp(`^${name}\\b[^[\\n]*(\\[.*\\])$`, 'mu').exec(text)?.[1] ?? 'null'));

  it('ask for flags that there are, and for the port that is served', async () => {
    const { services } = await compose();
    const text = await dockerfile();
    for (const words of [services.groundrule.command, listOf(text, 'CMD')]) expectKnownCommand(words);
    const served = String(presetOf(expectKnownCommand(['serve']), '--port'));
    expect(text).toMatch(new RegExp(`^EXPOSE ${served}$`, 'mu'));
    expect(services.groundrule.ports[0]).toBe(`127.0.0.1:${served}:${served}`);
    expect(listOf(text, 'HEALTHCHECK').at(-1)).toContain(`http://127.0.0.1:${served}/healthz`);
    expectKnownVariables(services.groundrule.environment);
  });

  it('have what the program needs, keep what it keeps, and find SearXNG beside it', async () => {
    const { services, volumes } = await compose();
    const text = await dockerfile();
    const { files } = z
      .object({ files: z.array(z.string()) })
      .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
    const needed = files.filter((path) => !/\.md$|^LICENSE$|^examples$|^Dockerfile$/u.test(path));
    for (const path of [...needed, 'package.json', 'node_modules'])
      expect(text).toMatch(new RegExp(`^COPY --from=build /app/${path} `, 'mu'));
    expect(listOf(text, 'ENTRYPOINT')).toEqual(['node', '/app/dist/bin/main.js']);
    const kept = /XDG_DATA_HOME=(\S+)/u.exec(text)?.[1];
    expect(services.groundrule.volumes).toEqual([`data:${String(kept)}`]);
    expect(Object.keys(volumes)).toEqual(['data']);
    expect(join(recipe('docker'), services.groundrule.build)).toBe(root);
    const url = services.groundrule.command[services.groundrule.command.indexOf('--searxng-url') + 1];
    expect(services.groundrule.depends_on).toContain(new URL(String(url)).hostname);
    const [settings = ''] = services.searxng.volumes[0].split(':');
    const parsed: unknown = parse(await readFile(join(recipe('docker'), settings), 'utf8'));
    expect(parsed).toMatchObject({ search: { formats: expect.arrayContaining(['json']) as string[] } });
  });

  it(
    'their health check tells a service that answers from one that does not; without a key none listens beyond loopback',
    { timeout: 60_000 },
    async () => {
      const [node, ...args] = listOf(await dockerfile(), 'HEALTHCHECK');
      expect(node).toBe('node');
      const url = await startBuiltService();
      const check = (port: string) =>
        spawnSync(
          process.execPath,
          args.map((arg) => arg.replace(':8377/', `:${port}/`)),
        ).status;
      expect(check(new URL(url).port)).toBe(0);
      expect(check('1')).toBe(1);
      await expect(startBuiltService([], listOf(await dockerfile(), 'CMD'))).rejects.toThrow('keys add');
    },
  );
});
