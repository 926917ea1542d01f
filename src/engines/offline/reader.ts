/** What the steps that read sentences have in common. */
import type { Task } from '../../domain/task.ts';
import type { Reader } from './demand-types.ts';
import { loadTagger } from './tagger.ts';
import { findTextKind, wholeTextTest } from './text-kind.ts';

export async function readerFor(task: Task): Promise<Reader> {
  return { tag: await loadTagger(), isWhole: wholeTextTest(findTextKind(task.instruction)) };
}
