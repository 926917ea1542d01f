/** A diff of two texts by words: lines of prose are too long for a line diff. */

interface DiffPiece {
  readonly change: 'kept' | 'removed' | 'added';
  readonly text: string;
}

const MAX_EDITS = 2_000;

/** Kept and removed pieces make up `before`, kept and added pieces `after`. */
export async function wordDiff(before: string, after: string): Promise<readonly DiffPiece[]> {
  const { diffWordsWithSpace } = await import('diff');
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  const pieces: readonly DiffPiece[] = changes?.map(({ added, removed, value }) => ({
    change: changeOf(added, removed),
    text: value,
  })) ?? [
    { change: 'removed', text: before },
    { change: 'added', text: after },
  ];
  return joinChanges(pieces);
}

function changeOf(added: boolean, removed: boolean): DiffPiece['change'] {
  if (added) return 'added';
  return removed ? 'removed' : 'kept';
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
