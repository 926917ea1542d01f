/** The bundled guides on a kind, read at build: a discovery reads their advice and loads no tagger. */
import { readFile } from 'node:fs/promises';
import type { Rewrite } from '../../domain/engine.ts';
import { errorCode } from '../../domain/errors.ts';
import { withNamedKind, type GuideKind, type KindFinder } from '../../domain/guide-kind.ts';
import type { Page } from '../../domain/page.ts';
import { sha256Hex } from '../../text/hash.ts';
import type { GuideReading, PreparedGuides } from './guide-reading.ts';
import { readGuide } from './read-guide.ts';
import { criterionOf } from './rewrite-criteria.ts';
import { findTextKind, wholeTextTest } from './text-kind.ts';

interface SavedGuides {
  readonly readings: readonly (readonly [string, GuideReading])[];
  readonly criteria: readonly (readonly [string, Rewrite])[];
}

/** @param pages the guides on the kind */
export function prepareGuides(pages: readonly Page[], kind: GuideKind, kinds: KindFinder): PreparedGuides {
  const isWhole = wholeTextTest(findTextKind(kind.name, withNamedKind(kinds, kind.name)));
  const reader = { isWhole, names: [], isOfUser: false, prepared: null };
  const readings = pages.map((page) => [sha256Hex(page.text), readGuide(page, reader)] as const);
  const advice = readings.flatMap(([, reading]) => reading.advice);
  return {
    readings: new Map(readings),
    criteria: new Map(advice.map(({ text }) => [text, criterionOf(text, reader)])),
  };
}

export function preparedGuidesText({ readings, criteria }: PreparedGuides): string {
  return JSON.stringify({ readings: [...readings], criteria: [...criteria] } satisfies SavedGuides);
}

/** Null without a build. */
export async function readPreparedGuides(file: string): Promise<PreparedGuides | null> {
  try {
    const { readings, criteria } = JSON.parse(await readFile(file, 'utf8')) as SavedGuides;
    return { readings: new Map(readings), criteria: new Map(criteria) };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
