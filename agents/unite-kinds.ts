/** Finds names of kinds of text that mean one kind: what is advised on them is gathered once. */
import { z } from 'zod';
import { kindTitle, type TextKind } from '../src/domain/text-kind.ts';
import { fencedList } from '../src/llm/agent-kit/fenced-input.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const GroupRow = z.strictObject({ keep: z.string(), same: z.array(z.string()) });

interface UniteKindsInput {
  readonly kinds: readonly TextKind[];
}

/** Yields, by its place in the list, each kind that another one stands for, and the place of that one. */
export const uniteKinds = defineAgent({
  name: 'unite-kinds',
  step: 'queries',
  retryWithNewSample: true,
  schema: z.strictObject({ groups: z.array(GroupRow) }),
  cites: ({ kinds }: UniteKindsInput) => kinds.map((kind, index) => ({ id: String(index), text: kindTitle(kind) })),
  mayCiteNothing: true,
  variables: ({ kinds }, { shown }) => ({ count: kinds.length, kinds: fencedList('kinds', shown) }),
  validate: ({ groups }, _input, ids) =>
    ids.problems(
      groups.flatMap(({ keep, same }) => [keep, ...same].map((id) => ({ id }))),
      0,
    ),
  read: ({ groups }, _input, ids) => {
    const placeOf = (id: string) => {
      const item = ids.itemOf(id);
      return item === undefined ? null : Number(item.id);
    };
    const standsFor = new Map<number, number>();
    const named = new Set<number>();
    for (const { keep, same } of groups) {
      const target = placeOf(keep);
      if (target === null || named.has(target)) continue;
      named.add(target);
      for (const id of same) {
        const place = placeOf(id);
        if (place === null || named.has(place)) continue;
        named.add(place);
        standsFor.set(place, target);
      }
    }
    return standsFor;
  },
  plannedAnswer: () => ({ groups: [] }),
});
