/** Suites: what lacks answers judges nobody, and what nobody trusts runs nothing. */
import { expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import { runSuite, type SuiteTools } from '../../src/suite/run-suite.ts';
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
