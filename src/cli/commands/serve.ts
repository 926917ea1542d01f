import { defineCommand } from '../define-command.ts';
import { asTyped, repeatable, text, toggle, whole } from '../flag.ts';
import { DISCOVERY_SETTINGS } from '../flags.ts';
import { runService } from '../run-service.ts';

export const command = defineCommand({
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
  settings: DISCOVERY_SETTINGS,
  examples: [
    'groundrule serve',
    'groundrule serve --port 8080 --model gpt-4.1-mini --max-usd 20',
    'groundrule serve --host 0.0.0.0 --public-host criteria.example.org',
  ],
  isService: true,
  run: async (session) => {
    const { flags, progress } = session;
    const { host, port, publicHost = [], corsOrigin = [], requireKeys = false, jobs } = flags;
    const asked = { publicHosts: publicHost, corsOrigins: corsOrigin, requiresKeys: requireKeys, concurrency: jobs };
    return runService(session, { host, port, ...asked }, (url, store) =>
      progress.note(`${url} (pages; API reference: ${url}/docs), store: ${store}`),
    );
  },
});
