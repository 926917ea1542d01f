/** All commands by name, with a line of help each. A command's definition is loaded only when it is named. */
import type { Command } from 'commander';
import type { MakeCommand } from './define-command.ts';

type CommandEntry = readonly [
  name: string,
  /** 60 characters at most. */
  summary: string,
  load: (program: Command) => Promise<MakeCommand>,
];

/** As help lists them, by what people come for. */
export const COMMANDS: Readonly<Record<string, readonly CommandEntry[]>> = {
  Discover: [
    [
      'discover',
      'Discover the criteria of a writing task',
      async () => (await import('./commands/discover.ts')).discoverCommand,
    ],
    [
      'precompute',
      'Discover the criteria of many tasks; run again to resume',
      async () => (await import('./commands/precompute.ts')).precomputeCommand,
    ],
    [
      'library',
      'Keep a folder of guides; list what the bundled ones cover',
      async () => (await import('./commands/library.ts')).libraryCommand,
    ],
  ],
  Judge: [
    [
      'judge',
      'Judge responses by a checklist, or score them',
      async () => (await import('./commands/judge.ts')).judgeCommand,
    ],
    [
      'compare',
      'Say which of two responses is better',
      async () => (await import('./commands/compare.ts')).compareCommand,
    ],
    [
      'best-of',
      'Pick the best of several responses',
      async () => (await import('./commands/best-of.ts')).bestOfCommand,
    ],
    [
      'refine',
      'Improve a response by what a checklist finds unmet',
      async () => (await import('./commands/refine.ts')).refineCommand,
    ],
    [
      'checklist',
      'Make, read and edit checklists',
      async () => (await import('./commands/checklist.ts')).checklistCommand,
    ],
    [
      'test',
      'Judge several sources on several tasks, as a suite says',
      async () => (await import('./commands/test.ts')).testCommand,
    ],
    [
      'protocols',
      'List the ways of judging, and what each costs',
      async () => (await import('./commands/protocols.ts')).protocolsCommand,
    ],
  ],
  'Look at what is stored': [
    ['list', 'List the stored sets of criteria', async () => (await import('./commands/sets.ts')).listCommand],
    ['show', 'Print a set again', async () => (await import('./commands/sets.ts')).showCommand],
    [
      'audit',
      'Show what each criterion rests on; check the record',
      async () => (await import('./commands/audit.ts')).auditCommand,
    ],
    ['view', 'Open the audit pages in a browser', async () => (await import('./commands/serve.ts')).viewCommand],
    ['sets', 'List and remove stored sets', async () => (await import('./commands/sets.ts')).setsCommand],
  ],
  Measure: [
    [
      'measure',
      'Measure whether criteria, or a judge, can be trusted',
      async () => (await import('./commands/measure.ts')).measureCommand,
    ],
    [
      'actionability',
      'Measure whether criteria tell a writer what to do',
      async () => (await import('./commands/actionability.ts')).actionabilityCommand,
    ],
    [
      'experiment',
      'Repeat the papers’ experiments, or run your own',
      async () => (await import('./commands/experiment.ts')).experimentCommand,
    ],
    [
      'export-dpo',
      'Turn preference pairs round, for a DPO trainer',
      async () => (await import('./commands/export-dpo.ts')).exportDpoCommand,
    ],
  ],
  Serve: [
    [
      'serve',
      'Serve criteria and judgements over HTTP',
      async () => (await import('./commands/serve.ts')).serveCommand,
    ],
    ['mcp', 'Serve agents over stdin and stdout (MCP)', async () => (await import('./commands/mcp.ts')).mcpCommand],
    [
      'keys',
      'Make, list and revoke API keys of the service',
      async () => (await import('./commands/keys.ts')).keysCommand,
    ],
    [
      'worker',
      'Work on queued jobs, on any number of machines',
      async () => (await import('./commands/worker.ts')).workerCommand,
    ],
    ['queue', 'Show and steer queued jobs', async () => (await import('./commands/queue.ts')).queueCommand],
  ],
  Keep: [
    [
      'cache',
      'Carry sets from store to store, or publish them',
      async () => (await import('./commands/cache.ts')).cacheCommand,
    ],
    [
      'store',
      'See how much room the store takes, and make room',
      async () => (await import('./commands/store.ts')).storeCommand,
    ],
    [
      'doctor',
      'Check the installation, settings and searches',
      async () => (await import('./commands/doctor.ts')).doctorCommand,
    ],
    [
      'trust',
      'Trust this folder’s config file, or a suite',
      async () => (await import('./commands/trust.ts')).trustCommand,
    ],
    [
      'completion',
      'Print a script that completes commands in your shell',
      async () => (await import('./commands/completion.ts')).completionCommand,
    ],
    [
      'schema',
      'Print the JSON Schema of a set of criteria',
      async () => (await import('./commands/sets.ts')).schemaCommand,
    ],
  ],
};

/** Not in help: what a shell's completion script calls. */
export const COMPLETE: CommandEntry = [
  'complete',
  'Print what the last word can be completed to',
  async (program) => (await import('./commands/completion.ts')).completeCommand(program),
];
