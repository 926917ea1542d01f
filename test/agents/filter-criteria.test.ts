import { describe, expect, it } from 'vitest';
import { filterCriteria } from '../../agents/filter-criteria.ts';
import { CriterionId } from '../../src/domain/ids.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const named = (id: string, text: string) => ({ id: CriterionId.parse(id), text });
const criteria = [named('c1', 'The response should be brief.'), named('c2', 'The response should be rehearsed.')];
const others = [named('c3', 'The response should be long.')];

async function verdictsFrom(rows: (own: readonly string[], rest: readonly string[]) => readonly object[]) {
  const model = modelThatSays((question) => ({
    verdicts: rows(
      itemsIn(question, 'criteria to judge').map(({ id }) => id),
      itemsIn(question, 'other criteria').map(({ id }) => id),
    ),
  }));
  const verdicts = valueOf(await filterCriteria.ask({ model, prompts }, run, { task, criteria, others }));
  return { verdicts, problems: model.calls[0]!.problems.join(' ') };
}

describe('filterCriteria', () => {
  it('finds conflicts with criteria of other calls and with the instruction', async () => {
    const { verdicts, problems } = await verdictsFrom(([a, b], [c]) => [
      {
        id: a,
        reason: 'The text shows it.',
        applies: true,
        conflicts: [
          { with: c, reason: 'Brief is not long.' },
          { with: 'instruction', reason: 'It asks for length.' },
        ],
      },
      { id: b, reason: 'Rehearsing leaves no trace.', applies: false, conflicts: [] },
    ]);
    expect(problems).toBe('');
    expect(Object.fromEntries(verdicts)).toEqual({
      c1: {
        applies: true,
        reason: 'The text shows it.',
        conflicts: [
          { with: 'c3', reason: 'Brief is not long.' },
          { with: 'instruction', reason: 'It asks for length.' },
        ],
      },
      c2: { applies: false, reason: 'Rehearsing leaves no trace.', conflicts: [] },
    });
  });

  it('takes no verdict on what it was not asked, and no conflict with itself or with an invented id', async () => {
    const { verdicts, problems } = await verdictsFrom(([a], [c]) => [
      {
        id: a,
        reason: '',
        applies: true,
        conflicts: [
          { with: a, reason: 'self' },
          { with: 'c2', reason: 'x' },
        ],
      },
      { id: c, reason: 'Not asked.', applies: false, conflicts: [] },
      { id: 'c2', reason: 'Forged.', applies: false, conflicts: [] },
    ]);
    expect(Object.fromEntries(verdicts)).toEqual({
      c1: { applies: true, reason: 'The model gave no reason.', conflicts: [] },
    });
    expect(problems).toMatch(/not given.*are missing.*with itself/su);
  });
});
