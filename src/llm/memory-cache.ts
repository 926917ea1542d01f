/** Answers kept for the life of the process: for tests, and for runs without a store. */
import type { ModelCachePort, StoredAnswer } from '../domain/model.ts';

export function createMemoryCache(): ModelCachePort {
  const answers = new Map<string, StoredAnswer>();
  return {
    get: (key) => Promise.resolve(answers.get(key) ?? null),
    put: (key, answer) => {
      answers.set(key, answer);
      return Promise.resolve();
    },
  };
}
