/** Reads a guide, unless it was read at build. */
import type { Page } from '../../domain/page.ts';
import { sha256Hex } from '../../text/hash.ts';
import { adviceOfPage } from './advice-of-page.ts';
import type { Reader } from './demand-types.ts';
import { expertiseOf } from './expertise.ts';
import type { GuideReading } from './guide-reading.ts';

export function readGuide(page: Page, reader: Reader): GuideReading {
  const prepared = preparedReading(page, reader);
  if (prepared !== undefined) return prepared;
  const advice = adviceOfPage(page, reader);
  return { advice, ...expertiseOf(page, advice, reader) };
}

export function preparedReading({ text }: Page, { prepared }: Reader): GuideReading | undefined {
  return prepared?.readings.get(sha256Hex(text));
}
