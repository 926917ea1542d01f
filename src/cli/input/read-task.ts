/** The writing task from the command line: from an argument, a file or stdin, and from one of them only. */
import { InputError } from '../../domain/errors.ts';
import { MAX_CONTEXT_CHARS, MAX_INSTRUCTION_CHARS, type Task } from '../../domain/task.ts';
import { parseTask } from '../../domain/parse-task.ts';
import type { InputStream } from '../shell.ts';
import { readText, sourceOf } from './read-text.ts';

/** UTF-8 takes at most 3 bytes for a UTF-16 unit; twice that leaves room for the white space around. */
const MAX_BYTES_PER_CHAR = 6;

export interface TaskInputs {
  /** The arguments; `-` means stdin. */
  readonly words: readonly string[];
  readonly file?: string | undefined;
  readonly context?: string | undefined;
}

/** @throws InputError where no source or more than one is given, or the text cannot be used; CancelledError */
export async function readTask(inputs: TaskInputs, stdin: InputStream, signal: AbortSignal): Promise<Task> {
  const instruction = instructionSource(inputs, stdin);
  if (inputs.context === '-' && 'path' in instruction && instruction.path === '-')
    throw new InputError('The instruction and the context cannot both come from stdin.', {
      advice: 'Give one of them as a file.',
    });
  const read = (path: string, maxChars: number) =>
    readText(sourceOf(path, stdin), maxChars * MAX_BYTES_PER_CHAR, signal);
  const text = 'text' in instruction ? instruction.text : await read(instruction.path, MAX_INSTRUCTION_CHARS);
  const context = inputs.context === undefined ? null : await read(inputs.context, MAX_CONTEXT_CHARS);
  return parseTask(text, context);
}

type InstructionSource = { readonly text: string } | { readonly path: string };

function instructionSource({ words, file }: TaskInputs, stdin: InputStream): InstructionSource {
  const [word, ...others] = words;
  if (others.length > 0)
    throw new InputError(`The instruction came as ${words.length} arguments.`, {
      advice: 'Put it in quotes: groundrule discover "Write a cover letter for a junior data analyst"',
    });
  if (word !== undefined && file !== undefined)
    throw new InputError('There are two instructions, the argument and --file.', {
      advice: 'Give one of them.',
    });
  if (file !== undefined) return { path: file };
  if (word !== undefined) return word === '-' ? { path: '-' } : { text: word };
  if (stdin.isTTY === true)
    throw new InputError('There is no instruction.', {
      advice:
        'Say what is to be written: groundrule discover "Write a cover letter for a junior data analyst"',
    });
  return { path: '-' };
}
