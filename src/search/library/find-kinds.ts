/** Finds the kind of text that an instruction asks for among those that guides are filed under. */
import type { GuideKind, KindFinder } from '../../domain/guide-kind.ts';
import { LIBRARY_SCHEME } from './guide-file.ts';

export function findKinds(kinds: readonly GuideKind[]): KindFinder {
  const byFolder = new Map(kinds.map((kind) => [kind.folder, kind]));
  const nearest = (instruction: string) =>
    kinds.filter((kind) => instruction.toLowerCase().includes(kind.name)).sort((a, b) => b.name.length - a.name.length);
  return {
    all: kinds,
    nearest,
    find: (instruction) => nearest(instruction)[0] ?? null,
    ofGuide: (url) => byFolder.get(decodeURIComponent(url.slice(LIBRARY_SCHEME.length).split('/')[0] ?? '')) ?? null,
  };
}
