/** A suite of one task, as loaded, for tests that need no file. */
import type { LoadedSuite, SuiteCell } from '../../src/suite/run-suite.ts';

type Source = SuiteCell['source'];

/** @param sources of each a cell; those of files have one response */
export function suiteOf(checklist: 'discovered' | 'generated', top: number, sources: readonly Source[]): LoadedSuite {
  const task = { id: 'toast', task: { instruction: 'Write a toast', context: null }, top, checklist };
  return {
    name: 'Toasts',
    path: 'a.yaml',
    isTrusted: false,
    folder: '.',
    minimumOf: () => 0.5,
    tasks: [task],
    sources,
    cells: sources.map((source) => ({
      task,
      source,
      name: `toast/${source.id}`,
      checklist,
      files: source.kind === 'files' ? [{ name: 'a.txt', response: 'To you.' }] : [],
    })),
  };
}
