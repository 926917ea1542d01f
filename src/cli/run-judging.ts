/** How every command that judges runs: reads, asks, prints, says what it took, and ends with its exit code. */
import { planJudging, type JudgingJob } from '../client/plan-judging.ts';
import type { Config } from '../config/load-config.ts';
import { refuseIdleModelFlags } from '../config/refuse-contradictions.ts';
import { readSecrets } from '../config/environment.ts';
import { DEFAULT_CHECKLIST_POLICY } from '../domain/checklist-policies.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { Protocol } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import type { PassRate } from '../domain/judgement.ts';
import type { Task } from '../domain/task.ts';
import type { Groundrule } from '../groundrule.ts';
import { ITEMS_PER_BATCH, type JudgeOptions } from '../judge/judge-options.ts';
import { createRunner } from '../jobs/runner.ts';
import type { ComparisonProtocol, ScoringProtocol } from '../judge/protocols/protocol.ts';
import type { Layout } from '../report/layout.ts';
import { renderJudgingPlan } from '../report/plan.ts';
import { plural } from '../report/words.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { checklistToJudgeBy, givenChecklist, taskToJudgeBy } from './input/find-checklist.ts';
import type { dataFlags, howToJudgeFlags, JudgingFlags, ValuesOf } from './flags.ts';
import type { Progress } from './output/progress.ts';
import { reportMinimum, unansweredText } from './output/report-minimum.ts';
import type { Session } from './session.ts';

// What the commands need beside, so that each loads one module when it runs.
export { actionabilityFigures } from '../judge/actionability-figures.ts';
export { COMPARISON_PROTOCOLS, SCORING } from '../judge/protocols/index.ts';
export { protocolOptionsOf } from '../judge/protocols/protocol-options.ts';
export { renderAblation } from '../report/ablation.ts';
export { renderComparisons } from '../report/comparisons.ts';
export { renderActionability, renderSelection } from '../report/judged-work.ts';
export { renderRefinement } from '../report/refinement.ts';
export { renderJudgements } from '../report/judgement.ts';
export { renderScorings } from '../report/scores.ts';
export { givenChecklist } from './input/find-checklist.ts';
export { readRows } from '../data/read-rows.ts';
export { rowMapping } from './input/row-mapping.ts';
export { readPairs } from '../data/read-pairs.ts';
export { readGivenResponses } from './input/read-given-responses.ts';
export { readOneResponse, readReference, readResponses } from '../data/read-responses.ts';
export { codeOfRates } from './output/report-minimum.ts';
export { unansweredItems, unansweredOfComparison } from '../judge/unanswered.ts';

interface JudgingTools {
  readonly client: Groundrule;
  /** What responses answer; null where nobody said. */
  readonly task: Task | null;
  readonly options: JudgeOptions;
  /** What the flags name, or one that is generated from the task. */
  readonly checklist: () => Promise<Checklist>;
  /**
   * The results in the order of the items, without those that were stopped: what is done by then is reported, and the
   * command ends with that error.
   */
  readonly each: <Item extends { readonly name: string }, Done>(
    items: readonly Item[],
    work: (item: Item) => Promise<Done>,
  ) => Promise<readonly Done[]>;
}

/** What people should know about one part of a result. */
interface Remark {
  readonly name: string;
  readonly warnings: readonly string[];
  /** Where `--min` is asked of it. */
  readonly passRate?: PassRate;
}

interface JudgingCommand<Input, Result> {
  /** What is read beside the task; `-` is stdin. */
  readonly references: readonly string[];
  /** Before anything is opened. */
  readonly read: () => Promise<Input>;
  /** What `--dry-run` plans. */
  readonly job: (input: Input) => JudgingJob;
  readonly work: (input: Input, tools: JudgingTools) => Promise<Result>;
  readonly print: (result: Result, layout: Layout) => Promise<string>;
  readonly remarks: (result: Result) => readonly Remark[];
  /** Those whose calls can be asked for. */
  readonly records: (result: Result) => readonly { readonly id: string; readonly usage: readonly unknown[] }[];
  /** What `--save-text` gets; null: nothing came of it. */
  readonly text?: (result: Result) => string | null;
  /** Questions that a model was asked and did not answer. */
  readonly unanswered: (result: Result) => number;
  readonly exitCode: (result: Result) => ExitCode;
}

type Flags = JudgingFlags & { readonly min?: number | undefined; readonly saveText?: string | undefined };

export async function runJudging<Input, Result>(
  session: Session<Flags>,
  { references, read, job, work, print, remarks, records, text, unanswered, exitCode }: JudgingCommand<Input, Result>,
): Promise<ExitCode> {
  const { flags, shell, progress } = session;
  const task = await taskToJudgeBy(session, references);
  const input = await read();
  const output = await session.output(flags.out);
  const textFile = flags.saveText === undefined ? null : await session.output(flags.saveText, '--save-text');
  const config = await session.config();
  refuseIdleFlags(flags, config);
  const client = await session.client();
  const options = judgeOptions(flags);
  if (flags.dryRun === true) {
    const checklist = await givenChecklist(session, task);
    const request = { job: job(input), task, checklist, policy: flags.policy, top: flags.top ?? null, options };
    const plan = await planJudging(request, config.settings, readSecrets(shell.env));
    await output.write(await renderJudgingPlan(plan, 'table', output));
    return EXIT.done;
  }

  const { each, reportStop } = workOnEach(config.settings.concurrency);
  const checklist = () => checklistToJudgeBy(session, task);
  const result = await work(input, { client, task, options, checklist, each });
  progress.close();
  const isShown = output.path === null && shell.stdout.isTTY === true;
  if (isShown) progress.note('');
  await output.write(await print(result, output));
  if (isShown) progress.note('');
  await session.reportUsage();
  for (const { name, warnings, passRate } of remarks(result)) {
    for (const warning of warnings) progress.warn(`${name}: ${warning}`);
    if (passRate !== undefined) reportMinimum(progress, name, passRate, flags.min);
  }
  for (const { id, usage } of records(result))
    if (usage.length > 0 && client.store.location !== 'memory')
      progress.note(`What was asked: npx groundrule audit ${id} --calls`);
  const best = text?.(result) ?? null;
  if (textFile !== null && best !== null) {
    await textFile.write(best);
    progress.note(`text written to ${flags.saveText ?? ''}`);
  }
  if (output.path !== null) progress.note(`written to ${output.path}`);
  reportStop(progress);
  const open = unanswered(result);
  if (open === 0) return exitCode(result);
  progress.warn(unansweredText(open));
  return EXIT.incomplete;
}

function workOnEach(concurrency: number) {
  const runner = createRunner({ concurrency, endsRun: () => true });
  const undone: string[] = [];
  const each: JudgingTools['each'] = async (items, work) => {
    const results = await runner.run(items, work);
    const values = results.flatMap((result) => (result.status === 'done' ? [result.value] : []));
    undone.push(...items.flatMap(({ name }, index) => (results[index]?.status === 'done' ? [] : [name])));
    const stoppedBy = runner.stoppedBy();
    if (stoppedBy !== null && values.length === 0) throw stoppedBy;
    return values;
  };
  return {
    each,
    /** Names the inputs that were not judged. @throws the error that stopped the work */
    reportStop: (progress: Progress) => {
      const stoppedBy = runner.stoppedBy();
      if (stoppedBy === null) return;
      progress.note(`stopped: ${plural(undone.length, 'input')} not judged: ${undone.join(', ')}`);
      throw stoppedBy;
    },
  };
}

type HowToJudge = ValuesOf<typeof howToJudgeFlags>;

export function judgeOptions({ batch, votes, analysis, codeChecks, seed, panel = [] }: HowToJudge): JudgeOptions {
  const itemsPerCall = batch ? ITEMS_PER_BATCH : 1;
  return { itemsPerCall, votes, analysis, codeChecks, seed: seed ?? null, panel };
}

/** @throws InputError that names a flag which would be passed over */
export function refuseIdleFlags({ batch, votes, analysis, seed, panel = [] }: HowToJudge, config: Config): void {
  refuseIdleModelFlags(config);
  const { model } = config.settings;
  const ofModel = {
    '--no-batch': !batch,
    '--votes': votes > 1,
    '--no-analysis': !analysis,
    '--panel': panel.length > 0,
  };
  const noModel = 'Name one with --model, or leave the flag out.';
  if (model === null) refuseGiven(ofModel, 'needs a model', noModel);
  const alone = 'plays no part with --no-batch: alone, items have no order';
  if (!batch) refuseGiven({ '--seed': seed !== undefined }, alone, 'Leave one of the two out.');
}

type DataFlags = ValuesOf<typeof dataFlags>;

/** Texts or rows, and no flag for rows without any. @throws InputError */
export function refuseMixedResponses(
  { data, rows, retryFailed, limit, concurrency, queue, benchmark, field }: DataFlags,
  references: readonly string[],
): void {
  if (references.length === 0 && data === undefined)
    throw new InputError('There is nothing to judge.', { advice: 'Name files or folders, or rows with --data.' });
  if (data !== undefined) {
    refuseGiven(
      { '--data': references.length > 0 },
      'stands beside texts',
      'Judge rows and texts one after the other.',
    );
    return;
  }
  const ofRows = {
    '--rows': rows !== undefined,
    '--retry-failed': retryFailed === true,
    '--limit': limit !== undefined,
    '--concurrency': concurrency !== undefined,
    '--queue': queue === true,
    '--benchmark': benchmark !== undefined,
    '--field': field !== undefined,
  };
  refuseGiven(ofRows, 'says how rows are read or written', 'Name their file with --data.');
}

/** @throws InputError that names a flag which plays no part in comparing or scoring by a protocol */
export function refuseIdleWith(
  by: Protocol,
  { usesChecklist, judgesItems }: Pick<ComparisonProtocol | ScoringProtocol, 'usesChecklist' | 'judgesItems'>,
  flags: Omit<JudgingFlags, 'quiet' | 'out' | 'dryRun'>,
  others: Readonly<Record<string, boolean>>,
  advice: string,
): void {
  const ofChecklist = {
    '--checklist': flags.checklist !== undefined,
    '--set': flags.set !== undefined,
    '--top': flags.top !== undefined,
    '--policy': flags.policy !== DEFAULT_CHECKLIST_POLICY,
  };
  const ofItems = {
    '--no-batch': !flags.batch,
    '--no-code-checks': !flags.codeChecks,
    '--seed': flags.seed !== undefined,
  };
  const idle = { ...(usesChecklist ? {} : ofChecklist), ...(judgesItems ? {} : ofItems), ...others };
  refuseGiven(idle, `plays no part in judging by ${by}`, advice);
}

/** @throws InputError that names the first flag which is given */
export function refuseGiven(flags: Readonly<Record<string, boolean>>, why: string, advice: string): void {
  const given = Object.keys(flags).find((flag) => flags[flag] === true);
  if (given !== undefined) throw new InputError(`${given} ${why}.`, { advice });
}
