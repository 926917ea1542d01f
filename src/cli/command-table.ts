/** All commands by name, with a line of help each. A command's definition is loaded only when it is named. */
import type { MakeCommand } from './define-command.ts';

type CommandEntry = readonly [
  name: string,
  /** 60 characters at most. */
  summary: string,
  load: () => Promise<{ readonly command: MakeCommand }>,
];

/** As help lists them, by what people come for. */
export const COMMANDS: Readonly<Record<string, readonly CommandEntry[]>> = {
  Discover: [
    ['discover', 'Discover the criteria of a writing task', () => import('./commands/discover.ts')],
    [
      'precompute',
      'Discover the criteria of many tasks; run again to resume',
      () => import('./commands/precompute.ts'),
    ],
    ['library', 'Keep a folder of guides; list what the bundled ones cover', () => import('./commands/library.ts')],
  ],
  Judge: [
    ['judge', 'Judge responses by a checklist, or score them', () => import('./commands/judge.ts')],
    ['compare', 'Say which of two responses is better', () => import('./commands/compare.ts')],
    ['best-of', 'Pick the best of several responses', () => import('./commands/best-of.ts')],
    ['refine', 'Improve a response by what a checklist finds unmet', () => import('./commands/refine.ts')],
    ['checklist', 'Make, read and edit checklists', () => import('./commands/checklist.ts')],
    ['test', 'Judge several sources on several tasks, as a suite says', () => import('./commands/test.ts')],
    ['protocols', 'List the ways of judging, and what each costs', () => import('./commands/protocols.ts')],
  ],
  'Look at what is stored': [
    ['list', 'List the stored sets of criteria', () => import('./commands/list.ts')],
    ['show', 'Print a set again', () => import('./commands/show.ts')],
    ['audit', 'Show what each criterion rests on; check the record', () => import('./commands/audit.ts')],
    ['view', 'Open the audit pages in a browser', () => import('./commands/view.ts')],
    ['sets', 'List and remove stored sets', () => import('./commands/sets.ts')],
  ],
  Measure: [
    ['measure', 'Measure whether criteria, or a judge, can be trusted', () => import('./commands/measure.ts')],
    ['actionability', 'Measure whether criteria tell a writer what to do', () => import('./commands/actionability.ts')],
    ['experiment', 'Repeat the papers’ experiments, or run your own', () => import('./commands/experiment.ts')],
    ['export-dpo', 'Turn preference pairs round, for a DPO trainer', () => import('./commands/export-dpo.ts')],
  ],
  Serve: [
    ['serve', 'Serve criteria and judgements over HTTP', () => import('./commands/serve.ts')],
    ['mcp', 'Serve agents over stdin and stdout (MCP)', () => import('./commands/mcp.ts')],
    ['keys', 'Make, list and revoke API keys of the service', () => import('./commands/keys.ts')],
    ['worker', 'Work on queued jobs, on any number of machines', () => import('./commands/worker.ts')],
    ['queue', 'Show and steer queued jobs', () => import('./commands/queue.ts')],
  ],
  Keep: [
    ['cache', 'Carry sets from store to store, or publish them', () => import('./commands/cache.ts')],
    ['store', 'See how much room the store takes, and make room', () => import('./commands/store.ts')],
    ['doctor', 'Check the installation, settings and searches', () => import('./commands/doctor.ts')],
    ['trust', 'Trust this folder’s config file, or a suite', () => import('./commands/trust.ts')],
    ['completion', 'Print a script that completes commands in your shell', () => import('./commands/completion.ts')],
    ['schema', 'Print the JSON Schema of a set of criteria', () => import('./commands/schema.ts')],
  ],
};
