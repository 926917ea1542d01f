/** Suites: what lacks answers judges nobody, and what nobody trusts runs nothing. */
import { expect, it } from 'vitest';
import { InputError, SettingError } from '../../src/domain/errors.ts';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import { runSuite, type SuiteTools } from '../../src/suite/run-suite.ts';
import { checklist, item } from '../support/checklist.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { suiteOf } from './suite-of-cells.ts';

const unused = () => Promise.reject(new Error('Nobody is asked.'));

function toolsWith(client: Partial<SuiteTools['client']> = {}): SuiteTools {
  return {
    client: { judge: unused, respond: unused, generateChecklist: unused, discover: unused, ...client },
    judging: judgeOptionsOf({ analysis: false }),
    concurrency: 1,
    env: {},
    signal: new AbortController().signal,
  };
}

it('judges nothing by discovered criteria that lack answers, and says so of each response', async () => {
  const { set } = criteriaSetFixture();
  const unanswered = [{ step: 'answers' as const, questions: 4, reason: 'It is down.' }];
  const discover = async () => ({ ...set, content: { ...set.content, unanswered } });
  const suite = suiteOf('discovered', 25, [{ kind: 'files', id: 'drafts', files: 'a.txt' }]);
  const { responses } = await runSuite(suite, toolsWith({ discover }));
  expect(responses).toMatchObject([
    {
      name: 'toast/drafts',
      outcome: { status: 'unscored', reason: expect.stringMatching(/^Incomplete: 4 questions/u) as string },
    },
  ]);
});

it('runs no program and asks no model of a file that is not trusted, and names the command that trusts it', async () => {
  for (const source of [
    { kind: 'command', id: 'app', command: ['no-such-program'], timeoutMs: 1000, env: [] },
    { kind: 'model', id: 'app', model: 'm', prompt: undefined, samples: 1 },
  ] as const) {
    const suite = suiteOf('generated', 25, [source]);
    const error: unknown = await runSuite(suite, toolsWith()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      message: 'a.yaml is not trusted as it is now: “app” would run programs or ask models.',
      advice: expect.stringContaining('“npx groundrule trust a.yaml”') as string,
    });
  }
});

const judged = {} as Awaited<ReturnType<SuiteTools['client']['judge']>>;
const wrong = (status: number | null) => new SettingError('The server refuses.', { status });
const models = ['one', 'two', 'three'].map((id) => ({
  kind: 'model' as const,
  id,
  model: id,
  prompt: undefined,
  samples: 1,
}));

function withChecklist(sources: Parameters<typeof suiteOf>[2]): ReturnType<typeof suiteOf> {
  const suite = suiteOf('generated', 25, sources);
  return { ...suite, cells: suite.cells.map((cell) => ({ ...cell, checklist: checklist([item(1)]) })) };
}

it('gives what was judged before a wrong setting ended the run; where nothing was, the error alone', async () => {
  const files = (id: string) => ({ kind: 'files' as const, id, files: 'a.txt' });
  const suite = withChecklist([files('one'), files('two'), files('three')]);
  let asked = 0;
  const judgeUntil = (times: number) => async () => {
    asked += 1;
    if (asked > times) throw wrong(401);
    return judged;
  };
  const { responses, stoppedBy } = await runSuite(suite, toolsWith({ judge: judgeUntil(1) }));
  expect(stoppedBy).toBeInstanceOf(SettingError);
  expect(responses.map(({ outcome }) => outcome.status)).toEqual(['done', 'unscored', 'unscored']);
  expect(asked).toBe(2);
  await expect(runSuite(suite, toolsWith({ judge: judgeUntil(0) }))).rejects.toThrow(SettingError);
});

it('ends where the key of all models is refused or missing; a model that one source alone names is its row', async () => {
  const suite = { ...withChecklist(models), isTrusted: true };
  for (const [status, all] of [
    [401, 1],
    [null, 1],
    [403, 3],
    [404, 3],
  ] as const) {
    let asked = 0;
    const respond = () => {
      asked += 1;
      return Promise.reject(wrong(status));
    };
    const ended = await runSuite(suite, toolsWith({ respond })).catch((error: unknown) => error);
    expect([status, asked, ended instanceof SettingError]).toEqual([status, all, all === 1]);
  }
});
