import { describe, expect, it } from 'vitest';
import { parseCheck } from '../../src/domain/parse-check.ts';
import type { Verdict } from '../../src/domain/judgement.ts';
import { judge } from '../../src/judge/judge.ts';
import { judgeOptionsOf, type JudgeOptions } from '../../src/judge/judge-options.ts';
import { checklist, item } from '../support/checklist.ts';
import { testRun } from '../support/run-context.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { NoAnswer, scriptedAgents, type AgentRequest } from '../support/scripted-agents.ts';
import { scriptedJudge, type ScriptedJudge } from '../support/scripted-judge.ts';

const RESPONSE = 'Dear neighbours,\n\nThe party begins at noon. Bring a chair — and a song.\n';

function judged(
  double: ScriptedJudge | null,
  items = [item(1), item(2), item(3)],
  options: Partial<JudgeOptions> = {},
  response = RESPONSE,
) {
  return judge(
    testRun(),
    scriptedAgents(double?.scripts ?? null),
    { name: 'note.txt', response, checklist: checklist(items) },
    { ...judgeOptionsOf({}), ...options },
  );
}

function answersOf(verdicts: readonly { readonly verdict: Verdict }[]) {
  return verdicts.map(({ verdict }) => (verdict.status === 'scored' ? verdict.answer : 'unscored'));
}

const checkOf = (written: string) => ({ rule: parseCheck(written), decides: 'all' as const });

describe('judging', () => {
  it('gives one verdict per item; not applicable and unscored ones count neither way', async () => {
    const answers = { i1: 'yes', i2: 'no', i3: 'not-applicable', i4: null, i5: 'yes' } as const;
    const items = [1, 2, 3, 4, 5].map((number) => item(number, { weight: number * 10 }));
    const { verdicts, passRate } = await judged(
      scriptedJudge((id) => answers[id as keyof typeof answers]),
      items,
    );
    expect(answersOf(verdicts)).toEqual(['yes', 'no', 'not-applicable', 'unscored', 'yes']);
    expect(passRate).toEqual({
      rate: 2 / 3,
      weightedRate: 60 / 80,
      yes: 2,
      no: 1,
      notApplicable: 1,
      unscored: 1,
    });
  });

  it('lets code decide typed checks alone: a wording that could be counted goes to the judge, or stays unscored', async () => {
    const amounts = [
      'more than two exclamation marks',
      'fewer than 3 paragraphs',
      'more than one question',
      'any links',
    ];
    const verbs = ['use', 'avoid using', 'never use', 'rarely use', 'not have'];
    const items = verbs.flatMap((verb) => amounts.map((amount) => `Does the response ${verb} ${amount}?`));
    const wordings = items.map((text, index) => item(index + 1, { text, question: text }));
    const double = scriptedJudge(() => 'no');
    const byModel = await judged(double, wordings, {}, 'Wow! Wow! Wow! Is it?');
    expect(answersOf(byModel.verdicts)).toEqual(items.map(() => 'no'));
    expect(byModel.verdicts.every(({ verdict }) => verdict.status === 'scored' && verdict.by === 'model')).toBe(true);
    const byCode = await judged(null, [...wordings, item(99, { check: checkOf('words <= 5') })]);
    expect(answersOf(byCode.verdicts)).toEqual([...items.map(() => 'unscored'), 'no']);
  });

  it('aligns quotes with the response, and leaves out those it does not have', async () => {
    const quotes = ['Bring a chair - and a song.', 'Bring two chairs.', 'Bring a chair — and a song.', ' '];
    const { verdicts, warnings } = await judged(
      scriptedJudge(() => ({ quotes })),
      [item(1)],
    );
    const start = RESPONSE.indexOf('Bring');
    expect(verdicts[0]?.verdict).toMatchObject({
      quotes: [{ quote: 'Bring a chair — and a song.', start, end: start + 27 }],
    });
    expect(warnings).toEqual([expect.stringMatching(/^i1: .* left out: “Bring two chairs\.”$/u)]);
  });

  it('takes the majority of k samples; an even split, or fewer than half readable, is no verdict', async () => {
    const votes = {
      i1: ['yes', 'no', 'yes', 'yes'],
      i2: ['yes', 'no', 'no', 'yes'],
      i3: [null, 'no', null, 'no'],
      i4: [null, 'no', null, null],
    } as const;
    const double = scriptedJudge((id, { sampleIndex }) => votes[id as keyof typeof votes][sampleIndex] ?? null);
    const { verdicts } = await judged(
      double,
      [1, 2, 3, 4].map((number) => item(number)),
      { votes: 4 },
    );
    expect(double.requests.map(({ sampleIndex, isSampled }) => [sampleIndex, isSampled])).toEqual([
      [0, true],
      [1, true],
      [2, true],
      [3, true],
    ]);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([
      expect.objectContaining({
        answer: 'yes',
        voteShare: 0.75,
        votes: { yes: 3, no: 1, notApplicable: 0, unscored: 0 },
      }),
      {
        status: 'unscored',
        reason: 'The votes are tied: 2 yes, 2 no, 0 not applicable.',
        votes: { yes: 2, no: 2, notApplicable: 0, unscored: 0 },
      },
      expect.objectContaining({
        answer: 'no',
        voteShare: 1,
        votes: { yes: 0, no: 2, notApplicable: 0, unscored: 2 },
      }),
      {
        status: 'unscored',
        reason: expect.stringMatching(/^3 of 4 votes could not be read: ./u) as string,
        votes: { yes: 0, no: 1, notApplicable: 0, unscored: 3 },
      },
    ]);
  });

  it('shuffles by a seed: the same for the same seed, another one for another sample', async () => {
    const items = Array.from({ length: 12 }, (_, index) => item(index + 1));
    const orders = async (seed: string | null) => {
      const double = scriptedJudge(() => 'yes');
      const { verdicts } = await judged(double, items, { seed, votes: 2 });
      expect(verdicts.map(({ itemId }) => itemId)).toEqual(items.map(({ id }) => id));
      return double.requests.map(({ itemIds }) => itemIds.join(' '));
    };
    const plain = items.map(({ id }) => id).join(' ');
    expect(await orders(null)).toEqual([plain, plain]);
    const [first, second] = await orders('7');
    expect(new Set([plain, first, second]).size).toBe(3);
    expect(await orders('7')).toEqual([first, second]);
    expect(await orders('8')).not.toEqual([first, second]);
  });

  it('counts by code what can be counted, asks nobody about it, and can be told not to', async () => {
    const items = [item(1, { check: checkOf('words <= 50') }), item(2)];
    const double = scriptedJudge(() => 'no');
    const { verdicts } = await judged(double, items);
    expect(verdicts[0]?.verdict).toMatchObject({ answer: 'yes', by: 'code', votes: null, voteShare: null });
    expect(double.requests.map(({ itemIds }) => itemIds)).toEqual([['i2']]);
    const without = await judged(
      scriptedJudge(() => 'no'),
      items,
      { codeChecks: false },
    );
    expect(answersOf(without.verdicts)).toEqual(['no', 'no']);
  });

  it('without a model leaves the rest unscored, and says so', async () => {
    const { verdicts, judge: by, passRate } = await judged(null, [item(1, { check: checkOf('words >= 50') }), item(2)]);
    expect(verdicts[0]?.verdict).toMatchObject({ answer: 'no', by: 'code' });
    expect(verdicts[1]?.verdict).toEqual({
      status: 'unscored',
      reason: 'No model is named (--model), and the item has no check.',
      votes: null,
    });
    expect(by).toBeNull();
    expect(passRate).toMatchObject({ rate: 0, no: 1, unscored: 1 });
  });

  it.each([
    ['words >= 3', 'part', /the check decides a part alone, which is met: 3 words/u],
    ['language German', 'all', /code cannot tell: may be of another language: “Cordiali saluti, Anna”/u],
  ] as const)('without a model says what the check %s leaves open', async (written, decides, reason) => {
    const items = [item(1, { check: { ...checkOf(written), decides } })];
    const { verdicts } = await judged(null, items, {}, 'Cordiali saluti, Anna');
    expect(verdicts[0]?.verdict).toMatchObject({ status: 'unscored', reason: expect.stringMatching(reason) as string });
  });

  it('leaves a condition to the judge, whatever the check beside it says', async () => {
    const items = [item(1, { check: checkOf('phrase "attached"'), appliesWhen: 'it has an attachment' })];
    const byJudge = await judged(
      scriptedJudge(() => 'not-applicable'),
      items,
    );
    expect(answersOf(byJudge.verdicts)).toEqual(['not-applicable']);
    const { verdicts } = await judged(null, items);
    const reason = 'No model is named, and code cannot tell whether the item applies to the response.';
    expect(verdicts[0]?.verdict).toEqual({ status: 'unscored', reason, votes: null });
  });

  it.each([
    ' \n',
    '\u2800',
    '<!-- a\nnote -->\n',
    '<!--'.repeat(100_000),
    '&nbsp;\u200b&ensp;',
    '<p><br></p>',
    '&#160;&#x200b;',
    '&zwnj;',
    '[//]: # (x)\n',
  ])(
    'asks nobody about a response in which nothing is to be seen: nothing in it meets anything (%j)',
    async (nothing) => {
      const double = scriptedJudge(() => 'yes');
      const items = [item(1), item(2, { check: checkOf('bullets = 0') }), item(3, { weight: -5, fault: true })];
      const { verdicts } = await judged(double, items, {}, nothing);
      expect(answersOf(verdicts)).toEqual(['no', 'no', 'no']);
      expect(double.requests).toEqual([]);
    },
  );

  it('counts what is to be seen beside a comment', async () => {
    const items = [item(1, { check: checkOf('words <= 9') })];
    expect(answersOf((await judged(null, items, {}, '<!-- note -->Tea')).verdicts)).toEqual(['yes']);
  });
});

describe('items with levels', () => {
  const levels = [0, 0.5, 1].map((value, at) => ({ label: `L${at + 1}`, description: `Of degree ${at + 1}`, value }));
  const [leveled, plain] = [item(1, { levels, weight: 60 }), item(2, { weight: 40 })];
  const judgedAt = (given: readonly (number | null)[], panel: readonly string[] = []) => {
    let call = 0;
    const scripts = {
      'judge-levels': ({ question }: AgentRequest) => {
        expect(question).toContain('[2] L2: Of degree 2');
        const level = given[call++] ?? null;
        const [shown] = itemsIn(question, 'criteria');
        return { verdicts: level === null ? [] : [{ id: shown?.id, analysis: `At ${level}.`, quotes: [], level }] };
      },
      ...scriptedJudge(() => 'yes').scripts,
    };
    const options = { ...judgeOptionsOf({ score: 'weighted' }), votes: panel.length > 0 ? 1 : given.length, panel };
    const input = { name: 'note.txt', response: RESPONSE, checklist: checklist([leveled, plain]) };
    return judge(testRun(), scriptedAgents(scripts), input, options);
  };

  it('are asked apart, and get the level with its value; yes is the highest alone', async () => {
    const { verdicts, passRate, score } = await judgedAt([2]);
    expect(verdicts[0]?.verdict).toMatchObject({ answer: 'no', level: { label: 'L2', value: 0.5 }, reason: 'At 2.' });
    expect(passRate).toMatchObject({ rate: 0.5, weightedRate: 0.7 });
    expect(score).toMatchObject({ by: 'weighted', value: 0.7 });
    expect((await judgedAt([3])).verdicts[0]?.verdict).toMatchObject({ answer: 'yes' });
    expect((await judgedAt([0])).verdicts[0]?.verdict).toMatchObject({ answer: 'not-applicable' });
  });

  it('take the middle of several votes, of two middle ones the lower, and so does a panel', async () => {
    expect((await judgedAt([3, 1, 2])).verdicts[0]?.verdict).toMatchObject({
      level: { label: 'L2', value: 0.5 },
      voteShare: 1 / 3,
      votes: { yes: 1, no: 2 },
    });
    expect((await judgedAt([3, 2])).verdicts[0]?.verdict).toMatchObject({ level: { label: 'L2' } });
    expect((await judgedAt([3, 1, 2], ['a', 'b', 'c'])).verdicts[0]?.verdict).toMatchObject({ level: { label: 'L2' } });
  });

  it('are unscored where the level is none of theirs', async () => {
    const { verdicts, score } = await judgedAt([7]);
    expect(answersOf(verdicts)).toEqual(['unscored', 'yes']);
    expect(score).toMatchObject({ value: 1, lowest: 0.4, highest: 1 });
  });
});

describe('one rating of the whole', () => {
  /** @param given null: no answer came */
  const ratedAt = (given: readonly (number | null)[], panel: readonly string[]) => {
    let call = 0;
    const scripts = {
      'score-response': () => {
        const score = given[call++] ?? null;
        return score === null ? new NoAnswer('It is down.') : { analysis: 'Good.', score };
      },
      ...scriptedJudge(() => 'yes').scripts,
    };
    const options = { ...judgeOptionsOf({ score: 'rar-implicit' }), panel };
    const input = { name: 'note.txt', response: RESPONSE, checklist: checklist([item(1)]) };
    return judge(testRun(), scriptedAgents(scripts), input, options);
  };

  it('by a panel is the mean of its members, where at least half gave one', async () => {
    expect((await ratedAt([5, 3, null], ['a', 'b', 'c'])).score).toMatchObject({ value: 0.75 });
  });

  it('by a panel of which most gave none is no score', async () => {
    const { score } = await ratedAt([5, null, null], ['a', 'b', 'c']);
    expect(score).toMatchObject({
      value: null,
      reason: expect.stringMatching(/^2 of 3 members of the panel gave no verdict/u) as string,
    });
  });
});
