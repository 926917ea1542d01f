/** What tests of agents share: a task, pages, and models that say one thing. */
import type { ModelOutcome } from '../../src/domain/model.ts';
import { Query } from '../../src/domain/criteria-set.ts';
import type { Task } from '../../src/domain/task.ts';
import type { PageView } from '../../src/llm/agent-kit/fenced-input.ts';
import { fakeModelClient, shippedPrompts, type FakeModelClient } from '../support/fake-model-client.ts';
import { questionOf } from '../support/read-prompt.ts';
import { testRun } from '../support/run-context.ts';

export const prompts = await shippedPrompts();
export const run = testRun();
export const task: Task = { instruction: 'Write a press release about a new ferry line', context: null };
export const query = Query.parse({
  id: 'q1',
  text: 'how to write a press release',
  teaches: 'its form',
  kind: 'proposed',
  rewords: null,
});

export function view(passage: string, overrides: Partial<PageView> = {}): PageView {
  return {
    host: 'news.example',
    title: 'Press releases',
    byline: 'A. Editor',
    publishedOn: '2020-02-02',
    passages: [passage],
    ...overrides,
  };
}

/** @param answer gets the question, so that it can cite the ids that are shown */
export function modelThatSays(answer: (question: string) => unknown): FakeModelClient {
  return fakeModelClient((messages) => answer(questionOf(messages)));
}

export function valueOf<Value>(outcome: ModelOutcome<Value>): Value {
  if (outcome.status === 'unscored') throw new Error(outcome.reason);
  return outcome.value;
}
