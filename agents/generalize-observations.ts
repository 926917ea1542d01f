/** Writes the checklist that remarks on many texts of one kind come to: a corpus-level checklist (as peers have it). */
import { z } from 'zod';
import { fencedList } from '../src/llm/agent-kit/fenced-input.ts';
import {
  itemProblem,
  ItemRow,
  plannedItems,
  readItem,
  type GeneratedItem,
} from '../src/llm/agent-kit/generated-items.ts';
import type { CitableItem, ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { rowProblems } from '../src/llm/agent-kit/wording.ts';
import { CHECK_FORMS } from '../src/llm/agent-kit/written-criterion.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const ObservedRow = z.strictObject({ observations: z.array(z.string()), ...ItemRow.shape });
type ObservedRow = z.infer<typeof ObservedRow>;

/** A remark of a page's length says what it asks for well before. */
const MAX_SHOWN_CHARS = 1_000;

/** Yields, for each observation, the items that rest on it. What rests on none is left out. */
export const generalizeObservations = defineAgent({
  name: 'generalize-observations',
  step: 'checklist',
  itemsPerCall: 40,
  schema: z.strictObject({ items: z.array(ObservedRow) }),
  cites: ({ observations }: { readonly observations: readonly CitableItem[] }) =>
    observations.map(({ id, text }) => ({ id, text: text.slice(0, MAX_SHOWN_CHARS) })),
  variables: ({ observations }, { shown }) => ({
    count: observations.length,
    observations: fencedList('observations', shown),
    checks: CHECK_FORMS,
  }),
  validate: ({ items }, _input, ids) =>
    rowProblems('Item', items, (row) => itemProblem(row) ?? (citedIn(row, ids).length === 0 ? UNFOUNDED : null)),
  read: ({ items }, { observations }, ids) => {
    const usable = items.flatMap((row) => {
      const item = readItem(row);
      return item === null ? [] : [{ item, cited: citedIn(row, ids) }];
    });
    return new Map(
      observations.map(({ id }): [string, readonly GeneratedItem[]] => [
        id,
        usable.flatMap(({ item, cited }) => (cited.includes(id) ? [item] : [])),
      ]),
    );
  },
  reject: (found) => ([...found.values()].every(({ length }) => length === 0) ? 'The list has no usable item.' : null),
  // One item for every second remark, each with a few ids.
  plannedAnswer: (_input, { shown }) => ({
    items: plannedItems(Math.ceil(shown.length / 2), 'observed').map((item, index) => ({
      observations: shown.slice(2 * index, 2 * index + 2).map(({ shortId }) => shortId),
      ...item,
    })),
  }),
});

const UNFOUNDED = 'names no observation that was given';

function citedIn({ observations }: ObservedRow, ids: ShortIds<CitableItem>): string[] {
  return observations.flatMap((id) => ids.itemOf(id)?.id ?? []);
}
