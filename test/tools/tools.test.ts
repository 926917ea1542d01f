/** Exported checklists in the tools they are for, of the versions that package.json here pins: `npm run test:tools`. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import type { ChecklistItem } from '../../src/domain/checklist.ts';
import { asGood } from '../../src/judge/rubrics/grader-format.ts';
import { exportRubric } from '../../src/judge/rubrics/registry.ts';
import { anyItem, listOf } from '../support/drawn-lists.ts';
import { startModelServer, type Handler } from '../support/model-server/server.ts';
import { hasTools, TOOLS } from './has-tools.ts';

const SEED = 29;
const [drawn = []] = fc.sample(
  fc.uniqueArray(anyItem, { minLength: 30, maxLength: 30, selector: ({ text }) => text.trim() }),
  { seed: SEED, numRuns: 1 },
);
const INSTRUCTION = 'Explain {{env.HOME}}, {% raw %} and {x}.';
const RESPONSE = 'Dear <all> & "each", {{item.x}} {outputs}: hello.';
const list = listOf(drawn, INSTRUCTION);

/** Half of the items are met; of levels each in turn fits. */
const levelAt = (item: ChecklistItem, at: number) => at % (item.levels ?? [0, 1]).length;
const valueOf = (item: ChecklistItem, at: number) => item.levels?.[levelAt(item, at)]?.value ?? levelAt(item, at);

/** Knows an item by its wording alone, so that a tool which changes a letter of it has no answer. */
async function scriptedTool(wordingOf: (text: string) => string | undefined, answer: Answer) {
  const handler: Handler = (request) => {
    const wording = wordingOf(request.text);
    const at = list.items.findIndex((item) => asGood(item) === wording);
    const item = list.items[at];
    if (item === undefined) throw new Error(`No item has the wording ${JSON.stringify(wording)}: ${request.text}`);
    return answer(item, at, request);
  };
  const server = await startModelServer({ handler });
  onTestFinished(() => server.close());
  return server;
}
type Answer = (item: ChecklistItem, at: number, request: Parameters<Handler>[0]) => unknown;

const criterionLine = (text: string) => /^Criterion: (.*)$/mu.exec(text)?.[1];
function requireMaterial(text: string): void {
  for (const shown of [`Instruction:\n${INSTRUCTION}\n`, `Response:\n${RESPONSE}\n`])
    if (!text.includes(shown)) throw new Error(`It is not shown as it is: ${shown} in ${text}`);
}

async function results(tool: 'openevals' | 'autoevals', baseUrl: string): Promise<unknown> {
  const graders = JSON.parse(exportRubric(list, tool).result) as unknown;
  const asked = promisify(execFile)(process.execPath, [join(import.meta.dirname, `${tool}.mjs`)]);
  asked.child.stdin?.end(JSON.stringify({ baseUrl, graders, input: INSTRUCTION, output: RESPONSE }));
  return JSON.parse((await asked).stdout) as unknown;
}

const Choices = z.object({ properties: z.object({ score: z.object({ enum: z.array(z.number()).optional() }) }) });

describe.skipIf(!hasTools)('exported checklists in their tools', () => {
  it('openevals: createLLMAsJudge shows each wording as it is, and scores by its levels', async () => {
    const server = await scriptedTool(criterionLine, (item, at, { text, schema }) => {
      requireMaterial(text);
      const offered = Choices.parse(schema).properties.score.enum;
      expect(offered).toEqual(item.levels?.map(({ value }) => value));
      const value = valueOf(item, at);
      return { reasoning: 'So it is.', score: item.levels === undefined ? value === 1 : value };
    });
    expect(await results('openevals', server.baseUrl)).toMatchObject(
      list.items.map((item, at) => {
        const value = valueOf(item, at);
        return { key: item.id, score: item.levels === undefined ? value === 1 : value, comment: 'So it is.' };
      }),
    );
  });

  it('autoevals: LLMClassifierFromTemplate shows each wording as it is, and scores by its levels', async () => {
    const server = await scriptedTool(criterionLine, (item, at, { text, schemaName }) => {
      requireMaterial(text);
      expect(schemaName).toBe('select_choice');
      const level = levelAt(item, at);
      return { reasons: 'So it is.', choice: item.levels === undefined ? ['N', 'Y'][level] : String(level + 1) };
    });
    expect(await results('autoevals', server.baseUrl)).toMatchObject(
      list.items.map((item, at) => ({ name: item.id, score: valueOf(item, at) })),
    );
  });

  it('promptfoo: its command shows each wording as it is, and weighs by the points', async () => {
    const rubric = (text: string) =>
      /<Rubric>\n(.*?)(?:\n\nLevels, each with its score:\n.*)?\n<\/Rubric>/su.exec(text)?.[1];
    const server = await scriptedTool(rubric, (item, at) => {
      const score = valueOf(item, at);
      return { reason: 'So it is.', score, pass: score > 0 };
    });
    const folder = await mkdtemp(join(tmpdir(), 'promptfoo-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const exported = Exported.parse(parseYaml(exportRubric(list, 'promptfoo').result));
    const grader = { id: 'openai:chat:scripted', config: { apiBaseUrl: server.baseUrl, apiKey: 'none' } };
    const config = {
      ...exported,
      defaultTest: { ...exported.defaultTest, options: { provider: grader } },
      providers: ['echo'],
      prompts: ['{{instruction}}'],
    };
    await writeFile(join(folder, 'promptfooconfig.json'), JSON.stringify(config));
    const run = promptfoo(folder, ['eval', '-c', 'promptfooconfig.json', '-o', 'out.json', ...QUIET]);
    // It exits with 100 where a test fails, which half of the items do.
    await run.catch((error: unknown) => expect(error).toMatchObject({ code: 100 }));
    const out = Results.parse(JSON.parse(await readFile(join(folder, 'out.json'), 'utf8')));
    const [result] = out.results.results;
    expect(result?.response.output).toBe(INSTRUCTION);
    const parts = result?.gradingResult.componentResults ?? [];
    expect(parts.map(({ score, assertion }) => [assertion.metric, score])).toEqual(
      list.items.map((item, at) => [item.id, valueOf(item, at)]),
    );
    const points = list.items.map(({ weight }) => Math.abs(weight));
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const weighted = sum(list.items.map((item, at) => Math.abs(item.weight) * valueOf(item, at))) / sum(points);
    expect(result?.score).toBeCloseTo(weighted, 6);
  });
});

const QUIET = ['--no-cache', '--no-progress-bar', '--no-table', '--no-share'];
const Exported = z.looseObject({ defaultTest: z.looseObject({}) });
const Results = z.object({
  results: z.object({
    results: z.array(
      z.object({
        score: z.number(),
        response: z.object({ output: z.string() }),
        gradingResult: z.object({
          componentResults: z.array(z.object({ score: z.number(), assertion: z.object({ metric: z.string() }) })),
        }),
      }),
    ),
  }),
});

/** By the Node that is installed beside it: it wants a newer one than we do. */
function promptfoo(folder: string, args: readonly string[]) {
  const program = join(TOOLS, 'promptfoo/dist/src/entrypoint.js');
  return promisify(execFile)(join(TOOLS, '.bin/node'), [program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PROMPTFOO_CONFIG_DIR: join(folder, 'home'),
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
    },
  });
}
