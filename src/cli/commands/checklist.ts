import { InvalidArgumentError } from 'commander';
import { settingsIn } from '../../config/settings.ts';
import type { Checklist } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import type { Groundrule } from '../../groundrule.ts';
import { RUBRIC_FORMATS } from '../../judge/rubrics/names.ts';
import { topOf } from '../../judge/top-of.ts';
import { ablateCommand } from './ablate.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { asTyped, repeatable, oneOf, text, whole, type ValuesOf } from '../flag.ts';
import { formatFlag, outFlag, taskFlags, policyFlag, JUDGING_SETTINGS } from '../flags.ts';
import { openOutput, type Output } from '../output/open-output.ts';
import type { Session } from '../session.ts';
import { readTask } from '../input/read-task.ts';
import { isSameFile } from '../../data/output-file.ts';
import { readText } from '../../data/read-text.ts';
import { readResponses } from '../../data/read-responses.ts';
import { findChecklist, importChecklist, readInPlace, staysAsItIs } from '../input/find-checklist.ts';
import { diverseSubset } from '../../judge/near-equal-items.ts';
import { checksGone, curate } from '../../judge/curate.ts';
import { withOtherList } from '../../judge/checklists/read-markdown-list.ts';
import { hasComment } from '../../text/parse-yaml.ts';
import { LEFT_OUT_OF_MARKDOWN, renderChecklist, tickedItems } from '../../report/checklist.ts';

const printFlags = {
  format: formatFlag('document'),
  out: outFlag,
};
type PrintFlags = ValuesOf<typeof printFlags>;

const generateFlags = {
  ...taskFlags,
  policy: policyFlag().conflicts(['better', 'worse', 'observations']),
  better: repeatable('--better <files>', 'What responses do that are better than …: files or folders', asTyped),
  worse: repeatable('--worse <files>', '… these: the checklist tells the two apart', asTyped),
  observations: text(
    '--observations <file>',
    'Instead of an instruction: remarks on texts of one kind, or dimensions of quality, one a line',
  ).conflicts(['file', 'context', 'better', 'worse']),
  ...printFlags,
};

const generateCommand = defineCommand({
  name: 'generate',
  description:
    'Write a checklist with a model: from an instruction, from better and worse responses to it, or from remarks on many texts',
  arguments: [['[instruction...]', 'What responses answer, in quotes; “-” reads it from stdin']],
  flags: generateFlags,
  settings: JUDGING_SETTINGS,
  work: 'model',
  examples: [
    'groundrule checklist generate "Write a haiku about rain" --model gpt-4.1-mini --format yaml',
    'groundrule checklist generate "Write a haiku about rain" --policy self-refine --model gpt-4.1-mini',
    'groundrule checklist generate "Write a haiku about rain" --better good/ --worse poor/ --model gpt-4.1-mini',
    'groundrule checklist generate --observations feedback.txt --model gpt-4.1-mini --format json --out list.json',
  ],
  run: async (session, words) => {
    const written = await writerOf(session, words);
    const { checklist } = await written(await session.client());
    await printMade(session, checklist);
  },
});

/** Reads what the checklist is written from. */
async function writerOf(session: Session<ValuesOf<typeof generateFlags>>, words: readonly string[]) {
  const { policy, better = [], worse = [], observations, ...ofTask } = session.flags;
  const contrasts = better.length + worse.length > 0;
  if (observations !== undefined) {
    if (words.length > 0)
      throw new InputError('A checklist comes from an instruction or from --observations, not both.');
    const { text: lines } = await readText(session, observations, MAX_OBSERVATIONS_BYTES);
    const remarks = lines.split('\n').flatMap((line) => line.trim() || []);
    return (client: Groundrule) => client.generalizeObservations(remarks);
  }
  const task = await readTask(session, { words, ...ofTask });
  if (!contrasts) return (client: Groundrule) => client.generateChecklist(task, { policy });
  const [good, poor] = [await readResponses(session, better), await readResponses(session, worse)];
  return (client: Groundrule) => client.contrastResponses(task, { better: good, worse: poor });
}

const MAX_OBSERVATIONS_BYTES = 10_000_000;

const reviewCommand = defineCommand({
  name: 'review',
  description: 'Join items that repeat each other and leave out what no judge of a text could enforce, with a model',
  arguments: [['<checklist>', 'As for “checklist show”']],
  flags: printFlags,
  settings: JUDGING_SETTINGS,
  examples: ['groundrule checklist review list.json --model gpt-4.1-mini --format json --out reviewed.json'],
  run: async (session, reference) => {
    const given = await findChecklist(session, reference, {});
    const { checklist } = await (await session.client()).reviewChecklist(given);
    await printMade(session, checklist);
  },
});

const showCommand = defineCommand({
  name: 'show',
  aliases: ['import', 'export'],
  description:
    'Print a checklist in any form: from a file of any form, or from a set of criteria; carry it to and from other tools',
  arguments: [['<checklist>', 'JSON, YAML or Markdown file, id of a stored set, or “-” for stdin']],
  flags: {
    top: whole('-t, --top <number>', 'Only the first so many items; pinned ones stay', [1, 1000]),
    diverse: whole(
      '--diverse <number>',
      'Only so many items that weigh much and share few words; pinned ones stay',
      [1, 1000],
    ).conflicts('top'),
    from: oneOf(
      '--from <format>',
      'What the file is, where it is another tool’s; what could not be kept is named',
      RUBRIC_FORMATS,
    ),
    to: oneOf(
      '--to <format>',
      'Print it as another tool reads it; what that has no room for is named (docs/checklists.md#in-and-out)',
      [...RUBRIC_FORMATS, 'markdown'],
    ).conflicts('format'),
    ...printFlags,
  },
  settings: settingsIn('store'),
  examples: [
    'groundrule checklist show questions.md --format json --out checklist.json',
    'groundrule checklist show cs_1a2b3c --top 10 --format markdown',
    'groundrule checklist show list.json --diverse 8',
    'groundrule checklist export cs_1a2b3c --to promptfoo --out promptfooconfig.yaml',
    'groundrule checklist import rubric.yaml --from autorubric --format json --out list.json',
  ],
  run: async (session, reference) => {
    const { top, diverse, from, to } = session.flags;
    const found =
      from === undefined
        ? await findChecklist(session, reference, {})
        : await importChecklist(session, reference, from);
    const chosen = diverse === undefined ? topOf(found, top) : diverseSubset(found, diverse);
    if (to === undefined || to === 'markdown') {
      await write(session, session.out, to ?? session.flags.format, chosen);
      return;
    }
    const { exportRubric } = await import('../../judge/rubrics/registry.ts');
    const { result, lost } = exportRubric(chosen, to);
    await session.out.write(result);
    for (const what of lost) session.progress.warn(`${to} has no room for ${what}.`);
    if (session.out.path !== null) session.progress.note(`written to ${session.out.path}`);
  },
});

/** Those that are read again without loss, or nearly so. */
const FILE_FORMATS = ['json', 'yaml', 'markdown'] as const;

const editCommand = defineCommand({
  name: 'edit',
  description: 'Pin, drop, reword, reweight and add items of a file, in place; where each came from is kept',
  arguments: [['<checklist>', 'As for “checklist show”; what is no file of a checklist needs --out']],
  flags: {
    pin: repeatable('--pin <ids>', 'Keep whatever --top says: i3, or i3,i4', ids),
    unpin: repeatable('--unpin <ids>', 'The contrary', ids),
    drop: repeatable('--drop <ids>', 'Leave out; the record says so', ids),
    reword: repeatable('--reword <id=text>', 'A new wording; the former one is kept beside it', (typed) => [
      idAndValue(typed),
    ]),
    weight: repeatable(
      '--weight <id=number>',
      'Points: the share in weighted scores, 0–100 (items begin at 100); of a fault −100 to 0',
      idAndWeight,
    ),
    add: repeatable(
      '--add <text>',
      'A new item at the end, statement or question; a check in code after it: "… `check: words <= 50`"',
      asTyped,
    ),
    out: text('-o, --out <file>', 'Write to this file instead, and leave the first as it is; “-” prints it'),
    format: oneOf('-f, --format <format>', 'How to write; default: as the file is named, else json', FILE_FORMATS),
  },
  settings: settingsIn('store'),
  examples: [
    'groundrule checklist edit checklist.json --reword i2="The response should name a price." --weight i1=50',
    'groundrule checklist edit cs_1a2b3c --drop i4,i7 --pin i1 --out mine.json',
    'groundrule checklist edit checklist.md --add "Does it name a date?" --out -',
  ],
  run: async (session, reference) => {
    const { pin = [], unpin = [], drop = [], reword = [], weight = [], add = [] } = session.flags;
    if ([pin, unpin, drop, reword, weight, add].every((edits) => edits.length === 0))
      throw new InputError('There is nothing to edit.', {
        advice: 'Use --pin, --unpin, --drop, --reword, --weight or --add.',
      });
    const edits = { pin, unpin, drop, add, reword: new Map(reword), weight: new Map(weight) };
    const before = await findChecklist(session, reference, {});
    const checklist = curate(before, edits);
    for (const gone of checksGone(before, edits, checklist)) session.progress.warn(`${gone}.`);
    const { out, format = formatOfName(out === undefined || out === '-' ? reference : out) } = session.flags;
    const isInPlace = out === undefined || (out !== '-' && (await isSameFile(reference, out)));
    if (isInPlace) await writeInPlace(session, reference, format, checklist);
    else await write(session, await session.output(out), format, checklist);
  },
});

export const command = defineGroup({
  name: 'checklist',
  description: 'Make, read and edit checklists to judge by',
  commands: [generateCommand, showCommand, editCommand, reviewCommand, ablateCommand],
  examples: [
    'groundrule checklist show cs_1a2b3c --top 10 --format json --out checklist.json',
    'groundrule checklist edit checklist.json --pin i3 --drop i5 --add "Does it name a date?" --out mine.json',
    'groundrule checklist generate "Write a haiku about rain" --model gpt-4.1-mini',
  ],
});

function formatOfName(name: string): (typeof FILE_FORMATS)[number] {
  if (/\.ya?ml$/iu.test(name)) return 'yaml';
  return /\.(?:md|markdown|txt)$/iu.test(name) ? 'markdown' : 'json';
}

/** By a model. */
async function printMade(session: Session<PrintFlags>, checklist: Checklist): Promise<void> {
  await write(session, session.out, session.flags.format, checklist);
  await session.reportUsage();
}

/** Over the file that was read: what people wrote around the items stays, or nothing is written. */
async function writeInPlace(
  session: Session<unknown>,
  reference: string,
  format: (typeof FILE_FORMATS)[number],
  checklist: Checklist,
): Promise<void> {
  const { text, name, syntax } = await readInPlace(session, reference);
  if (syntax === 'structured') {
    if (format === 'markdown')
      throw staysAsItIs(`${reference} is no Markdown list, and may hold more than Markdown keeps`);
    if (await hasComment(text)) throw staysAsItIs(`${reference} has comments, which would be lost`);
    return write(session, await openOutput(session.shell, reference), format, checklist);
  }
  if (format !== 'markdown')
    throw staysAsItIs(`${reference} is a Markdown list, which may hold more than ${format} keeps`);
  const edited = await withOtherList(text, name, tickedItems(checklist.items), session.signal);
  if (edited === null) throw staysAsItIs(`${reference} has several lists, and what stands between them would be lost`);
  await write(session, await openOutput(session.shell, reference), format, edited);
}

/** @param made a text is written as it is */
async function write(
  { progress }: Pick<Session<unknown>, 'progress'>,
  output: Output,
  format: PrintFlags['format'],
  made: Checklist | string,
): Promise<void> {
  await output.write(typeof made === 'string' ? made : await renderChecklist(made, format, output));
  if (format === 'markdown') progress.note(LEFT_OUT_OF_MARKDOWN);
  if (output.path !== null) progress.note(`written to ${output.path}`);
}

function ids(typed: string): readonly string[] {
  const given = typed.split(',').map((id) => id.trim());
  const wrong = given.find((id) => !/^i\d+$/u.test(id));
  if (wrong === undefined) return given;
  throw new InvalidArgumentError(`“${wrong}” is no item: they are called i1, i2, ….`);
}

function idAndValue(typed: string): readonly [id: string, value: string] {
  const [, id, value] = /^(i\d+)=(.*)$/su.exec(typed) ?? [];
  if (id === undefined || value === undefined)
    throw new InvalidArgumentError('It looks like i2=… with the id of an item.');
  return [id, value];
}

function idAndWeight(typed: string): readonly (readonly [id: string, weight: number])[] {
  const [id, value] = idAndValue(typed);
  const weight = value.trim() === '' ? NaN : Number(value);
  if (Math.abs(weight) <= 100) return [[id, weight]];
  throw new InvalidArgumentError(`“${value}” is no weight: it must be a number from −100 to 100, as in i2=50.`);
}
