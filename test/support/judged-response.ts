/**
 * Judged responses for tests: `y` met, `n` not met, `-` not applicable, `?` unscored, 0 to 9 a level
 * below the highest, worth so many tenths; one letter for each item. */
import type { ItemVerdict, JudgedResponse } from '../../src/domain/judgement.ts';
import { passRateOf } from '../../src/judge/pass-rate.ts';
import { item } from './checklist.ts';

export function judgedAs(letters: string, name = 'note'): JudgedResponse {
  const items = letters.split('').map((_, index) => item(index + 1));
  const verdicts = letters.split('').map((letter, index): ItemVerdict => {
    const itemId = items[index]!.id;
    if (letter === '?') return { itemId, verdict: { status: 'unscored', reason: 'Unreadable.', votes: null } };
    const level = /\d/u.test(letter) ? { level: { label: letter, value: Number(letter) / 10 } } : {};
    const answer = letter === '-' ? 'not-applicable' : letter === 'y' ? 'yes' : 'no';
    return {
      itemId,
      verdict: {
        ...{ status: 'scored', answer, by: 'model', reason: 'Read.', quotes: [] },
        ...{ votes: null, voteShare: null, yesProbability: null, ...level },
      },
    };
  });
  return { name, response: `A ${name}.`, verdicts, passRate: passRateOf(items, verdicts), warnings: [] };
}
