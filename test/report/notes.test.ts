/** Lines that the reader should not miss. */
import { expect, it } from 'vitest';
import { toMarkdown } from '../../src/report/markdown.ts';
import { lines, notes } from '../../src/report/report.ts';

it('are told from other lines where there are no colours', () => {
  const blocks = [lines('2 criteria.'), notes('warn', 'A quote was left out.'), notes('bad', 'Incomplete: no answer.')];
  expect(toMarkdown({ title: 'A set', blocks })).toBe(
    '# A set\n\n2 criteria.\n\nNote: A quote was left out.\n\nIncomplete: no answer.\n',
  );
});
