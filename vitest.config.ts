/** Two projects: tests of the rooms run from source; end-to-end tests (`*.e2e.test.ts`) run what was built. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const setupFiles = ['test/support/setup.ts'];
const endToEnd = 'test/**/*.e2e.test.ts';
/** Packages of test/tools have tests of their own. */
const installed = '**/node_modules/**';
const cores = availableParallelism();
/** Whole libraries are read in some tests, and machines are busy at times: what is waited for may come late. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 240_000, expect: { poll: { timeout: 20_000 } } };

/** Vitest begins with the largest files. Some of the longest are small: they run again and again what lies beside them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = (file: TestSpecification) =>
      /\/(?:run-length|mangled|[\w-]*contract)\.ts'/u.test(readFileSync(file.moduleId, 'utf8'));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Some of a test's time is waiting for servers: one worker more than there are cores.
    maxWorkers: cores + 1,
    // For both projects: says what this machine lacks, and keeps one PostgreSQL for whoever asks.
    globalSetup: ['test/support/machine.ts'],
    projects: [
      {
        test: {
          name: 'rooms',
          include: ['test/**/*.test.ts'],
          exclude: [endToEnd, installed],
          setupFiles,
          // Loading the modules anew for each file took longer than the tests; what they keep are pure memories.
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'built',
          include: [endToEnd],
          exclude: [installed],
          setupFiles,
          globalSetup: ['test/support/build.ts'],
          isolate: false,
          // Each test starts processes, which start processes: on more workers they would wait for each other.
          maxWorkers: cores,
          // After the rooms, not beside them.
          sequence: { groupOrder: 1 },
          ...PATIENCE,
        },
      },
    ],
  },
});
