/** Stored sets, newest first. */
import type { SetSummary } from '../domain/ports.ts';
import { renderer } from './render.ts';
import { main, right, strong, table } from './report.ts';
import { plural, shorten } from './words.ts';

const MAX_INSTRUCTION_CHARS = 120;

export const renderList = renderer<readonly SetSummary[]>((sets, isFull) => ({
  title: plural(sets.length, 'set'),
  blocks: [
    table(
      ['Id', 'Begun (UTC)', right('Criteria'), main('Instruction')],
      sets.map(({ id, startedAt, criteria, instruction }) => [
        strong(id),
        startedAt.slice(0, 16).replace('T', ' '),
        String(criteria),
        isFull ? instruction : shorten(instruction, MAX_INSTRUCTION_CHARS),
      ]),
    ),
  ],
}));
