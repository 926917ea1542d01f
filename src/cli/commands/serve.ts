/** `groundrule serve`: the HTTP API and the audit pages; `groundrule view`: the pages on the local store. */
import { settingsIn } from '../../config/settings.ts';
import { defineCommand } from '../define-command.ts';
import { asTyped, negated, repeatable, text, toggle, whole } from '../flag.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  description: 'Serve criteria, judgements and their evidence over HTTP, and agents at /mcp (docs/service.md)',
  flags: {
    host: text('--host <address>', 'Address to listen on; others than loopback need API keys', '127.0.0.1'),
    port: whole('-p, --port <number>', 'Port to listen on; 0: any that is free', [0, 65_535], 8377),
    publicHost: repeatable(
      '--public-host <name>',
      'Name that it answers to beside those of loopback; needs API keys',
      asTyped,
    ),
    corsOrigin: repeatable('--cors-origin <origin>', 'Origin whose pages may ask it', asTyped),
    requireKeys: toggle('--require-keys', 'Ask for API keys on loopback too'),
    jobs: whole('--jobs <number>', 'Jobs that are worked on at once', [1, 256], 8),
  },
  settings: settingsIn('store', 'ask', 'look', 'model', 'limits'),
  examples: [
    'groundrule serve',
    'groundrule serve --port 8080 --model gpt-4.1-mini --max-usd 20',
    'groundrule serve --host 0.0.0.0 --public-host criteria.example.org',
  ],
  isService: true,
  run: async (session) => {
    const { runService } = await import('../run-service.ts');
    const { flags, progress } = session;
    const { host, port, publicHost = [], corsOrigin = [], requireKeys = false, jobs } = flags;
    const asked = { publicHosts: publicHost, corsOrigins: corsOrigin, requiresKeys: requireKeys, concurrency: jobs };
    return runService(session, { host, port, ...asked }, (url, store) =>
      progress.note(`${url} (pages; API reference: ${url}/docs), store: ${store}`),
    );
  },
});

export const viewCommand = defineCommand({
  name: 'view',
  description: 'Open the audit pages on the local store in a browser',
  arguments: [['[set]', 'Id of a stored set or the beginning of it; default: the list of sets']],
  flags: {
    port: whole('-p, --port <number>', 'Port to listen on, on this machine alone; 0: any that is free', [0, 65_535], 0),
    open: negated('--no-open', 'Only print the address'),
  },
  settings: settingsIn('store', 'ask', 'look', 'model', 'limits'),
  examples: ['groundrule view', 'groundrule view cs_1a2b3c', 'groundrule view --no-open --port 8378'],
  isService: true,
  run: async (session, reference) => {
    const [{ runService }, { openBrowser }, { findSet }] = await Promise.all([
      import('../run-service.ts'),
      import('../open-browser.ts'),
      import('../../client/find-set.ts'),
    ]);
    const { flags, progress, shell } = session;
    const { store } = await session.client();
    const path = reference === undefined ? '/' : `/sets/${(await findSet(store, reference)).id}`;
    return runService(session, { port: flags.port }, (url, location) => {
      progress.note(`${url}${path} shows the store ${location}; Ctrl-C ends it`);
      if (flags.open && shell.stdout.isTTY === true) openBrowser(`${url}${path}`);
    });
  },
});
