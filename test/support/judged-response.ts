/** Judged responses for tests: `y` met, `n` not met, `-` not applicable, `?` unscored, one letter for each item. */
import type { ItemVerdict, JudgedResponse } from '../../src/domain/judgement.ts';
import { passRateOf } from '../../src/judge/pass-rate.ts';
import { item } from './checklist.ts';

export function judgedAs(letters: string, name = 'note'): JudgedResponse {
  const items = letters.split('').map((_, index) => item(index + 1));
  const verdicts = letters.split('').map((letter, index): ItemVerdict => {
    const itemId = items[index]!.id;
    if (letter === '?') return { itemId, verdict: { status: 'unscored', reason: 'Unreadable.', votes: null } };
    const answer = letter === 'y' ? 'yes' : letter === 'n' ? 'no' : 'not-applicable';
    return {
      itemId,
      verdict: {
        ...{ status: 'scored', answer, by: 'model', reason: 'Read.', quotes: [] },
        ...{ votes: null, voteShare: null, yesProbability: null },
      },
    };
  });
  return { name, response: `A ${name}.`, verdicts, passRate: passRateOf(items, verdicts), warnings: [] };
}
