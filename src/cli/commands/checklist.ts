/** `groundrule checklist`: its commands, their flags and help. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { CHECKLIST_FORMATS, type ChecklistFormat } from '../../report/formats.ts';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples, addStoreFlags, collect, wholeNumber, type StoreFlags } from './flags.ts';
import { addModelFlags, MODEL_KEY_HELP, type ModelFlags } from './model-flags.ts';

export interface ChecklistOutputFlags {
  readonly format: ChecklistFormat;
  readonly out?: string;
}

export interface GenerateFlags extends ChecklistOutputFlags, StoreFlags, ModelFlags {
  readonly file?: string;
  readonly context?: string;
  readonly examples: boolean;
}

export interface ShowChecklistFlags extends ChecklistOutputFlags, StoreFlags {
  readonly top?: number;
}

export interface EditFlags extends ChecklistOutputFlags, StoreFlags {
  readonly pin?: readonly string[];
  readonly unpin?: readonly string[];
  readonly drop?: readonly string[];
  readonly reword?: readonly (readonly [id: string, text: string])[];
  readonly weight?: readonly (readonly [id: string, weight: number])[];
  readonly add?: readonly string[];
}

export function checklistCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('checklist')
    .description('Make, read and edit checklists to judge by')
    .addCommand(generateCommand(shell, finish))
    .addCommand(showCommand(shell, finish))
    .addCommand(editCommand(shell, finish));
  return addExamples(command, [
    'groundrule checklist show cs_1a2b3c --top 10 --format json --out checklist.json',
    'groundrule checklist edit checklist.json --pin i3 --drop i5 --add "Does it name a date?" --out mine.json',
    'groundrule checklist generate "Write a haiku about rain" --model gpt-4.1-mini',
  ]);
}

function generateCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('generate')
    .description('Write the checklist of an instruction with a model (TICK)')
    .argument('[instruction...]', 'What responses answer, in quotes; “-” reads it from stdin')
    .option('--file <file>', 'Read the instruction from a file')
    .option('-c, --context <file>', 'Audience, source text or other circumstances, from a file')
    .option('--no-examples', 'Show the model no examples of checklists');
  addModelFlags(addStoreFlags(addOutputFlags(command)))
    .addHelpText('after', `\nKeys, from the environment alone:\n  ${MODEL_KEY_HELP}`)
    .action(async (words: readonly string[], flags: GenerateFlags) => {
      const { generateChecklist } = await import('../actions/checklist.ts');
      finish(await generateChecklist(words, flags, shell));
    });
  return addExamples(command, [
    'groundrule checklist generate "Write a haiku about rain" --model gpt-4.1-mini --format yaml',
  ]);
}

function showCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('show')
    .aliases(['import', 'export'])
    .description('Print a checklist in any form: from a file of any form, or from a set of criteria')
    .argument('<checklist>', 'JSON, YAML or Markdown file, id of a stored set, or “-” for stdin')
    .addOption(
      new Option('-t, --top <number>', 'Only the first so many items; pinned ones stay').argParser(
        wholeNumber(1, 1000),
      ),
    );
  addStoreFlags(addOutputFlags(command)).action(async (reference: string, flags: ShowChecklistFlags) => {
    const { showChecklist } = await import('../actions/checklist.ts');
    finish(await showChecklist(reference, flags, shell));
  });
  return addExamples(command, [
    'groundrule checklist show questions.md --format json --out checklist.json',
    'groundrule checklist show cs_1a2b3c --top 10 --format markdown',
  ]);
}

function editCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('edit')
    .description('Pin, drop, reword, reweight and add items; where each came from is kept')
    .argument('<checklist>', 'As for “checklist show”')
    .option('--pin <ids>', 'Keep whatever --top says: i3, or i3,i4 (repeatable)', ids)
    .option('--unpin <ids>', 'The contrary', ids)
    .option('--drop <ids>', 'Leave out; the record says so', ids)
    .option('--reword <id=text>', 'A new wording; the former one is kept beside it (repeatable)', pair)
    .option('--weight <id=number>', 'Share in the weighted pass rate, 0–100 (repeatable)', weightPair)
    .option('--add <text>', 'A new item at the end, statement or question (repeatable)', collect);
  addStoreFlags(addOutputFlags(command, 'json')).action(async (reference: string, flags: EditFlags) => {
    const { editChecklist } = await import('../actions/checklist.ts');
    finish(await editChecklist(reference, flags, shell));
  });
  return addExamples(command, [
    'groundrule checklist edit checklist.json --reword i2="The response should name a price." --weight i1=50',
    'groundrule checklist edit cs_1a2b3c --drop i4,i7 --pin i1 --out mine.json',
  ]);
}

function addOutputFlags(command: Command, format: ChecklistFormat = 'table'): Command {
  return command
    .addOption(new Option('-f, --format <format>', 'How to print').choices(CHECKLIST_FORMATS).default(format))
    .option('-o, --out <file>', 'Write to a file, whole or not at all, instead of stdout');
}

function ids(value: string, before: readonly string[] = []): readonly string[] {
  const given = value.split(',').map((id) => id.trim());
  const wrong = given.find((id) => !/^i\d+$/u.test(id));
  if (wrong !== undefined)
    throw new InvalidArgumentError(`“${wrong}” is no item: they are called i1, i2, ….`);
  return [...before, ...given];
}

type Pairs<Value> = readonly (readonly [id: string, value: Value])[];

function pair(value: string, before: Pairs<string> = []): Pairs<string> {
  return [...before, idAndValue(value)];
}

function weightPair(value: string, before: Pairs<number> = []): Pairs<number> {
  const [id, text] = idAndValue(value);
  const weight = text.trim() === '' ? NaN : Number(text);
  if (!(weight >= 0 && weight <= 100))
    throw new InvalidArgumentError(`“${text}” is no weight: it must be a number from 0 to 100, as in i2=50.`);
  return [...before, [id, weight]];
}

function idAndValue(value: string): readonly [id: string, value: string] {
  const [, id, text] = /^(i\d+)=(.*)$/su.exec(value) ?? [];
  if (id === undefined || text === undefined)
    throw new InvalidArgumentError('It looks like i2=… with the id of an item.');
  return [id, text];
}
