/** Tasks in flight. Their owner waits for them before it closes what they use. */
export function createPendingTasks() {
  const pending = new Set<Promise<unknown>>();
  return {
    add: <Result>(task: Promise<Result>): Promise<Result> => {
      const settled = task.then(ignore, ignore);
      pending.add(settled);
      void settled.then(() => pending.delete(settled));
      return task;
    },
    count: (): number => pending.size,
    /** Resolves when all tasks have ended, also by failing. */
    settled: async (): Promise<void> => {
      await Promise.all(pending);
    },
  };
}

const ignore = (): void => undefined;
