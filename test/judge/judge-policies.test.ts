/** Judging the same cases by several policies (checklist study, appendix A.1): what is asked, left out, and written again. */
import { expect, it } from 'vitest';
import { judgeOptionsOf } from '../../src/judge/judge-options.ts';
import { judgePolicies } from '../../src/judge/judge-policies.ts';
import type { HumanJudged } from '../../src/judge/repeated-verdicts.ts';
import { fencedAs } from '../support/read-prompt.ts';
import { testRun } from '../support/run-context.ts';
import { NoAnswer, scriptedAgents } from '../support/scripted-agents.ts';
import { scriptedComparer } from '../support/scripted-comparer.ts';

const data: HumanJudged<{ readonly subset: string }> = {
  kind: 'pairwise',
  cases: ['toast', 'note', 'note'].map((instruction, index) => ({
    ...{ name: String(index + 1), subset: 'all', task: { instruction, context: null }, label: 'a' as const },
    a: { name: 'a', response: 'A' },
    b: { name: 'b', response: 'B' },
  })),
};

/** The specified list of the note cannot be read before the third time. */
function judge() {
  const written: string[] = [];
  const compared: string[] = [];
  const agents = scriptedAgents(
    scriptedComparer({
      prefers: ({ first, questions }) => {
        compared.push(String(questions.length));
        return first === 'A' ? 'first' : 'second';
      },
    }),
    {
      'generate-checklist': ({ question, sampleIndex }) => {
        const task = fencedAs(question, 'instruction');
        const isSpecified = question.includes('answers that can be expected');
        written.push(`${task} ${isSpecified ? 'specify' : 'baseline'} ${sampleIndex}`);
        if (task === 'note' && isSpecified && sampleIndex < 2) return new NoAnswer('Cut off.');
        const demands = isSpecified ? ['greet the guests', 'end with a wish'] : ['greet the guests'];
        const items = demands.map((demand) => ({
          ...{ criterion: `The response should ${demand}.`, question: `Does the response ${demand}?` },
          ...{ categories: [], importance: 5, check: null },
        }));
        return { analysis: 'So it is.', items };
      },
    },
  );
  return { agents, written, compared };
}

const options = (regenerate: number) =>
  ({ policies: ['baseline', 'specify'], judging: judgeOptionsOf({ votes: 2 }), regenerate }) as const;

it('judges only cases with a list by every policy, each in both orders', async () => {
  const { agents, compared } = judge();
  const { cases, leftOut, lists, judgements } = await judgePolicies(testRun(), agents, data, options(1));
  expect(judgements).toBe(4);
  expect(cases).toMatchObject([
    { name: '1', gold: 'a', without: Array(4).fill('a'), withList: { specify: Array(4).fill('a') } },
  ]);
  expect(lists.map(({ task }) => task.instruction)).toEqual(['toast']);
  expect(leftOut).toMatchObject([{ task: { instruction: 'note' }, policy: 'specify' }]);
  expect(['0', '1', '2'].map((items) => compared.filter((each) => each === items).length)).toEqual([4, 4, 4]);
});

it('has an unreadable list written again as often as is allowed, one for each instruction', async () => {
  const { agents, written } = judge();
  const { cases, leftOut } = await judgePolicies(testRun(), agents, data, options(3));
  expect([cases.length, leftOut]).toEqual([3, []]);
  expect(written.filter((each) => each.startsWith('note specify'))).toEqual([
    ...['note specify 0', 'note specify 1', 'note specify 2'],
  ]);
  expect(written.filter((each) => each.includes('baseline'))).toHaveLength(2);
});
