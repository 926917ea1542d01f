/** Fields of the files of suites and experiments. */
import { z } from 'zod';

export const Text = z.string('should be a text').min(1, 'should not be empty');

/** A list of which no two have one id. */
export function distinct<Item extends { readonly id: string }>(item: z.ZodType<Item>) {
  return z.array(item, 'should be a list').superRefine((items, context) => {
    for (const [index, { id }] of items.entries())
      if (items.findIndex((other) => other.id === id) < index)
        context.addIssue({ code: 'custom', path: [index, 'id'], message: 'stands above already' });
  });
}

export function whole(min: number, max: number) {
  const message = `should be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}
