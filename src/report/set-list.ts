/** Stored sets, newest first. */
import type { SetSummary } from '../domain/ports.ts';
import { shorten } from '../text/printable.ts';
import { renderer } from './formats.ts';
import { left, main, paint, right, table, unbroken } from './report.ts';
import { minute, plural } from './words.ts';

const MAX_INSTRUCTION_CHARS = 120;
const SHORT_ID_CHARS = 9;

export const renderList = renderer<readonly SetSummary[]>((sets, isFull) => ({
  title: plural(sets.length, 'set'),
  blocks: [
    table(sets, [
      unbroken('Id', ({ id }) => paint.strong(id)),
      left('Begun (UTC)', ({ startedAt }) => minute(startedAt)),
      left('Engine', ({ models, engine }) => models.join(', ') || engine),
      left('From', fromText),
      right('Criteria', ({ criteria }) => String(criteria)),
      // A column of its own for the kind would leave the instruction too little room.
      main('Instruction', ({ instruction, kind, parent }) => {
        const shown = isFull ? instruction : shorten(instruction, MAX_INSTRUCTION_CHARS);
        const from =
          parent === null ? '' : ` (from ${parent.set.slice(0, SHORT_ID_CHARS)} without ${parent.without.join(', ')})`;
        return [shown, paint.soft(kind === null ? '' : ` · ${kind}`), from];
      }),
    ]),
  ],
}));

/** "3 bundled", "2 web, 1 library, model": what a mode with sources rests on; another mode by its name. */
export function fromText({ mode, sources }: Pick<SetSummary, 'mode' | 'sources'>): string {
  if (mode !== 'web' && mode !== 'full') return mode;
  const pages = Object.entries(sources).map(([via, count]) => `${count} ${via}`);
  if (mode === 'full') return [...pages, 'model'].join(', ');
  return pages.join(', ') || 'no sources';
}
