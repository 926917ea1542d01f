/** Two projects: tests of the rooms run from source; end-to-end tests (`*.e2e.test.ts`) run what was built. */
import { defineConfig } from 'vitest/config';

const setupFiles = ['test/support/setup.ts'];
const endToEnd = 'test/**/*.e2e.test.ts';

export default defineConfig({
  test: {
    // Much of a test's time is waiting (servers, child processes): more workers than the usual cores less one.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: [endToEnd],
          setupFiles,
          // Loading the modules anew for each file took longer than the tests; what they keep are pure memories.
          isolate: false,
          // Whole libraries are read in some tests, and machines are busy at times.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'built',
          include: [endToEnd],
          setupFiles,
          globalSetup: ['test/support/build.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
