/** The bundled guides on a kind, read at build: a discovery reads their advice and loads no tagger. */
import { readFile } from 'node:fs/promises';
import { errorCode } from '../../domain/errors.ts';
import { withNamedKind, type GuideKind, type KindFinder } from '../../domain/guide-kind.ts';
import type { Page } from '../../domain/page.ts';
import { sha256Hex } from '../../text/hash.ts';
import type { PreparedGuides } from './demand-types.ts';
import { readGuide } from './read-guide.ts';
import { criterionOf } from './rewrite-criteria.ts';
import { findTextKind, wholeTextTest } from './text-kind.ts';

/** @param pages the guides on the kind */
export function prepareGuides(pages: readonly Page[], kind: GuideKind, kinds: KindFinder): PreparedGuides {
  const reader = { isWhole: wholeTextTest(findTextKind(kind.name, withNamedKind(kinds, kind.name))) };
  const readings = pages.map((page) => [sha256Hex(page.text), readGuide(page, reader)] as const);
  const advice = readings.flatMap(([, reading]) => reading.advice);
  return {
    readings: Object.fromEntries(readings),
    criteria: Object.fromEntries(advice.map(({ text }) => [text, criterionOf(text, reader)])),
  };
}

/** Null without a build. */
export async function readPreparedGuides(file: string): Promise<PreparedGuides | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PreparedGuides;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
