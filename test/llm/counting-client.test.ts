/** What a plan's calls would take, and what counting them takes. */
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { PromptText } from '../../src/domain/model.ts';
import { createCountingClient } from '../../src/llm/counting-client.ts';
import { testRun } from '../support/run-context.ts';

const Answer = z.strictObject({ answer: z.string() });
const callOn = (response: string, criterion: string) => ({
  step: 'judging' as const,
  prompt: {
    ...{ id: 'judge', version: 1, role: 'judge', temperature: 0, source: 'authored', hash: 'h' },
    variables: ['response', 'criterion'],
    messages: [{ role: 'user' as const, template: 'one two three' }],
  },
  variables: { response: PromptText.parse(response), criterion: PromptText.parse(criterion) },
  schema: Answer,
  plannedAnswer: () => ({ answer: 'YES' }),
});

it('counts all that each call shows, and reads no text twice for it', async () => {
  const words = vi.fn((text: string) => text.split(' ').length);
  const { client, counted } = createCountingClient(words);
  for (const response of ['a long response', 'another one'])
    for (let item = 0; item < 1_500; item += 1) await client.call(testRun(), callOn(response, `item ${item}`));
  const [row] = counted();
  // Three words of the template, two of the criterion, three or two of the response, 300 for the form.
  expect(row).toMatchObject({ calls: 3_000, inputTokens: 1_500 * (308 + 307), outputTokens: 3_000 });
  // 1,500 criteria, perhaps anew for the second response, and the few that all share.
  expect(words.mock.calls.length).toBeLessThan(3_020);
});
