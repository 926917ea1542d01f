/** What a job asks of the client: whatever its row holds, its outcome is one of its own. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JobKind } from '../../src/domain/job.ts';
import type { RunEvent } from '../../src/domain/run-context.ts';
import { createGroundrule } from '../../src/groundrule.ts';
import { doWork } from '../../src/service/work.ts';
import { hiddenTruthModel } from '../support/hidden-truth.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { scriptedApp } from '../support/scripted-app.ts';

it.each([
  ['a budget in another form', 'judgement', { budget: 'ten dollars', response: 'x', checklist: [] }],
  ['a limit that is unknown', 'criteria', { budget: { limit: 3 }, instruction: 'Write a toast' }],
  ['no fields', 'judgement', {}],
  ['nothing', 'comparison', null],
  ['a kind that is unknown', 'drawing' as JobKind, { instruction: 'Draw' }],
] as const)('a row that another version wrote fails alone: %s', async (_what, kind, input) => {
  const client = await createGroundrule({ store: 'memory' });
  onTestFinished(() => client.close());
  const job = { id: 'job_1', kind, input, sharedBudgets: [] };
  const options = { signal: new AbortController().signal, onEvent: () => undefined };
  expect(await doWork(client, job, options)).toMatchObject({ status: 'failed', problem: { status: 500 } });
});

const RESPONSES = { a: 'A note with one word more.', b: 'A note.' };
const CHECKLIST = ['Is it kind?', 'Is it short?'];

describe('a server that answers nothing, or half', () => {
  it.each([
    ['judgement', { response: RESPONSES.a, checklist: CHECKLIST }],
    ['comparison', { ...RESPONSES, by: 'preference', instruction: 'Write a note' }],
    ['scoring', { response: RESPONSES.a, by: 'score', instruction: 'Write a note', votes: 2 }],
    ['refinement', { response: RESPONSES.a, checklist: CHECKLIST, rounds: 1, votes: 2 }],
    ['rewards', { prompts: 'Write a note', completions: Object.values(RESPONSES), criteria: CHECKLIST }],
  ] as const)('leaves a %s that knows so, for the queue to do again', async (kind, input) => {
    const { app, server } = await scriptedApp(hiddenTruthModel(), { outage: () => true }, { modelFormat: undefined });
    const work = () =>
      doWork(
        app,
        { id: 'job_1', kind, input, sharedBudgets: [] },
        { signal: new AbortController().signal, onEvent: () => undefined },
      );
    expect(await work()).toMatchObject({ status: 'done', unanswered: 'all' });
    let asked = 0;
    server.behave({ outage: (body) => !body.includes('"name":"greeting"') && (asked += 1) > 1 });
    expect(await work()).toMatchObject({ status: 'done', unanswered: kind === 'judgement' ? 'none' : 'some' });
    server.behave({ outage: null });
    expect(await work()).toMatchObject({ status: 'done', unanswered: 'none' });
  });
});

it('rewards know that no server was there', async () => {
  const { app, server } = await scriptedApp(hiddenTruthModel());
  await server.close();
  const input = { prompts: 'Write a note', completions: ['A note.'], criteria: CHECKLIST };
  const job = { id: 'job_1', kind: 'rewards', input, sharedBudgets: [] } as const;
  const options = { signal: new AbortController().signal, onEvent: () => undefined };
  expect(await doWork(app, job, options)).toMatchObject({ status: 'done', unanswered: 'all' });
});

it('a checklist that a silent server did not write waits for the end of the outage', async () => {
  const { app } = await scriptedApp(hiddenTruthModel(), { outage: () => true }, { modelFormat: undefined });
  const job = { id: 'job_1', kind: 'checklist', input: { instruction: 'Write a note' }, sharedBudgets: [] } as const;
  const options = { signal: new AbortController().signal, onEvent: () => undefined };
  expect(await doWork(app, job, options)).toMatchObject({
    status: 'failed',
    obstacle: 'down',
    problem: { status: 503 },
  });
});

describe('a job that is cancelled', () => {
  it.each([
    ['judgement', { response: RESPONSES.a, checklist: CHECKLIST }],
    ['criteria', { instruction: 'Write a toast', mode: 'model' }],
    // The list of criteria is looked up in a run within that of the job.
    ['rewards', { prompts: 'Write a toast', completions: ['To you.'], criteria: 'discover' }],
  ] as const)('sends nothing more, and keeps the answers under way: %s %o', async (kind, input) => {
    let isGated = false;
    const answers: (() => void)[] = [];
    const gate = () => (isGated ? new Promise<void>((answer) => answers.push(answer)) : Promise.resolve());
    const server = await plausibleServer({ gate });
    const client = await createGroundrule({ store: 'memory', model: 'scripted', baseUrl: server.baseUrl });
    onTestFinished(() => client.close());
    const cancel = new AbortController();
    const onEvent = (event: RunEvent) => void (event.type === 'step-start' && (isGated = true));
    const job = { id: 'job_1', kind, input, sharedBudgets: [] };
    const working = doWork(client, job, { signal: cancel.signal, onEvent });
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0), { timeout: 20_000 });
    cancel.abort();
    await new Promise((resolve) => setImmediate(resolve));
    const asked = server.requests.length + answers.length;
    for (const answer of answers) answer();
    expect(await working).toMatchObject({ status: 'stopped' });
    expect(server.requests).toHaveLength(asked);
    expect(server.delivered).toHaveLength(asked);
    expect(client.usage().every(({ lostAnswers = 0 }) => lostAnswers === 0)).toBe(true);
  });

  it('gives answers up where its process does', async () => {
    const server = await plausibleServer({ latencyMs: 600_000 });
    const client = await createGroundrule({ store: 'memory', model: 'scripted', baseUrl: server.baseUrl });
    onTestFinished(() => client.close());
    const [cancel, end] = [new AbortController(), new AbortController()];
    const job = { id: 'j', kind: 'judgement', input: { response: 'A note.', checklist: CHECKLIST } } as const;
    const options = { signal: cancel.signal, giveUp: end.signal, onEvent: () => undefined };
    const working = doWork(client, { ...job, sharedBudgets: [] }, options);
    await vi.waitFor(() => expect(server.requests).not.toHaveLength(0), { timeout: 20_000 });
    cancel.abort();
    end.abort();
    expect(await working).toMatchObject({ status: 'stopped' });
  });
});
