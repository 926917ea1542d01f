import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Reader } from '../../../src/engines/offline/demand-types.ts';
import { prepareGuides } from '../../../src/engines/offline/prepared-guides.ts';
import { readGuide } from '../../../src/engines/offline/read-guide.ts';
import { criterionOf } from '../../../src/engines/offline/rewrite-criteria.ts';
import { readersBy } from '../../../src/engines/offline/text-kind.ts';
import { bundledKinds } from '../../../src/search/library/prepared-library.ts';
import { pageOf } from './support.ts';

const ROOT = join(import.meta.dirname, '../../..');
const task = { instruction: 'Write a cover letter.', context: null };

describe('guides that were read at build', () => {
  it('say what they say when they are read anew, and of another text nothing', async () => {
    const kinds = await bundledKinds(ROOT, join(ROOT, 'fixtures/library'));
    const kind = kinds.all.find(({ folder }) => folder === 'cover-letter');
    if (kind === undefined) throw new Error('There is no such kind.');
    const page = pageOf(
      'Cover letters',
      ['heading', 'Cover letters'],
      ['paragraph', 'Name the job in the first line. Editors read fifty a day.'],
    );
    const prepared = prepareGuides([page], kind, kinds);
    const anew = await readersBy(kinds)(task);
    const text = 'Name the job in the first line.';
    expect(prepared.criteria[text]).toEqual(criterionOf(text, anew));

    const marked = { ...prepared, criteria: { [text]: { kind: 'removed', reason: 'from the build' } } } as const;
    const saved: Reader = await readersBy(kinds, () => Promise.resolve(marked))(task);
    expect(readGuide(page, saved)).toEqual(readGuide(page, anew));
    expect(criterionOf(text, saved)).toEqual({ kind: 'removed', reason: 'from the build' });
    expect(criterionOf('constructor', saved)).toEqual(criterionOf('constructor', anew));
    const longer = { ...page, text: `${page.text} ` };
    expect(readGuide(longer, saved).expertise).not.toBe(readGuide(page, saved).expertise);
  });
});
