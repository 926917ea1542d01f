/** The tags that reading the bundled guides on a kind takes: made at build, so that a discovery loads no tagger. */
import { readFile } from 'node:fs/promises';
import { errorCode } from '../../domain/errors.ts';
import { withNamedKind, type GuideKind, type KindFinder } from '../../domain/guide-kind.ts';
import type { Page } from '../../domain/page.ts';
import { adviceOfPage } from './advice-of-page.ts';
import { criterionOf } from './rewrite-criteria.ts';
import { createTagger, saveTags, type SavedTags } from './tagger.ts';
import { findTextKind, wholeTextTest } from './text-kind.ts';

/** @param pages the guides on the kind */
export function tagsOfGuides(pages: readonly Page[], kind: GuideKind, kinds: KindFinder): SavedTags {
  const texts = new Set<string>();
  const tag = createTagger(null);
  const reader = {
    tag: (text: string) => {
      texts.add(text);
      return tag(text);
    },
    isWhole: wholeTextTest(findTextKind(kind.name, withNamedKind(kinds, kind.name))),
  };
  for (const page of pages) for (const { text } of adviceOfPage(page, reader)) criterionOf(text, reader);
  return saveTags(texts);
}

/** Null without a build. */
export async function readTags(file: string): Promise<SavedTags | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SavedTags;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
