/** Flags of every command that judges: by what checklist, in what way, how it is printed, by which model. */
import { settingsIn } from '../config/settings.ts';
import { MAX_VOTES } from '../judge/judge-options.ts';
import { FORMATS } from '../report/formats.ts';
import {
  choice,
  dryRunFlag,
  toggle,
  outFlag,
  quietFlag,
  text,
  negated,
  whole,
  type ValuesOf,
} from './flags.ts';

const BY_WHAT = 'What to judge by:';
const HOW = 'How to judge:';

export const judgingFlags = {
  format: choice('-f, --format <format>', 'How to print', FORMATS),
  out: outFlag,
  dryRun: dryRunFlag().conflicts(['format', 'out', 'output']),
  quiet: quietFlag,
  checklist: text(
    '--checklist <file>',
    'Checklist: JSON, YAML or a Markdown list; or the id of a stored set',
  ).conflicts('set'),
  set: text('--set <id>', 'Stored set of criteria, or the beginning of its id'),
  top: whole('--top <number>', 'Only the first so many items; pinned ones stay', [1, 1000]),
  instruction: text(
    '--instruction <text>',
    'What the response answers; without a checklist, one is generated from it',
  ).conflicts('task'),
  task: text('--task <file>', 'The same from a file'),
  context: text('--context <file>', 'Audience, source text or other circumstances of the task, from a file'),
  examples: negated('--no-examples', 'Generate the checklist without examples in the prompt'),
  batch: toggle('--batch', 'Ask for many items in one call; default: one call each, which judges better'),
  votes: whole('--votes <k>', 'Ask k times and take the majority', [1, MAX_VOTES], 1),
  analysis: negated('--no-analysis', 'Ask for the bare answer, without reasons and quotes'),
  codeChecks: negated('--no-code-checks', 'Leave to the model what code could count, too'),
  seed: text('--seed <text>', 'Shuffle the items of a batch by this seed'),
};
const { checklist, set, top, instruction, task, context, examples } = judgingFlags;
for (const flag of [checklist, set, top, instruction, task, context, examples]) flag.helpGroup(BY_WHAT);
const { batch, votes, analysis, codeChecks, seed } = judgingFlags;
for (const flag of [batch, votes, analysis, codeChecks, seed]) flag.helpGroup(HOW);

export type JudgingFlags = ValuesOf<typeof judgingFlags>;

export const JUDGING_SETTINGS = settingsIn('store', 'model', 'limits');
