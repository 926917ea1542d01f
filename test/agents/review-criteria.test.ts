import { describe, expect, it } from 'vitest';
import { reviewCriteria } from '../../agents/review-criteria.ts';
import { CriterionId } from '../../src/domain/ids.ts';
import { itemsIn, questionOf } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const named = (id: string, text: string, explicit = false) => ({
  ...{ id: CriterionId.parse(id), text, explicit },
  support: { sources: 0, sites: 0 },
});
const criteria = [
  named('c1', 'The response should be a press release.', true),
  named('c2', 'The response should be brief.'),
  named('c3', 'The response should be short.'),
  named('c4', 'The response should be long.'),
  named('c5', 'The response should be rehearsed.'),
];

async function verdictsFrom(
  rows: (stated: string, ids: readonly string[]) => readonly (Finding | Pair)[],
  given = criteria,
) {
  const model = modelThatSays((question) => {
    const answer = rows(
      itemsIn(question, 'stated by the instruction')[0]?.id ?? '',
      itemsIn(question, 'criteria').map(({ id }) => id),
    );
    return {
      conflicts: answer.filter((each) => 'with' in each),
      exceptions: answer.filter((each) => 'finding' in each),
    };
  });
  const verdicts = valueOf(await reviewCriteria.ask({ model, prompts }, run, { task, criteria: given }));
  return { verdicts: Object.fromEntries(verdicts), problems: model.calls[0]!.problems.join(' ') };
}
type Finding = ReturnType<typeof row>;
type Pair = ReturnType<typeof pair>;
const row = (id: unknown, finding: string, of: unknown = null) => ({ id, finding, of, reason: 'Why.' });
const pair = (id: unknown, other: unknown) => ({ id, with: other, reason: 'Why.' });

describe('reviewCriteria', () => {
  it('takes a figure that the instruction does not name for no repetition of it', async () => {
    const given = [
      named('c1', 'The response should have at most 150 words.'),
      named('c2', 'The response should be brief.'),
    ];
    const { verdicts, problems } = await verdictsFrom(
      (_stated, ids) => ids.map((id) => row(id, 'restates', 'instruction')),
      given,
    );
    expect(problems).toMatch(/names 150, which the instruction does not/);
    expect(verdicts).toMatchObject({ c1: { applies: true }, c2: { applies: false } });
  });

  it('tells what repeats, conflicts, restates or cannot be used; what it does not name stays', async () => {
    const { verdicts, problems } = await verdictsFrom((_stated, [brief, short, long, rehearsed]) => [
      row(short, 'duplicate', brief),
      pair(long, brief),
      pair(long, 'instruction'),
      row(rehearsed, 'unusable'),
    ]);
    expect(problems).toBe('');
    expect(verdicts).toMatchObject({
      c1: { applies: true, conflicts: [] },
      c2: { applies: true, conflicts: [] },
      c3: { applies: false, partOf: { id: 'c2', kind: 'duplicate' } },
      c4: { applies: true, conflicts: [{ with: 'c2' }, { with: 'instruction' }] },
      c5: { applies: false, reason: 'Why.' },
    });
  });

  it('takes what repeats a stated criterion for a restatement, and leaves what is stated alone', async () => {
    const { verdicts, problems } = await verdictsFrom((stated, [brief, short]) => [
      row(brief, 'duplicate', stated),
      row(short, 'restates', stated),
      row(stated, 'unusable'),
      row(stated, 'duplicate', brief),
    ]);
    expect(problems).toContain('is stated by the instruction and stays');
    expect(verdicts).toMatchObject({
      c1: { applies: true },
      c2: { applies: false, reason: 'It restates the instruction: Why.' },
      c3: { applies: false, reason: 'It restates the instruction: Why.' },
    });
    expect(verdicts['c2']).not.toHaveProperty('partOf');
  });

  it('takes no finding on what it was not shown, and none against itself or an invented id', async () => {
    const { verdicts, problems } = await verdictsFrom((_stated, [brief, short]) => [
      row('c2', 'unusable'),
      row(brief, 'duplicate', brief),
      pair(short, 'c4'),
    ]);
    expect(Object.values(verdicts).every(({ applies, conflicts }) => applies && conflicts.length === 0)).toBe(true);
    expect(problems).toMatch(/no id that was given.*needs the id of another/su);
  });

  it('is not believed where it takes out more than half of a list, and its conflicts are', async () => {
    const many = Array.from({ length: 12 }, (_, index) => named(`c${index + 1}`, `The response should be ${index}.`));
    const { verdicts, problems } = await verdictsFrom(
      (_stated, ids) => [
        ...ids.map((id, index) => row(id, 'duplicate', ids[(index + 1) % ids.length])),
        pair(ids[0], ids[1]),
      ],
      many,
    );
    expect(problems).toContain('more than half');
    expect(Object.values(verdicts).every(({ applies }) => applies)).toBe(true);
    expect(verdicts['c1']?.conflicts).toHaveLength(1);
  });

  it('takes the number of its sites for no figure of a criterion', async () => {
    const onSites = criteria.map((each) => ({ ...each, support: { sources: 3, sites: 3 } }));
    const { verdicts, problems } = await verdictsFrom(
      (_stated, [brief]) => [row(brief, 'restates', 'instruction')],
      onSites,
    );
    expect(problems).toBe('');
    expect(verdicts['c2']?.applies).toBe(false);
  });
});

describe('the list that a review chooses', () => {
  const chosenFrom = async (list: (ids: readonly string[], stated: string) => readonly string[] | undefined) => {
    const model = modelThatSays((question) => {
      const ids = itemsIn(question, 'criteria').map(({ id }) => id);
      const chosen = list(ids, itemsIn(question, 'stated by the instruction')[0]?.id ?? '');
      return { conflicts: [], exceptions: [], ...(chosen && { list: chosen }) };
    });
    const verdicts = valueOf(await reviewCriteria.ask({ model, prompts }, run, { task, criteria }));
    const picked = Object.entries(Object.fromEntries(verdicts)).map(([id, { isPicked }]) => [id, isPicked]);
    return { picked: Object.fromEntries(picked) as object, problems: model.calls[0]!.problems.join(' ') };
  };

  it('says of each criterion whether it is in it', async () => {
    const { picked, problems } = await chosenFrom(([brief, , long]) => [long!, brief!]);
    expect(problems).toBe('');
    expect(picked).toEqual({ c1: false, c2: true, c3: false, c4: true, c5: false });
  });

  it('is chosen in view of how many sites ask for each', async () => {
    const model = modelThatSays(() => ({ conflicts: [], exceptions: [] }));
    const onSites = criteria.map((each, index) => ({ ...each, support: { sources: 3 * index, sites: 2 * index } }));
    await reviewCriteria.ask({ model, prompts }, run, { task, criteria: onSites });
    const shown = itemsIn(questionOf(model.calls[0]!.messages), 'criteria').map(({ text }) => text);
    expect(shown[1]).toBe('The response should be short. (Sites: 4.)');
    expect(questionOf(model.calls[0]!.messages)).toContain('Criteria that are not stated: 4');
  });

  it('says what stands behind criteria of the list, and takes nothing that proves nothing', async () => {
    const sites = [0, 0, 2, 3, 1];
    const given = criteria.map((each, index) => ({ ...each, support: { sources: 3, sites: sites[index] ?? 0 } }));
    const provenBy = async (proofs: (ids: readonly string[], stated: string) => readonly object[]) => {
      const model = modelThatSays((question) => {
        const ids = itemsIn(question, 'criteria').map(({ id }) => id);
        const stated = itemsIn(question, 'stated by the instruction')[0]?.id ?? '';
        return { conflicts: [], exceptions: [], list: ids.slice(0, 1), proofs: proofs(ids, stated) };
      });
      const verdicts = valueOf(await reviewCriteria.ask({ model, prompts }, run, { task, criteria: given }));
      const proves = [...verdicts].flatMap(([id, verdict]) => (verdict.proves ? [[id, verdict.proves]] : []));
      return { proves, problems: model.calls[0]!.problems.join(' ') };
    };
    const row = (id: unknown, says: unknown[], inPart: unknown[], added: unknown = null) => ({
      id,
      says,
      inPart,
      added,
    });
    expect(
      await provenBy(([brief, short, long]) => [row(brief, [short], [long, short], 'x'), row(brief, [], [], 'y')]),
    ).toEqual({
      proves: [
        ['c3', { id: 'c2', added: null }],
        ['c4', { id: 'c2', added: 'x' }],
      ],
      problems: '',
    });
    for (const [rows, problem] of [
      [([, short, long]) => [row(short, [long], [])], /not in the list/u],
      [([brief], stated) => [row(brief, [stated], [])], /no site asks for|not stated/u],
      [([brief]) => [row(brief, ['zz'], [])], /ids of other criteria/u],
      [([brief, short]) => [row(brief, [], [short])], /beyond inPart/u],
      [([brief]) => [row(brief, [brief], [])], /in the list itself/u],
    ] satisfies [Parameters<typeof provenBy>[0], RegExp][]) {
      const { proves, problems } = await provenBy(rows);
      expect(problems).toMatch(problem);
      expect(proves).toEqual([]);
    }
  });

  it('has no id of its own', async () => {
    const { picked, problems } = await chosenFrom(([brief]) => [brief!, 'c4']);
    expect(problems).toContain('not given');
    expect(picked).toMatchObject({ c2: true, c4: false });
  });

  it('is nobody’s choice where the model leaves it out', async () => {
    const { picked } = await chosenFrom(() => undefined);
    expect(picked).toEqual({ c1: undefined, c2: undefined, c3: undefined, c4: undefined, c5: undefined });
  });
});

it('decides what a text shows by the same sentence wherever that is asked', () => {
  const sentences = ['rewrite-criteria', 'review-criteria'].map(
    (id) => /A text shows [^.]+\./u.exec(prompts.get(id)?.messages[0]?.template ?? '')?.[0],
  );
  expect(sentences[0]).toMatch(/captions.*does not show/u);
  expect(new Set(sentences).size).toBe(1);
});
