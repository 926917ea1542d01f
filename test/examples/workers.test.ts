/** The recipes of workers, with compose and on Kubernetes, held against the program. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { Job } from '../../src/domain/job.ts';
import { isPostgresAddress } from '../../src/store/open-store.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { expectKnownCommand, expectKnownVariables, presetOf } from '../support/known-words.ts';
import { hasPostgres } from '../support/postgres.ts';
import { askAt, startService } from '../support/service.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';

const root = join(import.meta.dirname, '..', '..');
const textOf = (path: string) => readFile(join(root, 'examples/recipes', path), 'utf8');

/** What the comments of a recipe say to type. */
function typedCommands(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('#'));
  return lines.flatMap((line) => {
    const [, typed] = /groundrule ((?:keys|precompute|queue|worker)\b[^#<]*)/u.exec(line) ?? [];
    return typed === undefined ? [] : [typed.trim().split(/\s+/u)];
  });
}

/** Seconds that a worker takes to stop, before it is killed. */
const graceSeconds = () => Number(presetOf(expectKnownCommand(['worker']), '--grace'));

describe('compose.queue.yaml', () => {
  const Program = z.object({
    build: z.literal('../../..'),
    command: z.array(z.string()).optional(),
    environment: z.record(z.string(), z.string().nullable()),
    depends_on: z.record(z.string(), z.object({ condition: z.string() })),
  });
  const Compose = z.object({
    services: z.object({
      worker: Program.extend({
        deploy: z.object({ replicas: z.literal(4) }),
        stop_grace_period: z.templateLiteral([z.number(), 's']),
      }),
      groundrule: Program,
      postgres: z.object({
        environment: z.object({ POSTGRES_USER: z.string(), POSTGRES_DB: z.string(), POSTGRES_PASSWORD: z.string() }),
        healthcheck: z.object({ test: z.array(z.string()) }),
      }),
      searxng: z.object({ volumes: z.array(z.string()) }),
    }),
  });
  const read = async () => Compose.parse(parse(await textOf('docker/compose.queue.yaml'), { merge: true }));

  it('types commands, flags and variables that there are', async () => {
    const { services } = await read();
    const typed = typedCommands(await textOf('docker/compose.queue.yaml'));
    expect(typed.map(([command]) => command)).toEqual(['precompute', 'queue']);
    for (const words of [...typed, services.worker.command ?? []]) expectKnownCommand(words);
    expectKnownVariables(Object.keys(services.worker.environment));
    expect(parseInt(services.worker.stop_grace_period, 10)).toBeGreaterThan(graceSeconds());
  });

  it('has four workers that share a store and a search with those who ask for work', async () => {
    const { worker, groundrule, postgres, searxng } = (await read()).services;
    expect(groundrule.environment).toEqual(worker.environment);
    const { GROUNDRULE_STORE: store = '', GROUNDRULE_SEARXNG_URL: search = '' } = worker.environment;
    expect(isPostgresAddress(store ?? '')).toBe(true);
    const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD: password } = postgres.environment;
    expect(store).toBe(`postgres://${user}:${password}@postgres/${database}`);
    expect(worker.depends_on['postgres']?.condition).toBe('service_healthy');
    expect(postgres.healthcheck.test).toContain('pg_isready');
    expect(worker.depends_on).toHaveProperty(new URL(search ?? '').hostname);
    const [settings = ''] = (searxng.volumes[0] ?? '').split(':');
    expect(parse(await textOf(join('docker', settings)))).toMatchObject({ search: { formats: ['html', 'json'] } });
    // From the outside, and without a value of its own.
    expect(password).toMatch(/^\$\{POSTGRES_PASSWORD:\?/u);
    expect(worker.environment['OPENAI_API_KEY']).toBeNull();
  });
});

describe('groundrule.yaml', () => {
  const PATH = 'kubernetes/groundrule.yaml';
  const Probe = z.object({
    httpGet: z.object({
      path: z.string(),
      port: z.string(),
      httpHeaders: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  });
  const Container = z.object({
    args: z.array(z.string()),
    envFrom: z.tuple([
      z.object({ configMapRef: z.object({ name: z.string() }) }),
      z.object({ secretRef: z.object({ name: z.string() }) }),
    ]),
    ports: z.tuple([z.object({ name: z.string(), containerPort: z.number() })]).optional(),
    livenessProbe: Probe.optional(),
    readinessProbe: Probe.optional(),
  });
  const metadata = z.object({ name: z.string() });
  const Labels = z.record(z.string(), z.string());
  const Deployment = z.object({
    kind: z.literal('Deployment'),
    metadata,
    spec: z.object({
      replicas: z.number().optional(),
      selector: z.object({ matchLabels: Labels }),
      template: z.object({
        metadata: z.object({ labels: Labels }),
        spec: z.object({
          terminationGracePeriodSeconds: z.number().default(30),
          containers: z.tuple([Container]),
        }),
      }),
    }),
  });
  const Scaled = z.object({
    kind: z.literal('ScaledObject'),
    spec: z.object({
      scaleTargetRef: z.object({ name: z.string() }),
      maxReplicaCount: z.number(),
      triggers: z.tuple([
        z.object({
          type: z.literal('postgresql'),
          metadata: z.object({ connectionFromEnv: z.string(), query: z.string(), targetQueryValue: z.string() }),
        }),
      ]),
    }),
  });
  const Service = z.object({
    kind: z.literal('Service'),
    metadata,
    spec: z.object({ selector: Labels, ports: z.tuple([z.object({ targetPort: z.string() })]) }),
  });
  const ConfigMap = z.object({ kind: z.literal('ConfigMap'), metadata, data: z.record(z.string(), z.string()) });
  const Parts = z.tuple([ConfigMap, Deployment, Scaled, Deployment, Service]);

  async function read() {
    const documents = parseAllDocuments(await textOf(PATH)).map((document) => document.toJS() as unknown);
    const [config, worker, scaled, service, entry] = Parts.parse(documents);
    return { config, worker, scaled, service, entry };
  }

  it('types commands, flags and variables that there are, and holds no secret', async () => {
    const text = await textOf(PATH);
    const { config, worker, service } = await read();
    const typed = typedCommands(text);
    expect(typed.map(([command]) => command)).toEqual(['keys', 'precompute']);
    const [, , secret = '', literals = ''] = /create secret (generic) (\S+) (.*)$/mu.exec(text) ?? [];
    const variables = [...literals.matchAll(/--from-literal=(\w+)=/gu)].map(([, name = '']) => name);
    expectKnownVariables([...Object.keys(config.data), ...variables]);
    expect(variables).toContain('GROUNDRULE_STORE');
    expect(text).not.toMatch(/^kind: Secret$/mu);
    for (const { spec } of [worker, service]) {
      const [{ args, envFrom }] = spec.template.spec.containers;
      expectKnownCommand(args);
      const [{ configMapRef }, { secretRef }] = envFrom;
      expect([configMapRef.name, secretRef.name]).toEqual([config.metadata.name, secret]);
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    }
    for (const words of typed) expectKnownCommand(words);
    expect(worker.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(graceSeconds());
  });

  it('asks the service at its port, by a name that it answers to, for what it serves', async () => {
    const { service, entry } = await read();
    const [{ args, ports, livenessProbe, readinessProbe }] = service.spec.template.spec.containers;
    expect(ports?.[0].containerPort).toBe(presetOf(expectKnownCommand(args), '--port'));
    expect(entry.spec.ports[0].targetPort).toBe(ports?.[0].name);
    expect(entry.spec.selector).toEqual(service.spec.selector.matchLabels);
    const publicHosts = args.filter((_, index) => args[index - 1] === '--public-host');
    expect(publicHosts).toEqual([entry.metadata.name]);
    const running = await startService({ requiresKeys: true, firstKey: true, publicHosts });
    for (const probe of [livenessProbe, readinessProbe]) {
      const { path = '', port, httpHeaders = [] } = probe?.httpGet ?? {};
      expect(port).toBe(ports?.[0].name);
      const headers = Object.fromEntries(httpHeaders.map(({ name, value }) => [name.toLowerCase(), value]));
      expect((await askAt(running.url, path, { headers })).status).toBe(200);
    }
    const { status } = await askAt(running.url, '/v1/jobs', { headers: { host: entry.metadata.name } });
    expect(status, 'it asks for a key, not for another name').toBe(401);
  });

  describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
    it('scales the workers by the jobs that are to be done', async () => {
      const { worker, service, scaled } = await read();
      const { scaleTargetRef, maxReplicaCount, triggers } = scaled.spec;
      expect(scaleTargetRef.name).toBe(worker.metadata.name);
      const [{ metadata: trigger }] = triggers;
      expect(trigger.connectionFromEnv).toBe('GROUNDRULE_STORE');
      const server = await sharedPostgres();
      const address = await server.makeDatabase();
      const store = await openPostgresStore(address);
      const jobs = (['queued', 'queued', 'running', 'done', 'failed', 'cancelled'] as const).map((status, line) =>
        Job.parse({
          ...{ id: `job_${line}`, kind: 'criteria', owner: 'local', batch: { id: 'batch', line }, status, attempts: 0 },
          ...{ idempotencyKey: null, requestHash: 'h', input: {}, createdAt: '2026-01-01', startedAt: null },
          ...{ endedAt: null, result: null, problem: null },
        }),
      );
      expect(await store.jobs.add(jobs)).toBe(true);
      await store.close();
      expect(await server.query(address, trigger.query)).toEqual([{ count: '3' }]);
      expect(Number(trigger.targetQueryValue)).toBeGreaterThan(0);
      // PostgreSQL takes 100 connections where nobody changes that; a process has up to 4 for its store, 2 for its queue.
      expect((maxReplicaCount + (service.spec.replicas ?? 1)) * 6).toBeLessThan(100);
    });
  });
});
