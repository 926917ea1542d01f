import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareGuides } from '../../../src/engines/offline/prepared-guides.ts';
import { readGuide } from '../../../src/engines/offline/read-guide.ts';
import { criterionOf } from '../../../src/engines/offline/rewrite-criteria.ts';
import { readersBy } from '../../../src/engines/offline/text-kind.ts';
import { bundledKinds } from '../../../src/search/library/prepared-library.ts';
import { pageOf } from './support.ts';

const ROOT = join(import.meta.dirname, '../../..');
const task = { instruction: 'Write a cover letter.', context: null };

describe('guides that were read at build', async () => {
  const kinds = await bundledKinds(ROOT, join(ROOT, 'fixtures/library'));
  const kind = kinds.all.find(({ folder }) => folder === 'cover-letter');
  if (kind === undefined) throw new Error('There is no such kind.');
  const text = 'Name the job in the first line.';
  const page = pageOf(
    'Cover letters',
    ['heading', 'Cover letters'],
    ['paragraph', `${text} Editors read fifty a day.`],
  );
  const anew = await readersBy(kinds)(task);
  const prepared = prepareGuides([page], kind, kinds);

  it('say what they say when they are read anew', () => {
    expect([...prepared.readings.values()]).toEqual([readGuide(page, anew)]);
    expect([...prepared.criteria]).toEqual([[text, criterionOf(text, anew)]]);
  });

  it('are not read again; another text is', async () => {
    const reading = { advice: [], expertise: 1, reasons: ['from the build'] };
    const criterion = { kind: 'removed', reason: 'from the build' } as const;
    const saved = await readersBy(kinds, () =>
      Promise.resolve({
        readings: new Map([...prepared.readings.keys()].map((hash) => [hash, reading])),
        criteria: new Map([[text, criterion]]),
      }),
    )(task);
    expect(readGuide(page, saved)).toBe(reading);
    expect(criterionOf(text, saved)).toBe(criterion);
    const longer = { ...page, text: `${page.text} ` };
    expect(readGuide(longer, saved).advice).toEqual(readGuide(page, anew).advice);
    expect(criterionOf('constructor', saved)).toEqual(criterionOf('constructor', anew));
  });
});
