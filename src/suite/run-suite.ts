/** Runs a suite: gets each response, has it judged, and keeps what could not be had as a row with its reason. */
import type { Environment } from '../config/environment.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { NamedResponse } from '../domain/comparison.ts';
import { incompleteText } from '../domain/criteria-set.ts';
import { InputError, SettingError, UnavailableError, type GroundruleError } from '../domain/errors.ts';
import type { Judgement } from '../domain/judgement.ts';
import { done, reasonsIn, unscored, type Outcome } from '../domain/outcome.ts';
import type { RecordIds } from '../domain/stored-record.ts';
import type { Groundrule } from '../groundrule.ts';
import { createRunner, isLimitOrStoreError, isSilence, reasonOf, type ItemResult } from '../jobs/runner.ts';
import { checklistFromSet } from '../judge/checklist-from-set.ts';
import { decideRating } from '../judge/pass-rate.ts';
import type { JudgeOptions } from '../judge/judge-options.ts';
import { topOf } from '../judge/top-of.ts';
import { forTask, needsTrust, type Suite, type SuiteSource, type SuiteTask } from './read-suite.ts';
import { runCommand } from './run-command.ts';

/** What was read before anything is asked. */
export interface LoadedSuite extends Suite {
  /** Of its file, as the user named it. */
  readonly path: string;
  /** Whether the user trusted the file as it is now: nobody else has a program run or a model asked. */
  readonly isTrusted: boolean;
  readonly folder: string;
  readonly cells: readonly SuiteCell[];
}

export interface SuiteCell {
  readonly task: SuiteTask;
  readonly source: SuiteSource;
  /** `task/source` */
  readonly name: string;
  readonly checklist: Checklist | 'generated' | 'discovered';
  /** Of `files`; none of other sources. */
  readonly files: readonly (NamedResponse | { readonly name: string; readonly missing: string })[];
}

export interface SuiteResponse {
  readonly task: string;
  readonly source: string;
  readonly name: string;
  readonly min: number | null;
  readonly outcome: Outcome<Judgement & RecordIds>;
  /** What there is none of, where the outcome is unscored. */
  readonly lacks: 'criteria' | 'response' | 'verdict';
}

export interface SuiteResult {
  readonly name: string;
  /** Those of which a cell was run, in the order of the file. */
  readonly tasks: readonly string[];
  readonly sources: readonly string[];
  readonly responses: readonly SuiteResponse[];
  /** Lists and texts that a model did not give: the next run asks for them. Judgements tell of their own questions. */
  readonly unanswered: number;
  /** The limit or the wrong setting that ended the work before all was done. */
  readonly stoppedBy: Error | null;
}

export interface SuiteTools {
  readonly client: Pick<Groundrule, 'judge' | 'respond' | 'discover' | 'generateChecklist'>;
  readonly judging: JudgeOptions;
  readonly concurrency: number;
  /** Of which commands get what the suite names. */
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Hears how many cells have ended. */
  readonly onProgress?: (ended: number, total: number) => void;
}

/**
 * @throws InputError where programs would run or models be asked that the user did not trust; SettingError where nothing
 * could be judged; CancelledError. Any other failure of a response is its outcome.
 */
export async function runSuite(suite: LoadedSuite, tools: SuiteTools): Promise<SuiteResult> {
  refuseUntrusted(suite);
  const { client, judging, env, signal } = tools;
  const runner = createRunner({ concurrency: tools.concurrency, endsRun: endsSuite });
  let unanswered = 0;
  const attempt = async <Value>(work: () => Promise<Value>) => {
    const result = await runner.attempt(work);
    if (isSilence(result)) unanswered += 1;
    return outcomeOf(result);
  };
  /** All are judged with the same settings: one that is wrong is wrong for all. */
  const attemptJudging = <Value>(work: () => Promise<Value>) =>
    attempt(() =>
      work().catch((error: unknown) => {
        if (error instanceof SettingError) runner.stop(error);
        throw error;
      }),
    );

  const made = new Map<SuiteTask, Promise<Outcome<Checklist>>>();
  const checklistOf = ({ task, checklist }: SuiteCell): Promise<Outcome<Checklist>> => {
    if (typeof checklist === 'object') return Promise.resolve(done(checklist));
    const making = made.get(task) ?? attemptJudging(() => makeChecklist(client, task, checklist));
    made.set(task, making);
    return making;
  };

  async function runCell(cell: SuiteCell): Promise<readonly SuiteResponse[]> {
    const { task, source, name } = cell;
    const common = { task: task.id, source: source.id, min: suite.minimumOf(task.id, source.id) };
    const checklist = await checklistOf(cell);
    if (checklist.status === 'unscored') return [{ ...common, name, outcome: checklist, lacks: 'criteria' }];
    const found = await attempt(() => responsesOf(cell, suite.folder, { client, env, signal }));
    const responses = found.status === 'done' ? found.value : [{ name, response: found }];
    if (found.status === 'done' && source.kind === 'model')
      unanswered += reasonsIn(responses.map(({ response }) => response)).length;
    return Promise.all(
      responses.map(async ({ name, response }): Promise<SuiteResponse> => {
        if (response.status === 'unscored') return { ...common, name, outcome: response, lacks: 'response' };
        const given = { name, response: response.value };
        const options = { ...judging, instruction: task.task };
        const outcome = await attemptJudging(() => client.judge(given, checklist.value, options));
        return { ...common, name, outcome, lacks: 'verdict' };
      }),
    );
  }

  const onProgress = (ended: number) => tools.onProgress?.(ended, suite.cells.length);
  onProgress(0);
  const results = await runner.run(suite.cells, runCell, onProgress);
  const responses: SuiteResponse[] = [];
  for (const [index, cell] of suite.cells.entries()) {
    const result = results[index];
    // Once the run is stopped, runCell begins nothing: it gives each response of the cell that reason.
    responses.push(...(result?.status === 'done' ? result.value : await runCell(cell)));
  }
  const stoppedBy = runner.stoppedBy();
  if (stoppedBy instanceof SettingError && responses.every(({ outcome }) => outcome.status === 'unscored'))
    throw stoppedBy;
  const inOrder = (ids: readonly string[]) => [...new Set(ids)];
  return {
    name: suite.name,
    tasks: inOrder(suite.cells.map(({ task }) => task.id)),
    sources: inOrder(suite.cells.map(({ source }) => source.id)),
    responses,
    unanswered,
    stoppedBy,
  };
}

/** Statuses of a server that refuses one model: another source may name another one. */
const OF_ONE_MODEL: readonly (number | null)[] = [403, 404];

/** All models of a suite are asked at one address, with one key. */
function endsSuite(error: GroundruleError): boolean {
  return isLimitOrStoreError(error) || (error instanceof SettingError && !OF_ONE_MODEL.includes(error.status));
}

function outcomeOf<Value>(result: ItemResult<Value>): Outcome<Value> {
  return result.status === 'done' ? done(result.value) : unscored(reasonOf(result));
}

function refuseUntrusted({ path, isTrusted, cells }: LoadedSuite): void {
  const sources = new Set(cells.map(({ source }) => source));
  const named = [...sources].filter(needsTrust).map(({ id }) => `“${id}”`);
  if (isTrusted || named.length === 0) return;
  throw new InputError(`${path} is not trusted as it is now: ${named.join(', ')} would run programs or ask models.`, {
    advice: `Read the file; if you want what it says, run “npx groundrule trust ${path}”. --filter picks other sources.`,
  });
}

async function makeChecklist(
  client: SuiteTools['client'],
  { task, top }: SuiteTask,
  how: 'generated' | 'discovered',
): Promise<Checklist> {
  if (how === 'generated') return topOf((await client.generateChecklist(task)).checklist, top);
  const set = await client.discover(task);
  const incomplete = incompleteText(set.content.unanswered);
  // A rate by some of the criteria is no rate by all of them.
  if (incomplete !== null) throw new UnavailableError(incomplete);
  return topOf(checklistFromSet(set), top);
}

async function responsesOf(
  { task: { id, task }, source, name, files }: SuiteCell,
  folder: string,
  { client, env, signal }: Pick<SuiteTools, 'client' | 'env' | 'signal'>,
): Promise<readonly { readonly name: string; readonly response: Outcome<string> }[]> {
  switch (source.kind) {
    case 'files':
      return files.map((file) => ({
        name: `${name}: ${file.name}`,
        response: 'missing' in file ? unscored(file.missing) : done(file.response),
      }));
    case 'command': {
      const command = source.command.map((argument) => forTask(argument, id));
      const stdin = [task.instruction, ...(task.context === null ? [] : [task.context])].join('\n\n');
      const { timeoutMs, env: variables } = source;
      const options = { command, folder, environment: env, variables, stdin, timeoutMs, signal };
      return [{ name, response: await runCommand(options) }];
    }
    case 'model': {
      const { responses } = await client.respond(task, source);
      return responses.map((response, index) => ({ name: index === 0 ? name : `${name} #${index + 1}`, response }));
    }
  }
}

/** Null where no minimum is asked; a response that is missing decides nothing. */
export function verdictOn({ min, outcome }: SuiteResponse): ReturnType<typeof decideRating>['verdict'] | null {
  if (min === null) return null;
  return outcome.status === 'unscored' ? 'undecided' : decideRating(outcome.value, min).verdict;
}
