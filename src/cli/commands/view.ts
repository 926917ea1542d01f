import { findSet } from '../../client/find-set.ts';
import { defineCommand } from '../define-command.ts';
import { negated, whole } from '../flag.ts';
import { DISCOVERY_SETTINGS } from '../flags.ts';
import { runService } from '../run-service.ts';
import { spawn } from 'node:child_process';

export const command = defineCommand({
  name: 'view',
  description: 'Open the audit pages on the local store in a browser',
  arguments: [['[set]', 'Id of a stored set or the beginning of it; default: the list of sets']],
  flags: {
    port: whole('-p, --port <number>', 'Port to listen on, on this machine alone; 0: any that is free', [0, 65_535], 0),
    open: negated('--no-open', 'Only print the address'),
  },
  settings: DISCOVERY_SETTINGS,
  examples: ['groundrule view', 'groundrule view cs_1a2b3c', 'groundrule view --no-open --port 8378'],
  isService: true,
  run: async (session, reference) => {
    const { flags, progress, shell } = session;
    const { store } = await session.client();
    const path = reference === undefined ? '/' : `/sets/${(await findSet(store, reference, session.progress)).id}`;
    return runService(session, { port: flags.port, command: 'groundrule view' }, (url, location) => {
      progress.note(`${url}${path} shows the store ${location}; Ctrl-C ends it`);
      if (flags.open && shell.stdout.isTTY === true) openBrowser(`${url}${path}`);
    });
  },
});

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** As the desktop does; where there is none, nothing happens. @param url ours: of loopback, and without what a shell would read */
function openBrowser(url: string): void {
  const [command, ...first] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...first, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
