/** `judge --data`: judges the responses of many systems and prints how they stand beside each other. */
import { systemClock } from '../client/clock.ts';
import { madeOncePerKey } from '../client/made-once.ts';
import type { JudgeRowsOptions } from '../client/judging-rows.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { Groundrule } from '../groundrule.ts';
import { InputError } from '../domain/errors.ts';
import { type Task, taskKey } from '../domain/task.ts';
import { DEFAULT_REWARD_SCORE } from '../client/rewards.ts';
import { collectRewards } from './reward-lines.ts';
import { lacksModel } from '../judge/code-verdict.ts';
import type { JudgeOptions } from '../judge/judge-options.ts';
import { optionsForKey } from '../judge/options-for-key.ts';
import type { CriteriaSource, ResponseRow } from '../jobs/rows/judge-rows.ts';
import { JudgedRow } from '../jobs/rows/judged-row.ts';
import { formatsOf } from '../report/formats.ts';
import { renderLeaderboard } from '../report/leaderboard.ts';
import { renderJudgingPlan } from '../report/plan.ts';
import { failureLines, renderRows } from '../report/rows.ts';
import { discoveryKey, keptSet } from '../precompute/discovery-key.ts';
import { NOWHERE, pickedRows } from '../jobs/rows/row-output.ts';
import { batchIdOf } from '../jobs/queue/job-of-work.ts';
import { judgeByJob } from '../jobs/queue/judge-by-job.ts';
import { titleOf } from '../jobs/queue/setup.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import { plural } from '../report/words.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { blockOf, type JudgeFlags } from './flags.ts';
import { namedChecklist } from './input/find-checklist.ts';
import { readRowsLeniently } from '../data/read-rows.ts';
import { ofFirstInstructions, responseRows } from '../jobs/rows/response-rows.ts';
import { rowMapping } from '../data/benchmarks.ts';
import { asBenchmark } from './as-benchmark.ts';
import { openQueueToAdd } from './open-queue.ts';
import { reportBadRows } from './output/bad-rows.ts';
import { adviseModel } from './output/report-minimum.ts';
import { openEarlierRows, openRowOutput, rowsAtOnce, showRows } from './output/row-output.ts';
import { judgeOptions, openSessionPlanner } from './run-judging.ts';
import type { Session } from './session.ts';

export async function judgeData(session: Session<JudgeFlags>, files: readonly string[]): Promise<ExitCode> {
  const { flags, shell, progress } = session;
  const { format, rows: rowFile, retryFailed = false, limit, concurrency, policy, top } = flags;
  if (!formatsOf().includes(format))
    throw new InputError(`--format ${format} is not for leaderboards.`, {
      advice: 'Choose table, json, markdown or html; --rows writes each verdict as JSON Lines.',
    });
  const { settings } = await session.config();
  const by = await commonSource(session);
  const read = [];
  for (const reference of files)
    read.push({ reference, rows: await readRowsLeniently(session, reference, rowMapping(flags), ['instruction']) });
  const all = responseRows(read, by);
  const [first] = all;
  if (first?.given instanceof InputError && all.every(({ given }) => given instanceof InputError))
    throw new InputError(`No row can be used, the first one for this reason: ${first.given.message}`, {
      ...(first.given.advice === null ? {} : { advice: first.given.advice }),
    });
  // A row that cannot be read counts as an instruction.
  const instructionOf = ({ id, given }: ResponseRow) => (given instanceof InputError ? id : given.task);
  const rows = ofFirstInstructions(all, limit ?? Infinity, instructionOf);
  const withoutBad = reportBadRows(
    progress,
    rows.flatMap(({ given }) => (given instanceof InputError ? given : [])),
  );
  const judging = await judgeOptions(
    session,
    flags.rewards === undefined ? flags : { ...flags, score: flags.score ?? DEFAULT_REWARD_SCORE },
  );
  const kind = { schema: JudgedRow, command: 'judge --data', flag: '--rows' };
  if (rowFile !== undefined) await session.beforeWriting(rowFile, kind.flag);
  const rewardFile = flags.rewards === undefined ? null : await openRewards(session, flags.rewards);
  const client = await session.client();
  const options = { ...judging, policy, top, retryFailed, only: blockOf(flags) };
  const atOnce = rowsAtOnce(concurrency, settings.concurrency, settings);
  if (flags.dryRun === true) {
    const earlier = await openEarlierRows<JudgedRow>(rowFile ?? null, kind);
    if (earlier !== null) session.closing(earlier);
    const missing = await client.rowsToJudge(rows, earlier ?? NOWHERE, options);
    if (missing.length < rows.length)
      progress.note(`${plural(rows.length - missing.length, 'response')} judged before`);
    const { client: planning, planned } = await openSessionPlanner(session);
    const toJudge = await rowsToPlan(session, missing, planning);
    const { failures } = await planning.judgeRows(toJudge, NOWHERE, {
      ...options,
      rowsAtOnce: atOnce,
      onProgress: () => undefined,
    });
    for (const line of failureLines(failures)) progress.note(line);
    const title = `Judge ${plural(toJudge.length, 'response')}, each by the criteria of its instruction`;
    const plan = { title, options: judging, checklist: null, model: planned() };
    await session.print((layout) => renderJudgingPlan(plan, 'table', layout));
    return EXIT.done;
  }
  const { output: rowOutput, picked: lackModel } = pickedRows(
    rowFile === undefined ? NOWHERE : session.closing(await openRowOutput<JudgedRow>(shell, rowFile, kind)),
    (row: JudgedRow) => row.status !== 'failed' && row.judgement.items.some(({ verdict }) => lacksModel(verdict)),
  );
  const rewards = collectRewards(rowOutput);

  const { batch = null, ...byWorkers } = flags.queue === true ? await judgedByWorkers(session, rows, judging) : {};
  const onProgress = showRows(progress, () => client.usage());
  const benchmark = await benchmarkOf(session, rows, { judging, policy, top, only: options.only, by, batch });
  const result = await asBenchmark(session, files, benchmark, rewards.output, (output) =>
    client.judgeRows(rows, output, { ...options, rowsAtOnce: atOnce, ...byWorkers, onProgress }),
  );

  await rewardFile?.write(rewards.lines(rows));
  await session.print((layout) => renderLeaderboard(result.leaderboard, format, layout));
  await session.reportUsage();
  progress.note(renderRows(result, client.usage()));
  const ownFailures = withoutBad(result.failures);
  for (const line of failureLines(ownFailures)) progress.note(line);
  if (rowFile !== undefined) progress.note(`written to ${rowFile}`);
  const { outdated, failed, incomplete, stoppedBy, leaderboard } = result;
  if (outdated > 0)
    progress.note(`${plural(outdated, 'row')} of an earlier run were of other responses or settings, and are dropped.`);
  if (ownFailures.length > 0) progress.note('--retry-failed judges the failed rows again.');
  if (stoppedBy !== null) throw stoppedBy;
  if (failed > 0) return EXIT.checkFailed;
  if (incomplete > 0) return EXIT.incomplete;
  if (leaderboard.systems.some(({ passRate }) => passRate.value !== null)) return EXIT.done;
  if (lackModel.includes(true)) adviseModel(progress, settings.model);
  return EXIT.notDecided;
}

async function openRewards({ out, output }: Session<JudgeFlags>, file: string) {
  if (file === '-' && out.path === null)
    throw new InputError('The rewards and the leaderboard cannot both go to stdout.', {
      advice: 'Name a file with --rewards, or one for the leaderboard with --out.',
    });
  return output(file, '--rewards');
}

/** Many more than workers do at once, so that none of them waits for this process. */
const QUEUED_AT_ONCE = 2_000;

async function judgedByWorkers(
  session: Session<JudgeFlags>,
  rows: readonly ResponseRow[],
  { itemsPerCall, votes, analysis, codeChecks, seed, score }: JudgeOptions,
): Promise<Pick<JudgeRowsOptions, 'judgeBy' | 'rowsAtOnce'> & { readonly batch?: string }> {
  const { priority, retryFailed = false } = session.flags;
  const client = await session.client();
  const { queue, owner, limits } = await openQueueToAdd(session, client);
  const { store } = client;
  const batchId = batchIdOf(
    sha256Hex(canonicalJson(rows.map(({ id, given }) => [id, given instanceof InputError ? null : given]))),
  );
  if (limits !== null) await store.budgets.put(batchId, limits);
  session.progress.note(
    `queued in ${store.location} (${batchId}), for ${titleOf(queue.asked)}; “npx groundrule worker” with the same settings does it`,
  );
  const asked = { itemsPerCall, votes, analysis, codeChecks, seed };
  const judging = score === undefined ? asked : { ...asked, score };
  const options = { owner, priority, batchId, retryFailed, judging };
  return {
    judgeBy: judgeByJob({ store, queue, clock: systemClock }, options),
    rowsAtOnce: QUEUED_AT_ONCE,
    batch: batchId,
  };
}

async function benchmarkOf(
  session: Session<JudgeFlags>,
  rows: readonly ResponseRow[],
  { batch, ...how }: JudgedHow & { readonly batch: string | null },
) {
  const agents = await (await session.client()).judgingAgents();
  const { judging, policy, by } = how;
  const kinds = new Set(by === null ? rows.map((row) => row.by.kind) : [by.kind]);
  return {
    of: 'responses' as const,
    models: [...new Set(Object.values(agents).map(({ model }) => model))],
    settings: {
      Criteria: [...kinds].map((kind) => CRITERIA[kind]).join(', '),
      ...(kinds.has('generated') && policy !== undefined ? { Policy: policy } : {}),
      ...(judging.score === undefined ? {} : { Score: judging.score }),
      ...((judging.votes ?? 1) === 1 ? {} : { Votes: String(judging.votes) }),
      ...((judging.panel ?? []).length === 0 ? {} : { Panel: judging.panel?.join(', ') ?? '' }),
    },
    batch,
    rows: rows.map(({ id, system, category, given }) => ({
      ...{ id, system, category },
      instruction: given instanceof InputError ? '' : given.task.instruction,
    })),
    setup: {
      agents,
      how: { ...how, judging: optionsForKey(judging) },
      responses: rows.map(({ given }) => (given instanceof InputError ? null : given)),
    },
  };
}

interface JudgedHow {
  readonly judging: Partial<JudgeOptions>;
  readonly policy: JudgeRowsOptions['policy'];
  readonly top: number | undefined;
  readonly only: JudgeRowsOptions['only'];
  /** Null: each row says it. */
  readonly by: CriteriaSource | null;
}

const CRITERIA: Readonly<Record<CriteriaSource['kind'], string>> = {
  checklist: 'one checklist for all',
  questions: 'those of each row',
  set: 'stored sets',
  generated: 'written from each instruction',
  discovered: 'discovered for each instruction',
};

/** Null where each row says what it is judged by. */
async function commonSource(session: Session<JudgeFlags>): Promise<CriteriaSource | null> {
  const { checklist } = session.flags;
  if (checklist === 'generated' || checklist === 'discovered') return { kind: checklist };
  const common = await namedChecklist(session);
  return common === null ? null : { kind: 'checklist', checklist: common };
}

/** Rows that can be judged now, each by what the planning client has; a checklist is written once for each instruction. */
async function rowsToPlan(
  session: Session<JudgeFlags>,
  rows: readonly ResponseRow[],
  planning: Pick<Groundrule, 'generateChecklist' | 'store' | 'hasModel'>,
): Promise<readonly ResponseRow[]> {
  const client = await session.client();
  const { store } = client;
  const setup = rows.some(({ by }) => by.kind === 'discovered') ? await client.discoverySetup() : null;
  const setOf = async (by: CriteriaSource, task: Task): Promise<CriteriaSet | null> => {
    if (by.kind === 'set') return store.getSet(by.id);
    return by.kind === 'discovered' && setup !== null ? keptSet(store, discoveryKey(setup, task)) : null;
  };
  const written = madeOncePerKey<Checklist>();
  const { policy } = session.flags;
  const toPlan: ResponseRow[] = [];
  let undiscovered = 0;
  for (const row of rows) {
    if (row.given instanceof InputError) continue;
    const { task } = row.given;
    const set = await setOf(row.by, task);
    if (set !== null) {
      await planning.store.putSet(set);
      toPlan.push({ ...row, by: { kind: 'set', id: set.id } });
    } else if (row.by.kind === 'generated') {
      const write = async () => (await planning.generateChecklist(task, { policy })).checklist;
      toPlan.push({ ...row, by: { kind: 'checklist', checklist: await written(taskKey(task), write) } });
    } else if (row.by.kind === 'discovered' && !planning.hasModel) {
      // Without a model there is no plan of a discovery: it would search and fetch.
      undiscovered += 1;
    } else toPlan.push(row);
  }
  if (undiscovered > 0)
    session.progress.note(
      `${plural(undiscovered, 'response')} left out: the criteria of their instructions are not discovered yet (npx groundrule precompute --dry-run says what that takes).`,
    );
  return toPlan;
}
