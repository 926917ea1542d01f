/** Suites: what lacks answers judges nobody, and what nobody trusts runs nothing. */
import { expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { runSuite, type LoadedSuite } from '../../src/suite/run-suite.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';

it('judges nothing by discovered criteria that lack answers, and says so of each response', async () => {
  const { set } = criteriaSetFixture();
  const unanswered = [{ step: 'answers' as const, questions: 4, reason: 'It is down.' }];
  const unused = () => Promise.reject(new Error('Nobody is asked.'));
  const client = {
    ...{ judge: unused, respond: unused, generateChecklist: unused },
    discover: async () => ({ ...set, content: { ...set.content, unanswered } }),
  };
  const wanted = { instruction: 'Write a toast', context: null };
  const task = { id: 'toast', task: wanted, top: 25, checklist: 'discovered' as const };
  const suite: LoadedSuite = {
    ...{
      name: 'Toasts',
      path: 'a.yaml',
      isTrusted: false,
      folder: '.',
      minimumOf: () => 0.5,
      tasks: [task],
      sources: [],
    },
    cells: [
      {
        ...{ task, name: 'toast/drafts', checklist: 'discovered' as const },
        source: { kind: 'files', id: 'drafts', files: 'a.txt' },
        files: [{ name: 'a.txt', response: 'To you.' }],
      },
    ],
  };
  const judging = { itemsPerCall: 15, votes: 1, analysis: false, codeChecks: true, seed: null, panel: [] };
  const { responses } = await runSuite(suite, {
    client,
    judging,
    concurrency: 1,
    env: {},
    signal: new AbortController().signal,
  });
  expect(responses).toMatchObject([
    {
      name: 'toast/drafts',
      outcome: { status: 'unscored', reason: expect.stringMatching(/^Incomplete: 4 questions/u) as string },
    },
  ]);
});

it('runs no program and asks no model of a file that is not trusted, and names the command that trusts it', async () => {
  const unused = () => Promise.reject(new Error('Nobody is asked.'));
  const client = { judge: unused, respond: unused, generateChecklist: unused, discover: unused };
  const judging = { itemsPerCall: 15, votes: 1, analysis: false, codeChecks: true, seed: null, panel: [] };
  const tools = { client, judging, concurrency: 1, env: {}, signal: new AbortController().signal };
  const wanted = { instruction: 'Write a toast', context: null };
  const checklist = 'generated' as const;
  const task = { id: 'toast', task: wanted, top: 25, checklist };
  for (const source of [
    { kind: 'command', id: 'app', command: ['no-such-program'], timeoutMs: 1000, env: [] },
    { kind: 'model', id: 'app', model: 'm', prompt: undefined, samples: 1 },
  ] as const) {
    const suite: LoadedSuite = {
      ...{ name: 'Toasts', path: 'a.yaml', isTrusted: false, folder: '.', minimumOf: () => null },
      ...{ tasks: [task], sources: [source], cells: [{ task, source, name: 'toast/app', checklist, files: [] }] },
    };
    const error: unknown = await runSuite(suite, tools).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      message: 'a.yaml is not trusted as it is now: “app” would run programs or ask models.',
      advice: expect.stringContaining('“npx groundrule trust a.yaml”') as string,
    });
  }
});
