/** Where no kind of text is plain, whoever sits at the terminal says which one is meant. */
import { createInterface } from 'node:readline';
import { CancelledError, InputError } from '../../domain/errors.ts';
import { kindNamed, MAX_KIND_CHOICES } from '../../domain/guide-kind.ts';
import type { Task } from '../../domain/task.ts';
import type { Groundrule } from '../../groundrule.ts';
import { wrapLines } from '../../report/wrap.ts';
import { layoutOf } from '../output/layout-of.ts';
import type { Session } from '../session.ts';

const MAX_REFUSALS = 3;
const PROMPT = 'Its number, the name of another kind, or Enter for none of these:';

/**
 * @returns a kind's name, or null: nobody is asked, or none of them is meant
 * @throws InputError where no answer names one
 * @throws CancelledError where the run is stopped meanwhile
 */
export async function askKind(
  { shell: { stdin, stdout, stderr, env }, signal }: Pick<Session<unknown>, 'shell' | 'signal'>,
  client: Pick<Groundrule, 'readKind' | 'kinds'>,
  task: Task,
): Promise<string | null> {
  // A job in the background that reads the terminal is stopped; its output mostly goes to a file.
  const isAtTerminal = [stdin, stdout, stderr].every(({ isTTY }) => isTTY === true);
  // The instruction or the context came from stdin: nothing can be read from it any more.
  const isStdinRead = !stdin.readable;
  if (!isAtTerminal || isStdinRead) return null;
  const { nearest } = await client.readKind(task);
  if (nearest.length === 0) return null;
  const choices = nearest.slice(0, MAX_KIND_CHOICES);
  const rows = choices.map((name, index) => `  ${index + 1}  ${name}\n`);
  const { edge } = layoutOf(stderr, env);
  const ask = (text: string) => stderr.write(`${wrapLines(`${text}\n${PROMPT}`, edge)} `);
  ask(`The kind of text is not plain. Which is it?\n${rows.join('')}`.trimEnd());
  const kinds = await client.kinds();
  let refusal: InputError | null = null;
  let refusals = 0;
  // The end of input and a stopped run close it.
  const lines = createInterface({ input: stdin, signal });
  try {
    for await (const line of lines) {
      const answer = line.trim();
      if (answer === '') return null;
      try {
        return chosen(answer, choices) ?? kindNamed(kinds, answer).name;
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        refusal = error;
      }
      refusals += 1;
      if (refusals === MAX_REFUSALS) throw refusal;
      ask(`${refusal.message} ${refusal.advice ?? ''}`.trimEnd());
    }
  } finally {
    // Leaving the loop does not: a terminal that is still read keeps the process alive.
    lines.close();
  }
  stderr.write('\n');
  if (signal.aborted) throw new CancelledError('The run was stopped.', { cause: signal.reason });
  if (refusal !== null) throw refusal;
  return null;
}

/** @throws InputError where it is another number */
function chosen(answer: string, choices: readonly string[]): string | undefined {
  if (!/^\d+$/u.test(answer)) return undefined;
  const name = choices[Number(answer) - 1];
  if (name === undefined) throw new InputError(`There is no ${answer} here: expected 1 to ${choices.length}.`);
  return name;
}
