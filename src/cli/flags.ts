/** Flags of commands, with the types of their values. Light: help is printed from them. */
import { InvalidArgumentError, Option } from 'commander';
import { settingsIn } from '../config/settings.ts';
import { BENCHMARK_NAMES, ROW_FIELDS } from '../data/benchmarks.ts';
import { CHECKLIST_POLICIES } from '../domain/checklist-policies.ts';
import { SCORES } from '../domain/scores.ts';
import { ITEMS_PER_BATCH, MAX_DIMENSIONS, MAX_VOTES } from '../judge/judge-options.ts';
import { formatsOf, type FormatName } from '../report/formats.ts';

/** An option of the command line, its value's type, and what it needs beside it. */
export class Flag<Value> extends Option {
  /** For the compiler alone. */
  declare readonly valueTypes?: readonly Value[];
  /** Attribute names of flags without which this one has no effect. */
  readonly neededFlags: string[] = [];
  isForModel = false;

  /** The command is refused where this flag is given and that one is not. */
  needs(attributeName: string): this {
    this.neededFlags.push(attributeName);
    return this;
  }

  /** The command is refused where this flag is given and the settings name no model. */
  needsModel(): this {
    this.isForModel = true;
    return this;
  }
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type ValuesOf<Given extends Flags> = {
  readonly [Name in keyof Given]: Given[Name] extends Flag<infer Value> ? Value : never;
};

export function text<Preset extends string | undefined = undefined>(
  syntax: string,
  meaning: string,
  preset?: Preset,
): Flag<string | Preset> {
  return new Flag<string | Preset>(syntax, meaning).default(preset);
}

/** The command is refused without it. */
export function required(syntax: string, meaning: string): Flag<string> {
  return new Flag<string>(syntax, meaning).makeOptionMandatory();
}

/** A flag without a value. */
export function toggle(syntax: string, meaning: string): Flag<true | undefined> {
  return new Flag<true | undefined>(syntax, meaning);
}

/** `--no-…`: true unless it is given. */
export function negated(syntax: string, meaning: string): Flag<boolean> {
  return new Flag<boolean>(syntax, meaning);
}

/** The first one is the default. */
export function choice<const Choice extends string>(
  syntax: string,
  meaning: string,
  choices: readonly [Choice, ...Choice[]],
): Flag<Choice> {
  return new Flag<Choice>(syntax, meaning).choices(choices).default(choices[0]);
}

/** One of these, or none. */
export function oneOf<const Choice extends string>(
  syntax: string,
  meaning: string,
  choices: readonly Choice[],
): Flag<Choice | undefined> {
  return new Flag<Choice | undefined>(syntax, meaning).choices(choices);
}

/** @param bounds inclusive; help names them */
export function whole<Preset extends number | undefined = undefined>(
  syntax: string,
  meaning: string,
  [min, max]: readonly [min: number, max: number],
  preset?: Preset,
): Flag<number | Preset> {
  const fits = (value: number) => Number.isInteger(value) && value >= min && value <= max;
  const read = numberThat(fits, `a whole number from ${min} to ${max}`);
  return new Flag<number | Preset>(syntax, `${meaning} (${min}–${max})`).default(preset).argParser(read);
}

/** A number from 0 to 1. */
export function share(syntax: string, meaning: string): Flag<number | undefined> {
  const read = numberThat((value) => value >= 0 && value <= 1, 'a number from 0 to 1');
  return new Flag<number | undefined>(syntax, meaning).argParser(read);
}

/** Several names in one value, separated by commas. */
function names(typed: string): readonly string[] {
  return typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** A number above 0. */
export function positive(syntax: string, meaning: string): Flag<number | undefined> {
  return new Flag<number | undefined>(syntax, meaning).argParser(numberThat((value) => value > 0, 'a number above 0'));
}

function numberThat(fits: (value: number) => boolean, what: string) {
  return (typed: string): number => {
    const value = typed.trim() === '' ? NaN : Number(typed);
    if (fits(value)) return value;
    throw new InvalidArgumentError(`It must be ${what}.`);
  };
}

/**
 * A flag that may be given more than once.
 * @param read the values that are meant by what is typed once; throws InvalidArgumentError
 */
export function repeatable<Value>(
  syntax: string,
  meaning: string,
  read: (typed: string) => readonly Value[],
): Flag<readonly Value[] | undefined> {
  return new Flag<readonly Value[] | undefined>(syntax, `${meaning} (repeatable)`).argParser(collecting(read));
}

/** Adds what is typed to what was typed before. */
export function collecting<Value>(read: (typed: string) => readonly Value[]) {
  return (typed: string, before: readonly Value[] = []): readonly Value[] => [...before, ...read(typed)];
}

export const outFlag = text('-o, --out <file>', 'Write to a file, whole or not at all; “-” and the default: stdout');
export const quietFlag = toggle('-q, --quiet', 'Print errors only on stderr');
export const dryRunFlag = () => toggle('--dry-run', 'Print what would be done and what it may cost; nothing is asked');
/** `text` is the user-facing name of the `table` format where nothing is a table. */
export const textFormatFlag = choice('-f, --format <format>', 'How to print', ['text', ...formatsOf().slice(1)]);

export function formatOf(format: FormatName | 'text'): FormatName {
  return format === 'text' ? 'table' : format;
}

export function blockFlags() {
  return {
    stated: toggle('--stated', 'Of a set: only what the instruction states').conflicts('implicit'),
    implicit: toggle('--implicit', 'Of a set: only what the instruction implies'),
  };
}

/** Of commands that print a set. */
export const setFlags = {
  format: choice('-f, --format <format>', 'How to print', formatsOf('lines')),
  top: whole('-t, --top <number>', 'Implied criteria at most; default: 25', [1, 1000]),
  ...blockFlags(),
  out: outFlag,
};

/** Of commands that read a task. */
export const taskFlags = {
  file: text('--file <file>', 'Read the instruction from a file'),
  context: text('-c, --context <file>', 'Audience, source text or other circumstances, from a file'),
};

export const priorityFlag = () =>
  whole('--priority <number>', 'With --queue: higher ones are begun first', [-100, 100], 0);

/** Of commands that read rows of tasks. */
export const rowFlags = () => ({
  benchmark: oneOf('--benchmark <name>', 'Whose rows these are; default: rows with our own names', BENCHMARK_NAMES),
  field: repeatable(
    '--field <name=place>',
    `Where a field of ours lies in a row, such as instruction=prompt, criteria=rubrics.*.text or responses=a,b. Names: ${ROW_FIELDS.join(', ')}`,
    assignment,
  ),
});

const dataRowFlags = rowFlags();

/** Of `judge`: responses in rows. */
export const dataFlags = {
  data: repeatable(
    '--data <file>',
    'JSON Lines, JSON or CSV: a row has an id, an instruction, and a response with its system (default: the file’s name), or responses by system; perhaps a category, criteria or a set’s id; “-” for stdin',
    asTyped,
  ).conflicts(['min', 'watch', 'instruction', 'task', 'context']),
  rows: text(
    '--rows <file>',
    'File that verdicts are added to, one row for each response; run again, only what is missing is judged',
  ).needs('data'),
  retryFailed: toggle('--retry-failed', 'Judge rows again that failed in an earlier run').needs('data'),
  limit: whole('--limit <number>', 'Only the responses to the first so many instructions', [1, 10_000_000]).needs(
    'data',
  ),
  concurrency: whole('--concurrency <number>', 'Responses under way at once', [1, 256]).needs('data'),
  queue: toggle('--queue', 'Have workers judge, and wait for them (docs/queue.md)')
    .conflicts(['dryRun', 'panel'])
    .needs('data'),
  priority: priorityFlag(),
  benchmark: dataRowFlags.benchmark.needs('data'),
  field: dataRowFlags.field.needs('data'),
};

/** The reader of a repeatable flag whose value is one text. */
export function asTyped(typed: string): readonly string[] {
  return [typed];
}

/** `name=value`, as it is typed. */
export function assignment(typed: string): readonly (readonly [string, string])[] {
  const at = typed.indexOf('=');
  if (at > 0 && at < typed.length - 1) return [[typed.slice(0, at).trim(), typed.slice(at + 1).trim()]];
  throw new InvalidArgumentError('It must be two names with “=” between.');
}

/** Under a title of their own in help. */
export function titled<Given extends Flags>(title: string, flags: Given): Given {
  for (const flag of Object.values(flags)) flag.helpGroup(title);
  return flags;
}

export const policyFlag = () =>
  choice('--policy <name>', 'How a checklist is written from the instruction', CHECKLIST_POLICIES);

/** How a judge is asked, whatever it is asked. */
export const votingFlags = () => ({
  votes: whole('--votes <k>', 'Ask k times and take the majority', [1, MAX_VOTES], 1).needsModel(),
  panel: repeatable(
    '--panel <models>',
    'Judge by several models, separated by commas: the majority or the mean',
    names,
  ).needsModel(),
});

const { votes, panel } = votingFlags();

/** Of commands that judge by the items of a checklist: how they ask. */
export const howToJudgeFlags = titled('How to judge:', {
  batch: negated(
    '--no-batch',
    `Ask for each item in a call of its own, not for up to ${ITEMS_PER_BATCH} at once`,
  ).needsModel(),
  votes,
  analysis: negated('--no-analysis', 'Ask for the bare answer, without reasons and quotes').needsModel(),
  codeChecks: negated('--no-code-checks', 'Leave to the model what code could count, too'),
  seed: text('--seed <text>', 'Shuffle the items of a call by this seed').conflicts('batch'),
  panel,
});

/** Of commands that print rates, rank by them or ask for a minimum. */
export const scoreFlags = titled('How to score:', {
  score: oneOf(
    '--score <name>',
    'The number that counts in place of the pass rate, for minimums and ranks too (docs/judging.md#scores)',
    SCORES,
  ),
});

/** What protocols take beside responses; one that takes it not refuses it. */
export const protocolFlags = {
  selective: positive(
    '--selective <k>',
    'Judge --votes times (5 by default) without a checklist, and use one only where the votes against the majority, or the deviation of the scores, are k or more',
  ),
  reference: text('--reference <file>', 'A good response to compare with, from a file').conflicts('writeReference'),
  writeReference: toggle('--write-reference', 'Have one written by the model of the role “write-reference”'),
  dimensions: whole(
    '--dimensions <n>',
    'Dimensions beyond the basic three; default: 3 where the role “weak” has a model, else 0',
    [0, MAX_DIMENSIONS],
  ),
  dimensionsFrom: oneOf(
    '--dimensions-from <way>',
    'By contrast of the reference with a weak output (default), or by the instruction alone',
    ['contrast', 'instruction'],
  ),
};

/** Of commands that judge: what, and where the result goes. */
export const commonJudgingFlags = {
  format: choice('-f, --format <format>', 'How to print', formatsOf()),
  out: outFlag,
  dryRun: dryRunFlag().conflicts(['format', 'out', 'saveText']),
  quiet: quietFlag,
  ...titled('What to judge by:', {
    checklist: text(
      '--checklist <file>',
      'Checklist: JSON, YAML or a Markdown list; or the id of a stored set; with --data also “generated” or “discovered”, for each instruction its own',
    ).conflicts('set'),
    set: text('--set <id>', 'Stored set of criteria: its id, the beginning of it, or “last”'),
    top: whole(
      '--top <number>',
      'Only the best so many items, by weight; pinned ones stay; default: all, for refine 25',
      [1, 1000],
    ),
    ...blockFlags(),
    instruction: text(
      '--instruction <text>',
      'What the response answers; without a checklist, one is generated from it',
    ).conflicts('task'),
    task: text('--task <file>', 'The same from a file'),
    context: text('--context <file>', 'Audience, source text or other circumstances of the task, from a file'),
    policy: policyFlag(),
  }),
};
export const judgingFlags = { ...commonJudgingFlags, ...howToJudgeFlags };
/** Some of these commands have formats of their own. */
export type CommonJudgingFlags = Omit<ValuesOf<typeof commonJudgingFlags>, 'format'>;
export type HowToJudge = Partial<ValuesOf<typeof howToJudgeFlags & typeof scoreFlags>>;
export type JudgingFlags = CommonJudgingFlags & ValuesOf<typeof howToJudgeFlags>;

export const JUDGING_SETTINGS = settingsIn('store', 'model', 'limits');
