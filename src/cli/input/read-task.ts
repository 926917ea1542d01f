/** The writing task from the command line: from an argument, a file or stdin, and from one of them only. */
import { stat } from 'node:fs/promises';
import { InputError } from '../../domain/errors.ts';
import { MAX_CONTEXT_CHARS, MAX_INSTRUCTION_CHARS, parseTask, type Task } from '../../domain/task.ts';
import { readText, type Reader } from '../../data/read-text.ts';
import type { Shell } from '../shell.ts';

/** UTF-8 takes at most 3 bytes for a UTF-16 unit; twice that leaves room for the white space around. */
const MAX_BYTES_PER_CHAR = 6;
const EXAMPLE = 'npx groundrule discover "Write a cover letter for a junior data analyst"';

export interface TaskInputs {
  /** The arguments; `-` means stdin. */
  readonly words: readonly string[];
  readonly file?: string | undefined;
  readonly context?: string | undefined;
  /** Names `file`; default: `--file`. */
  readonly fileFlag?: string;
}

export async function readTask(
  reader: Reader & Pick<Shell, 'stdin'>,
  { words, file, context, fileFlag = '--file' }: TaskInputs,
): Promise<Task> {
  const [word, ...others] = words;
  if (others.length > 0)
    throw new InputError(`The instruction came as ${words.length} arguments.`, {
      advice: 'Put it in quotes',
      command: EXAMPLE,
    });
  if (word !== undefined && word !== '-' && (await stat(word).catch(() => null))?.isFile() === true)
    throw new InputError(`The instruction “${word}” is the name of a file.`, {
      advice: `${fileFlag} ${/[^\w./-]/u.test(word) ? `"${word}"` : word} reads the instruction from it; an instruction itself says what is to be written`,
      command: EXAMPLE,
    });
  if (word !== undefined && file !== undefined)
    throw new InputError('There are two instructions, the argument and --file.', {
      advice: 'Give one of them.',
    });
  const path = file ?? (word === '-' ? '-' : undefined);
  const isFromStdin = path === '-' || (path ?? word) === undefined;
  if ((path ?? word) === undefined && reader.stdin.isTTY === true)
    throw new InputError('There is no instruction.', { advice: 'Say what is to be written', command: EXAMPLE });
  if (context === '-' && isFromStdin)
    throw new InputError('The instruction and the context cannot both come from stdin.', {
      advice: 'Give one of them as a file.',
    });
  const read = async (from: string, maxChars: number) =>
    (await readText(reader, from, maxChars * MAX_BYTES_PER_CHAR)).text;
  const instruction = path === undefined && word !== undefined ? word : await read(path ?? '-', MAX_INSTRUCTION_CHARS);
  return parseTask(instruction, context === undefined ? null : await read(context, MAX_CONTEXT_CHARS));
}
