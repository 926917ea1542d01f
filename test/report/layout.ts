/** Layouts for tests of renderers. */
import { stripVTControlCharacters } from 'node:util';
import pc from 'picocolors';
import { expect } from 'vitest';
import type { Layout } from '../../src/report/layout.ts';

export function layout(width: number, hasColors = false): Layout {
  return { width, colors: pc.createColors(hasColors) };
}

export function expectToFit(text: string, width: number): void {
  // An address stands on a line of its own, however long.
  const lines = text.split('\n').filter((line) => !/^ *(?:https?|library):\S+$/u.test(stripVTControlCharacters(line)));
  for (const line of lines) expect(stripVTControlCharacters(line).length, line).toBeLessThanOrEqual(width);
}
