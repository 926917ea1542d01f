/** `judge --data`: judges the responses of many systems and prints how they stand beside each other. */
import { planJudging } from '../client/plan-judging.ts';
import { givenChecklist as checklistOfQuestions } from '../client/given-input.ts';
import { readSecrets } from '../config/environment.ts';
import type { Checklist } from '../domain/checklist.ts';
import { InputError } from '../domain/errors.ts';
import { checklistFromSet } from '../judge/checklist-from-set.ts';
import type { CriteriaSource, ResponseRow } from '../judge-rows/judge-rows.ts';
import { JudgedRow } from '../judge-rows/judged-row.ts';
import type { JUDGE_FORMATS } from '../report/formats.ts';
import { renderLeaderboard } from '../report/leaderboard.ts';
import { renderJudgingPlan } from '../report/plan.ts';
import { failureLines, renderRows, timeLeftMs } from '../report/rows.ts';
import type { PrecomputeProgress } from '../precompute/precompute.ts';
import type { RowOutput } from '../precompute/precomputed-row.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { dataFlags, JudgingFlags, ValuesOf } from './flags.ts';
import { givenChecklist } from './input/find-checklist.ts';
import { rowMapping } from './input/read-dataset.ts';
import { readResponseRows } from './input/read-response-rows.ts';
import { openRowOutput } from './output/row-output.ts';
import { judgeOptions, refuseGiven, refuseIdleFlags } from './run-judging.ts';
import type { Session } from './session.ts';

type Flags = JudgingFlags &
  ValuesOf<typeof dataFlags> & {
    readonly format: (typeof JUDGE_FORMATS)[number];
    readonly min: number | undefined;
    readonly watch: true | undefined;
  };

export async function judgeData(session: Session<Flags>, files: readonly string[]): Promise<ExitCode> {
  const { flags, shell, progress } = session;
  const { format, rows: rowFile, retryFailed = false, limit, policy, top } = flags;
  refuseGiven(
    {
      '--min': flags.min !== undefined,
      '--watch': flags.watch === true,
      '--instruction': flags.instruction !== undefined,
      '--task': flags.task !== undefined,
      '--context': flags.context !== undefined,
    },
    'plays no part with --data',
    'Leave it out: each row brings its own instruction.',
  );
  if (format === 'junit' || format === 'csv')
    throw new InputError(`--format ${format} is not for leaderboards.`, {
      advice: 'Choose table, json, markdown or html; --rows writes each verdict as JSON Lines.',
    });
  const config = await session.config();
  refuseIdleFlags(flags, config);
  const all = await readResponseRows(session, files, rowMapping(flags), await commonSource(session));
  const rows = all.slice(0, limit);
  const output = await session.output(flags.out);
  const judging = judgeOptions(flags);
  const client = await session.client();
  if (flags.dryRun === true) {
    const job = { kind: 'rows', rows: await rowsToPlan(session, rows) } as const;
    const request = { job, task: null, checklist: null, policy, top: top ?? null, options: judging };
    const plan = await planJudging(request, config.settings, readSecrets(shell.env));
    await output.write(await renderJudgingPlan(plan, 'table', output));
    return EXIT.done;
  }
  const kind = { schema: JudgedRow, command: 'judge --data', flag: '--rows' };
  const rowOutput =
    rowFile === undefined ? NOWHERE : session.closing(await openRowOutput<JudgedRow>(shell, rowFile, kind));

  const startMs = performance.now();
  let before: PrecomputeProgress | null = null;
  const result = await client.judgeRows(rows, rowOutput, {
    ...{ ...judging, policy, top, retryFailed, rowsAtOnce: config.settings.concurrency },
    only: flags.stated === true ? 'stated' : flags.implicit === true ? 'implied' : undefined,
    onProgress: (now) => {
      before ??= now;
      const elapsedMs = performance.now() - startMs;
      progress.status('rows', renderRows(now, client.usage(), elapsedMs, timeLeftMs(before, now, elapsedMs)));
    },
  });

  progress.close();
  await output.write(await renderLeaderboard(result.leaderboard, format, output));
  await session.reportUsage();
  progress.note(renderRows(result, client.usage(), null, null));
  for (const line of failureLines(result.failures)) progress.note(line);
  for (const path of [rowFile, output.path]) if (path != null) progress.note(`written to ${path}`);
  const { failed, incomplete, stoppedBy, leaderboard } = result;
  if (failed > 0) progress.note('--retry-failed judges the failed rows again.');
  if (stoppedBy !== null) throw stoppedBy;
  if (failed > 0) return EXIT.checkFailed;
  if (incomplete > 0) return EXIT.incomplete;
  return leaderboard.systems.every(({ passRate }) => passRate.value === null) ? EXIT.notDecided : EXIT.done;
}

/** Null where each row says what it is judged by. */
async function commonSource(session: Session<Flags>): Promise<CriteriaSource | null> {
  const { checklist } = session.flags;
  if (checklist === 'generated' || checklist === 'discovered') return { kind: checklist };
  const common = await givenChecklist(session, null);
  return common === null ? null : { kind: 'checklist', checklist: common };
}

/** With the lists that are known before anything is asked. */
async function rowsToPlan(session: Session<Flags>, rows: readonly ResponseRow[]) {
  const { store } = await session.client();
  const listOf = async (by: CriteriaSource): Promise<Checklist | null> => {
    if (by.kind === 'checklist') return by.checklist;
    if (by.kind === 'questions') return checklistOfQuestions(by.questions, {});
    const set = by.kind === 'set' ? await store.getSet(by.id) : null;
    return set === null ? null : checklistFromSet(set);
  };
  const planned = [];
  for (const { given, by } of rows)
    if (!(given instanceof InputError)) planned.push({ ...given, checklist: await listOf(by) });
  return planned;
}

const NOWHERE: RowOutput<JudgedRow> = {
  earlier: async function* () {
    yield* [];
  },
  keepFirst: async () => undefined,
  append: async () => undefined,
};
