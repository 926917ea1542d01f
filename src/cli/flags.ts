/** Flags that several commands have. */
import { InvalidArgumentError } from 'commander';
import { settingsIn } from '../config/settings.ts';
import { BENCHMARK_NAMES, ROW_FIELDS } from '../data/benchmarks.ts';
import type { Block } from '../discover/select-criteria.ts';
import { DEFAULT_TOP } from '../domain/criterion.ts';
import { CHECKLIST_POLICIES } from '../domain/checklist-policies.ts';
import { BASICS, DIMENSION_SOURCES } from '../domain/protocols.ts';
import { SCORES } from '../domain/scores.ts';
import { ITEMS_PER_BATCH, MAX_DIMENSIONS, MAX_VOTES } from '../judge/judge-options.ts';
import type { Basics } from '../judge/protocols/basic-dimensions.ts';
import { formatsOf, type Form, type FormatName } from '../report/formats.ts';
import {
  asTyped,
  assignment,
  choice,
  names,
  needing,
  negated,
  oneOf,
  positive,
  repeatable,
  text,
  titled,
  toggle,
  whole,
  type ValuesOf,
} from './flag.ts';

export const outFlag = text('-o, --out <file>', 'Write to a file, whole or not at all; “-” and the default: stdout');
export const quietFlag = toggle('-q, --quiet', 'Print errors only on stderr');
export const dryRunFlag = () => toggle('--dry-run', 'Print what would be done and what it may cost; nothing is asked');
export const formatFlag = (...forms: readonly Form[]) =>
  choice('-f, --format <format>', 'How to print', formatsOf(...forms));
/** `text` is the user-facing name of the `table` format where nothing is a table. */
export const textFormatFlag = choice('-f, --format <format>', 'How to print', ['text', ...formatsOf().slice(1)]);

export function formatOf(format: FormatName | 'text'): FormatName {
  return format === 'text' ? 'table' : format;
}

export const rowsFormatFlag = formatFlag('rows');

/** Of commands that measure: how figures are made and printed. */
export const figureFlags = {
  resamples: whole(
    '--resamples <number>',
    'Resamples of the bootstrap; 0: no intervals; default: 1000, and none over more than 20,000 rows or tasks',
    [0, 100_000],
  ),
  seed: whole('--seed <number>', 'What the bootstrap draws by', [0, 2 ** 32 - 1], 42),
  format: rowsFormatFlag,
  out: outFlag,
};

/** Of commands that measure a file of what people said. @param example of a field that several make */
export function peopleFileFlags(fields: readonly string[], example: string) {
  return {
    field: repeatable(
      '--field <name=fields>',
      `What a field is called in the file; several names are several people: ${example}. Names: ${fields.join(', ')}`,
      assignment,
    ),
    ...figureFlags,
  };
}

export function blockFlags() {
  return {
    stated: toggle('--stated', 'Of a set: only what the instruction states').conflicts('implicit'),
    implicit: toggle('--implicit', 'Of a set: only what the instruction implies'),
  };
}

export function blockOf({ stated, implicit }: Partial<ValuesOf<ReturnType<typeof blockFlags>>>): Block | undefined {
  return stated === true ? 'stated' : implicit === true ? 'implied' : undefined;
}

export const setFlags = {
  format: formatFlag('lines'),
  top: whole('-t, --top <number>', `Implied criteria at most; default: ${DEFAULT_TOP}`, [1, 1000]),
  ...blockFlags(),
  out: outFlag,
};

export const taskFlags = {
  file: text('--file <file>', 'Read the instruction from a file'),
  context: text('-c, --context <file>', 'Audience, source text or other circumstances, from a file'),
};

export const priorityFlag = () =>
  whole('--priority <number>', 'With --queue: higher ones are begun first', [-100, 100], 0).needs('queue');

export const rowFlags = () => ({
  benchmark: oneOf('--benchmark <name>', 'Whose rows these are; default: rows with our own names', BENCHMARK_NAMES),
  field: repeatable(
    '--field <name=place>',
    `Where a field of ours lies in a row, such as instruction=prompt, criteria=rubrics.*.text or responses=a,b. Names: ${ROW_FIELDS.join(', ')}`,
    assignment,
  ),
  where: repeatable(
    '--where <place=value>',
    'Only rows that hold the value there, as the file calls it, such as language=English; several of one place: any of them',
    assignment,
  ),
  unless: repeatable('--unless <place=value>', 'Only rows that do not hold the value there', assignment),
  keyword: repeatable('--keyword <words>', 'Only rows whose instruction has one of these words', names),
  singleTurn: toggle('--single-turn', 'Only rows whose instruction is no conversation of several turns'),
  maxWords: whole('--max-words <number>', 'Only rows whose instruction has at most so many words', [1, 1_000_000]),
});

export const dataFlags = {
  data: repeatable(
    '--data <file>',
    'JSON Lines, JSON or CSV: a row has an id, an instruction, and a response with its system (default: the file’s name), or responses by system; perhaps a category, criteria or a set’s id; “-” for stdin',
    asTyped,
  ).conflicts(['min', 'watch', 'instruction', 'task', 'context']),
  ...needing('data', {
    rows: text(
      '--rows <file>',
      'File that verdicts are added to, one row for each response; run again, only what is missing is judged',
    ),
    rewards: text(
      '--rewards <file>',
      'JSON Lines with the reward of each response, by --score or else weighted; null where unscored (docs/rewards.md)',
    ),
    retryFailed: toggle('--retry-failed', 'Judge rows again that failed in an earlier run'),
    limit: whole('--limit <number>', 'Only the responses to the first so many instructions', [1, 10_000_000]),
    concurrency: whole('--concurrency <number>', 'Responses under way at once', [1, 256]),
    queue: toggle('--queue', 'Have workers judge, and wait for them (docs/queue.md)').conflicts(['dryRun', 'panel']),
    priority: priorityFlag(),
    ...rowFlags(),
  }),
};

export const policyFlag = () =>
  choice('--policy <name>', 'How a checklist is written from the instruction', CHECKLIST_POLICIES);

export const regenerateFlag = () =>
  whole('--regenerate <n>', 'Have a checklist that could not be read written again, up to so many times', [0, 10], 0);

export const votingFlags = () => ({
  votes: whole('--votes <k>', 'Ask k times and take the majority', [1, MAX_VOTES], 1).needsModel(),
  panel: repeatable(
    '--panel <models>',
    'Judge by several models, separated by commas: the majority or the mean',
    names,
  ).needsModel(),
});

const { votes, panel } = votingFlags();

export const howToJudgeFlags = titled('How to judge:', {
  batch: negated(
    '--no-batch',
    `Ask for each item in a call of its own, not for up to ${ITEMS_PER_BATCH} at once`,
  ).needsModel(),
  votes,
  analysis: negated('--no-analysis', 'Ask for the bare answer, without reasons and quotes').needsModel(),
  codeChecks: negated('--no-code-checks', 'Leave to the model what code could count, too'),
  checks: text(
    '--checks <module>',
    'ES module with functions that checks name, run with your rights (docs/checks.md#functions-of-your-own)',
  ).conflicts('queue'),
  seed: text('--seed <text>', 'Shuffle the items of a call by this seed').conflicts('batch'),
  panel,
});

export const scoreFlags = titled('How to score:', {
  score: oneOf(
    '--score <name>',
    'The number that counts in place of the pass rate, for minimums and ranks too (docs/judging.md#scores)',
    SCORES,
  ),
});

function basicDimensions(typed: string): Basics {
  if (typed.includes('=')) return assignment(typed).map(([name, definition]) => ({ name, definition }));
  return names(typed).map((name) => {
    const basic = BASICS.find((each) => each === name);
    if (basic !== undefined) return basic;
    throw new InvalidArgumentError(`“${name}” is none of ${BASICS.join(', ')}; one’s own are name=definition.`);
  });
}

/** What protocols take beside responses; one that takes it not refuses it. */
export const protocolFlags = {
  selective: positive(
    '--selective <k>',
    'Judge --votes times (5 by default) without a checklist, and use one only where the votes against the majority, or the deviation of the scores, are k or more',
  ),
  reference: text('--reference <file>', 'A good response to compare with, from a file').conflicts('writeReference'),
  writeReference: toggle('--write-reference', 'Have one written by the model of the role “write-reference”'),
  basics: repeatable(
    '--basics <dimensions>',
    `Dimensions to start from in place of the basic three: ${BASICS.join(', ')} (its four), with commas between, or one’s own as name=definition`,
    basicDimensions,
  ),
  concrete: negated('--no-concrete', 'Ask by the basic three in general, not made concrete for the instruction'),
  dimensions: whole(
    '--dimensions <n>',
    'Dimensions beyond those; default: for camieval-score 3 where the role “weak” has a model, else 0',
    [0, MAX_DIMENSIONS],
  ),
  scale: text(
    '--scale <file>',
    'Of the protocol score: a scale of your own in place of 1 to 5, YAML or JSON: min and max, or levels with points, labels and descriptions',
  ),
  dimensionsFrom: oneOf(
    '--dimensions-from <way>',
    'By contrast of the reference with a weak output (default), or with one that is told to be weak, or by the instruction alone',
    DIMENSION_SOURCES,
  ),
};

/** @param also what it may be beside a checklist */
export const checklistFlag = (also: string) =>
  text('--checklist <file>', `Checklist: JSON, YAML or a Markdown list; or the id of a stored set; ${also}`).conflicts(
    'set',
  );

export const commonJudgingFlags = {
  format: formatFlag(),
  out: outFlag,
  dryRun: dryRunFlag().conflicts(['format', 'out', 'saveText']),
  quiet: quietFlag,
  ...titled('What to judge by:', {
    checklist: checklistFlag('with --data also “generated” or “discovered”, for each instruction its own'),
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
/** Of `judge`. */
export type JudgeFlags = JudgingFlags &
  ValuesOf<typeof dataFlags & typeof scoreFlags> & {
    readonly format: FormatName;
    readonly min: number | undefined;
    readonly watch: true | undefined;
  };
/** Some of these commands have formats of their own. */
export type CommonJudgingFlags = Omit<ValuesOf<typeof commonJudgingFlags>, 'format'>;
export type HowToJudge = Partial<ValuesOf<typeof howToJudgeFlags & typeof scoreFlags>>;
export type JudgingFlags = CommonJudgingFlags & ValuesOf<typeof howToJudgeFlags>;

export const JUDGING_SETTINGS = settingsIn('store', 'model', 'limits');
export const DISCOVERY_SETTINGS = settingsIn('store', 'ask', 'look', 'model', 'limits');
