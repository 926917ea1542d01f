/** Stored sets, newest first. */
import type { SetSummary } from '../domain/ports.ts';
import { shorten } from '../text/printable.ts';
import { renderer } from './formats.ts';
import { main, paint, right, table, unbroken } from './report.ts';
import { plural } from './words.ts';

const MAX_INSTRUCTION_CHARS = 120;
const SHORT_ID_CHARS = 9;

export const renderList = renderer<readonly SetSummary[]>((sets, isFull) => {
  const rows = sets.map(({ id, startedAt, mode, engine, models, sources, criteria, instruction, parent }) => [
    paint.strong(id),
    startedAt.slice(0, 16).replace('T', ' '),
    mode,
    models.join(', ') || engine,
    Object.entries(sources)
      .map(([via, pages]) => `${pages} ${via}`)
      .join(', '),
    String(criteria),
    `${isFull ? instruction : shorten(instruction, MAX_INSTRUCTION_CHARS)}${parent === null ? '' : ` (from ${parent.set.slice(0, SHORT_ID_CHARS)} without ${parent.without.join(', ')})`}`,
  ]);
  const columns = [unbroken('Id'), 'Begun (UTC)', 'Mode', 'Engine', 'Sources', right('Criteria'), main('Instruction')];
  return { title: plural(sets.length, 'set'), blocks: [table(columns, rows)] };
});
