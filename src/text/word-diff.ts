/** What changed between two texts, word by word: prose has lines too long for a diff of lines. */

interface DiffPiece {
  readonly change: 'kept' | 'removed' | 'added';
  readonly text: string;
}

const MAX_EDITS = 2_000;

/** Kept and removed pieces together are `before`, kept and added ones `after`. */
export async function wordDiff(before: string, after: string): Promise<readonly DiffPiece[]> {
  const { diffWordsWithSpace } = await import('diff');
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  const pieces: readonly DiffPiece[] = changes?.map(({ added, removed, value }) => ({
    change: added ? 'added' : removed ? 'removed' : 'kept',
    text: value,
  })) ?? [
    { change: 'removed', text: before },
    { change: 'added', text: after },
  ];
  return joined(pieces);
}

/** Changed words with nothing but a space between them are read as one change. */
function joined(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const result: DiffPiece[] = [];
  let [removed, added] = ['', ''];
  const push = (change: DiffPiece['change'], text: string) => {
    if (text !== '') result.push({ change, text });
  };
  const close = () => {
    push('removed', removed);
    push('added', added);
    [removed, added] = ['', ''];
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
