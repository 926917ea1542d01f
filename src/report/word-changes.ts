/** What changed between two texts, as a block. */
import { wordDiff } from '../text/word-diff.ts';
import type { Block } from './report.ts';

export async function wordChanges(before: string, after: string): Promise<Block> {
  const pieces = await wordDiff(before, after);
  return {
    kind: 'text',
    pieces: pieces.map(({ change, text }) => (change === 'kept' ? { text } : { text, mark: change })),
  };
}
