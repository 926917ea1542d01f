/**
 * Runs once, before all tests: says what this machine lacks that some tests need, and keeps one PostgreSQL server for
 * whoever asks. Where CI is set, nothing may be lacking: a test that is skipped there proves nothing to anybody.
 */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { PUBLIC_DATA, publicData } from '../bench/public-data.ts';
import { findChromium } from './chromium.ts';
import { hasTools } from '../tools/has-tools.ts';
import { hasPostgres, startPostgres, type PostgresServer } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with the port of the run's PostgreSQL server. */
    postgresUrl: string;
  }
}

export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const lacking = lackingHere();
  if (lacking.length > 0) {
    const line = `This machine lacks ${lacking.join(', ')}: the tests that need them`;
    if (isContinuousIntegration()) throw new Error(`${line} cannot run, and where CI is set all have to.`);
    process.stderr.write(`${line} are skipped.\n`);
  }

  // Their size is no part of a usual run, not even where CI is set.
  if (!hasTools) process.stderr.write('Other tools are not installed: their tests are skipped (npm run test:tools).\n');

  let started: Promise<PostgresServer> | null = null;
  const server = createServer((_request, response) => {
    started ??= startPostgres();
    started.then(
      ({ port }) => response.end(String(port)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  project.provide('postgresUrl', `http://127.0.0.1:${port}/`);
  return async () => {
    server.closeAllConnections();
    server.close();
    const postgres = await started?.catch(() => null);
    await postgres?.close();
  };
}

function lackingHere(): readonly string[] {
  const data = PUBLIC_DATA.filter((name) => publicData(name).isAbsent);
  return [
    ...(hasPostgres ? [] : ['PostgreSQL']),
    ...(findChromium() === null ? ['Chromium'] : []),
    ...['curl', 'python3'].filter((name) => spawnSync(name, ['--version']).status !== 0),
    ...data.map((name) => `the public data ${name}`),
  ];
}

function isContinuousIntegration(): boolean {
  return !['', '0', 'false'].includes(process.env['CI'] ?? '');
}
