/** A server that stops answering in the middle of the work: what lacks answers is never called finished, and is made good. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { PrecomputedRow } from '../../src/precompute/precomputed-row.ts';
import { cliIn } from '../support/shell.ts';
import { makePages } from '../support/guide-web/make-pages.ts';
import { startGuideWeb, type GuideWeb } from '../support/guide-web/start-guide-web.ts';

const TASK = 'Write a grant proposal for a community seed library';

let root = '';
let world: GuideWeb;
let straight = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'groundrule-e2e-'));
  const counts = { guide: 6, general: 0, 'other-kind': 0, 'off-topic': 0, thin: 0, copy: 0 };
  const shape = { textKind: 'grant-proposal', sites: 6, sentences: 40, frame: 'bare', seed: 'outage' } as const;
  world = await startGuideWeb({ pages: await makePages({ ...shape, counts }), resultsPerQuery: 2 });
  const { run, rows } = await aHome();
  expect((await run('precompute')).code).toBe(0);
  straight = await rows();
}, 120_000);
afterAll(async () => {
  await world.close();
  await rm(root, { recursive: true, force: true });
});

/** Of six pages that are read for their advice, two are answered. */
function goDown(): void {
  const answered = new Set<string>();
  world.model.behave({
    outage: (body) => {
      if (!body.includes('"name":"extract-advice"')) return false;
      if (answered.size < 2) answered.add(body);
      return !answered.has(body);
    },
  });
}
const comeBack = () => world.model.behave({ outage: null });
beforeEach(comeBack);

/** With a store of its own. */
async function aHome() {
  const home = await mkdtemp(join(root, 'home-'));
  await writeFile(join(home, 'tasks.jsonl'), `${JSON.stringify({ id: 'seeds', instruction: TASK })}\n`);
  const settings = [
    ...['--model', 'scripted', '--base-url', world.model.baseUrl, '--model-format', 'json_schema'],
    ...['--search', 'searxng', '--searxng-url', world.search.url, '--results', '2'],
    ...world.web.allowHosts.flatMap((host) => ['--allow-host', host]),
  ];
  const first = { precompute: ['precompute', 'tasks.jsonl', '--out', 'rows.jsonl'], discover: ['discover', TASK] };
  return {
    home,
    rows: () => readFile(join(home, 'rows.jsonl'), 'utf8'),
    run: (command: keyof typeof first, ...flags: readonly string[]) =>
      cliIn([...first[command], ...settings, ...flags], { home }),
  };
}

/** How many questions the work had answered, and whether one of them had been answered to the same home before. */
async function answersDuring<Result>(work: () => Promise<Result>) {
  const before = world.model.delivered.length;
  const result = await work();
  return { result, answers: world.model.delivered.slice(before) };
}

const INCOMPLETE = /Incomplete: 4 questions were not answered \(answers: 4, .* failed with status 503.*\)/u;

describe('four of six pages unanswered', { timeout: 120_000 }, () => {
  it('precompute: an incomplete row and code 10, until a run with the server back asks for the four alone', async () => {
    const { run, rows } = await aHome();
    goDown();
    const down = await answersDuring(() => run('precompute'));
    expect([down.result.code, down.result.stderr]).toEqual([10, expect.stringMatching(INCOMPLETE)]);
    expect(down.result.stderr).toMatch(/^1 of 1: 0 done, 0 cached, 0 failed, 1 incomplete/mu);
    const row = PrecomputedRow.parse(JSON.parse(await rows()));
    const whole = PrecomputedRow.parse(JSON.parse(straight));
    if (row.status !== 'incomplete' || whole.status !== 'done') throw new Error(`${row.status} ${whole.status}`);
    expect(row.set.content.unanswered).toMatchObject([{ step: 'answers', questions: 4 }]);
    expect(row.set.content.criteria.length).toBeLessThan(whole.set.content.criteria.length);
    const decisions = row.set.content.sources.map(({ decision }) => decision).sort();
    expect(decisions).toEqual(['kept', 'kept', 'unanswered', 'unanswered', 'unanswered', 'unanswered']);

    // Still down: nothing that was answered is asked again, and nothing is taken for done.
    const again = await answersDuring(() => run('precompute', '--retry-failed'));
    expect([again.result.code, again.answers]).toEqual([10, []]);

    comeBack();
    const back = await answersDuring(() => run('precompute'));
    expect(back.result.code, back.result.stderr).toBe(0);
    expect(await rows()).toBe(straight);
    expect(back.answers.filter((body) => body.includes('"name":"extract-advice"'))).toHaveLength(4);
    expect(back.answers.filter((body) => down.answers.includes(body))).toEqual([]);
    expect((await answersDuring(() => run('precompute'))).answers).toEqual([]);
  });

  it('discover: says so first, in every format, and ends with 10; run again it is whole', async () => {
    const { home, run } = await aHome();
    goDown();
    const json = await run('discover', '--format', 'json');
    expect([json.code, json.stderr]).toEqual([10, expect.stringMatching(INCOMPLETE)]);
    const { id, content } = CriteriaSet.parse(JSON.parse(json.stdout));
    expect(content.unanswered).toMatchObject([{ step: 'answers', questions: 4 }]);
    const terminal = await run('discover');
    expect([terminal.code, terminal.stdout.replace(/\s+/gu, ' ').trim()]).toEqual([
      10,
      expect.stringMatching(new RegExp(`^${TASK} ${INCOMPLETE.source}`, 'u')),
    ]);
    const markdown = await run('discover', '--format', 'markdown');
    expect(markdown.stdout).toMatch(/^# Criteria: .*\n\n.*Incomplete: 4 questions/u);
    const lines = (await run('discover', '--format', 'jsonl')).stdout.trimEnd().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ meta: { set: id, isIncomplete: true } });
    const audit = await cliIn(['audit', id], { home });
    expect(audit.stdout.replace(/\s+/gu, ' ')).toMatch(INCOMPLETE);

    comeBack();
    const back = await run('discover', '--format', 'json');
    expect(back.code, back.stderr).toBe(0);
    const whole = PrecomputedRow.parse(JSON.parse(straight));
    expect(whole).toMatchObject({ set: { id: CriteriaSet.parse(JSON.parse(back.stdout)).id } });
  });
});

describe('a reply that is final, with others under way', { timeout: 120_000 }, () => {
  it.each([
    ['wrong-key', 2],
    ['no-credit', 5],
    ['not-allowed', 2],
    ['no-such-model', 2],
  ] as const)('%s: code %i, and nothing that was delivered is asked again', async (fault, exitCode) => {
    const { run } = await aHome();
    world.model.behave({ latencyMs: 200 });
    world.model.next(null, null, null, null, fault);
    const refused = await answersDuring(() => run('discover'));
    expect([refused.result.code, refused.result.stdout], refused.result.stderr).toEqual([exitCode, '']);
    expect(refused.result.stderr).not.toContain('does not work');
    world.model.behave({ latencyMs: 0 });
    const again = await answersDuring(() => run('discover', '--format', 'json'));
    expect(again.result.code, again.result.stderr).toBe(0);
    expect(refused.answers.length).toBeGreaterThan(4);
    expect(again.answers.filter((body) => refused.answers.includes(body))).toEqual([]);
  });
});
