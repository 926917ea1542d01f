/** How every command that judges runs: reads, asks, prints, says what it took, and ends with its exit code. */
import { asUnmet, describeChecklist } from '../client/plan-judging.ts';
import { readSecrets } from '../config/environment.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { Protocol } from '../domain/comparison.ts';
import { CancelledError, isStoreError, UnavailableError } from '../domain/errors.ts';
import type { ItemVerdict } from '../domain/judgement.ts';
import type { NotDone } from '../domain/outcome.ts';
import type { Task } from '../domain/task.ts';
import { openPlanner, type Groundrule, type Planner } from '../groundrule.ts';
import { lacksModel } from '../judge/code-verdict.ts';
import { ITEMS_PER_BATCH, type JudgeOptions } from '../judge/judge-options.ts';
import { createRunner } from '../jobs/runner.ts';
import { countOpen, type JudgedRecord } from '../judge/unanswered.ts';
import { requireTaken, type ProtocolChoices, type Taking } from '../judge/protocols/protocol-options.ts';
import type { Layout } from '../report/layout.ts';
import { renderJudgingPlan, type PlannedWork } from '../report/plan.ts';
import { plural } from '../report/words.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { generatedChecklist, namedChecklist, taskToJudgeBy } from './input/find-checklist.ts';
import type { CommonJudgingFlags, HowToJudge } from './flags.ts';
import type { Progress } from './output/progress.ts';
import { adviseModel, codeUnlessOpen, reportMinimum, type Rated } from './output/report-minimum.ts';
import type { Session } from './session.ts';

interface JudgingTools {
  readonly client: Groundrule;
  /** What responses answer; null where nobody said. */
  readonly task: Task | null;
  readonly options: JudgeOptions;
  /** The one that the flags name; null: they name none. */
  readonly namedChecklist: Checklist | null;
  /** That one for the task, or one that is generated from it. */
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
  readonly judged?: Rated & { readonly verdicts?: readonly ItemVerdict[] };
}

interface JudgingCommand<Input, Result> {
  /** What is read beside the task; `-` is stdin. */
  readonly references: readonly string[];
  /** Before anything is opened. */
  readonly read: () => Promise<Input>;
  /** What `--dry-run` says of it; what it takes is counted by doing it. */
  readonly plan: (input: Input) => PlannedWork;
  readonly work: (input: Input, tools: JudgingTools) => Promise<Result>;
  /** What the result was judged by; null: no checklist. */
  readonly checklistOf: (result: Result) => Checklist | null;
  /** @param undone inputs that a limit, or Ctrl-C, left out */
  readonly print: (result: Result, layout: Layout, undone: readonly NotDone[]) => Promise<string>;
  readonly remarks: (result: Result) => readonly Remark[];
  /** What is printed says by itself why nothing could be scored. */
  readonly tellsWhy?: (result: Result) => boolean;
  readonly records: (
    result: Result,
  ) => readonly (JudgedRecord & { readonly id: string; readonly usage: readonly unknown[] })[];
  /** Questions that are open in what is no record. */
  readonly unanswered?: (result: Result) => number;
  /** False: of many records the ids stand in the JSON, since a line for each would bury the rest. */
  readonly namesRecords?: (result: Result) => boolean;
  /** What `--save-text` gets; null: nothing came of it. */
  readonly text?: (result: Result) => string | null;
  readonly exitCode: (result: Result) => ExitCode;
}

type Flags = CommonJudgingFlags &
  HowToJudge & { readonly min?: number | undefined; readonly saveText?: string | undefined };

export async function runJudging<Input, Result>(
  session: Session<Flags>,
  command: JudgingCommand<Input, Result>,
): Promise<ExitCode> {
  const { flags, shell, progress } = session;
  const { work, print, remarks, records, text, exitCode } = command;
  const task = await taskToJudgeBy(session, command.references);
  const input = await command.read();
  const textFile = flags.saveText === undefined ? null : await session.output(flags.saveText, '--save-text');
  const { settings } = await session.config();
  const client = await session.client();
  const options = await judgeOptions(session, flags);
  const checklist = await namedChecklist(session);
  const { each, undone, reportStop } = workOnEach(settings.concurrency, progress);
  const toolsOf = (worker: Groundrule, named: Checklist | null): JudgingTools => ({
    client: worker,
    task,
    options,
    namedChecklist: named,
    checklist: async () =>
      named === null ? generatedChecklist(worker, task, flags) : { ...named, task: task ?? named.task },
    each,
  });
  if (flags.dryRun === true) {
    const { client: planning, planned } = await openSessionPlanner(session);
    const result = await work(input, toolsOf(planning, checklist === null ? null : asUnmet(checklist)));
    reportStop();
    const judgedBy = command.checklistOf(result);
    const { codeChecks } = options;
    const plan = {
      ...{ ...command.plan(input), options, model: planned() },
      checklist: judgedBy && describeChecklist(judgedBy, { codeChecks, isGenerated: checklist === null }),
    };
    await session.print((layout) => renderJudgingPlan(plan, 'table', layout));
    return EXIT.done;
  }

  const result = await work(input, toolsOf(client, checklist)).catch((error: unknown) => {
    const { items, byCode } = describeChecklist(checklist ?? { items: [] }, { ...options, isGenerated: false });
    if (error instanceof UnavailableError && !isStoreError(error) && byCode > 0)
      progress.note(`Code alone can decide ${byCode} of ${plural(items, 'item')}: leave --model out to see them.`);
    throw error;
  });
  const isShown = session.out.path === null && shell.stdout.isTTY === true;
  if (isShown) progress.note('');
  await session.print((layout) => print(result, layout, undone()));
  if (isShown) progress.note('');
  await session.reportUsage();
  let isModelNeeded = false;
  for (const { name, warnings, judged } of remarks(result)) {
    for (const warning of warnings) progress.warn(`${name}: ${warning}`);
    if (judged === undefined) continue;
    // One note for all responses, in place of a warning for each.
    if (judged.passRate.rate === null && judged.verdicts?.some(({ verdict }) => lacksModel(verdict)))
      isModelNeeded = true;
    else reportMinimum(progress, name, judged, flags.min);
  }
  if (isModelNeeded && !(isShown && command.tellsWhy?.(result))) adviseModel(progress, settings.model);
  const named = (command.namesRecords?.(result) ?? true) ? records(result) : [];
  for (const { id, usage } of named)
    if (usage.length > 0 && client.store.location !== 'memory')
      progress.note('What was asked', `npx groundrule audit ${id} --calls`);
  const best = text?.(result) ?? null;
  if (textFile !== null && best !== null) {
    await textFile.write(best);
    progress.note(`text written to ${flags.saveText ?? ''}`);
  }
  reportStop();
  const open = (command.unanswered?.(result) ?? 0) + (await countOpen(client, records(result)));
  return codeUnlessOpen(progress, open, exitCode(result));
}

/** A client that counts calls of models in place of making them; it is closed with the session. */
export async function openSessionPlanner({
  config,
  shell,
  signal,
  closing,
}: Pick<Session<unknown>, 'config' | 'shell' | 'signal' | 'closing'>): Promise<Planner> {
  const planner = await openPlanner({ config: await config(), secrets: readSecrets(shell.env), signal });
  closing(planner.client);
  return planner;
}

function workOnEach(concurrency: number, progress: Progress) {
  const runner = createRunner({ concurrency, endsRun: () => true });
  const names: string[] = [];
  const each: JudgingTools['each'] = async (items, work) => {
    progress.inputs(0, items.length);
    /** Empty where it was stopped. */
    const results: (readonly Awaited<ReturnType<typeof work>>[])[] = items.map(() => []);
    const workOn = async (item: (typeof items)[number], index: number) => {
      results[index] = [await work(item)];
    };
    await runner
      .run(items, workOn, (ended) => progress.inputs(ended, items.length))
      .catch((error: unknown) => {
        if (!(error instanceof CancelledError)) throw error;
      });
    names.push(...items.flatMap(({ name }, index) => (results[index]?.length === 0 ? [name] : [])));
    const values = results.flat();
    const stoppedBy = runner.stoppedBy();
    if (stoppedBy !== null && values.length === 0) throw stoppedBy;
    return values;
  };
  return {
    each,
    undone: (): readonly NotDone[] => {
      const reason = runner.stoppedBy()?.message;
      return reason === undefined ? [] : names.map((name) => ({ name, reason }));
    },
    /** Names the inputs that were not judged. */
    reportStop: () => {
      const stoppedBy = runner.stoppedBy();
      if (stoppedBy === null) return;
      progress.note(`stopped: ${plural(names.length, 'input')} not judged: ${names.join(', ')}`);
      throw stoppedBy;
    },
  };
}

/**
 * A module of checks runs until the session, or its round, is closed.
 * @throws InputError where the module of checks cannot be used
 */
export async function judgeOptions(
  { progress, closing, beforeReading }: Pick<Session<unknown>, 'progress' | 'closing' | 'beforeReading'>,
  flags: HowToJudge,
): Promise<JudgeOptions> {
  const { batch = true, votes = 1, analysis = true, codeChecks = true, seed = null, panel = [], score, checks } = flags;
  const judging = { itemsPerCall: itemsPerCall(batch), votes, analysis, codeChecks, seed, panel };
  const options: JudgeOptions = score === undefined ? judging : { ...judging, score };
  if (checks === undefined) return options;
  await beforeReading(checks);
  const { loadChecks } = await import('../judge/checks/load-checks.ts');
  const onOutput = (text: string) => progress.note(`${checks}: ${text.trimEnd()}`);
  const over = new AbortController();
  closing({ close: async () => over.abort() });
  return { ...options, checks: await loadChecks(checks, onOutput, over.signal) };
}

function itemsPerCall(isBatch: boolean): number {
  return isBatch ? ITEMS_PER_BATCH : 1;
}

/** Flags that are not named as the option of a protocol that they set. */
const FLAG_OF_OPTION: Readonly<Record<string, string>> = {
  bothOrders: '--one-order',
  itemsPerCall: '--no-batch',
  analysis: '--no-analysis',
  codeChecks: '--no-code-checks',
  concrete: '--no-concrete',
};

export function refuseIdleFlags(
  by: Protocol,
  protocol: Taking,
  flags: ProtocolChoices & { readonly batch: boolean; readonly oneOrder?: true | undefined },
): void {
  const choices = { ...flags, bothOrders: flags.oneOrder !== true, itemsPerCall: itemsPerCall(flags.batch) };
  requireTaken(by, protocol, choices, flagOfOption);
}

export function flagOfOption(option: string): string {
  return FLAG_OF_OPTION[option] ?? `--${option.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}
