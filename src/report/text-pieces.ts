/** Whole texts with their marks: what items quote of a response, what changed between two texts. */
import type { Judgement, Verdict } from '../domain/judgement.ts';
import type { Block, TextPiece } from './report.ts';

/**
 * A response cut where quotes begin and end, so that each piece is marked for the items that quote it.
 * @param prefix of the ids of marked pieces; where a piece begins follows
 */
export function markedPieces(
  { response, verdicts }: Pick<Judgement, 'response' | 'verdicts'>,
  markOf: (verdict: Verdict) => NonNullable<TextPiece['mark']>,
  prefix: string,
): readonly TextPiece[] {
  const quotes = verdicts.flatMap(({ itemId, verdict }) =>
    verdict.status === 'scored'
      ? verdict.quotes.map(({ start, end }) => ({ itemId, start, end, mark: markOf(verdict) }))
      : [],
  );
  const borders = [0, response.length, ...quotes.flatMap(({ start, end }) => [start, end])];
  const cuts = [...new Set(borders)].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? response.length;
    const over = quotes.filter((quote) => quote.start <= start && quote.end >= end);
    const text = response.slice(start, end);
    const [mark, ...others] = new Set(over.map((quote) => quote.mark));
    if (mark === undefined) return { text };
    const by = [...new Set(over.map(({ itemId }) => itemId))].join(', ');
    return { text, by, id: `${prefix}${start}`, mark: others.length === 0 ? mark : 'warn' };
  });
}

export async function wordChanges(before: string, after: string): Promise<Block> {
  const pieces = await wordDiff(before, after);
  const parts = pieces.map(({ change, text }) => (change === 'kept' ? { text } : { text, mark: change }));
  return { kind: 'text', parts };
}

interface DiffPiece {
  readonly change: 'kept' | 'removed' | 'added';
  readonly text: string;
}

const MAX_EDITS = 2_000;

/** Kept and removed pieces make up `before`, kept and added pieces `after`. */
export async function wordDiff(before: string, after: string): Promise<readonly DiffPiece[]> {
  const { diffWordsWithSpace } = await import('diff');
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  const pieces: readonly DiffPiece[] = changes?.map(({ added, removed, value: text }) => {
    return { change: added ? 'added' : removed ? 'removed' : 'kept', text };
  }) ?? [
    { change: 'removed', text: before },
    { change: 'added', text: after },
  ];
  return joinChanges(pieces);
}

/** Joins changed words that only a space separates. */
function joinChanges(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const result: DiffPiece[] = [];
  let removed = '';
  let added = '';
  const push = (change: DiffPiece['change'], text: string) => {
    if (text !== '') result.push({ change, text });
  };
  const close = () => {
    push('removed', removed);
    push('added', added);
    removed = '';
    added = '';
  };
  for (const [index, { change, text }] of pieces.entries()) {
    const isChanging = removed + added !== '' && (pieces[index + 1]?.change ?? 'kept') !== 'kept';
    if (change === 'removed') removed += text;
    else if (change === 'added') added += text;
    else if (isChanging && /^[^\S\n]+$/u.test(text)) {
      removed += text;
      added += text;
    } else {
      close();
      push('kept', text);
    }
  }
  close();
  return result;
}
