import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledKinds } from '../../../src/search/library/prepared-library.ts';
import { prepareGuides } from '../../../src/engines/offline/prepared-guides.ts';
import { readGuide } from '../../../src/engines/offline/read-guide.ts';
import { readersBy } from '../../../src/engines/offline/text-kind.ts';
import { createTagger, saveTags } from '../../../src/engines/offline/tagger.ts';
import { pageOf } from './support.ts';

const ROOT = join(import.meta.dirname, '../../..');
const TAGS = ['Verb', 'Noun', 'Adjective', 'Adverb', 'Pronoun', 'Plural', 'Negative', 'Modal', 'Contraction'];

function shown(words: ReturnType<ReturnType<typeof createTagger>>) {
  return words.map(({ text, lower, before, after, is }) => [text, lower, before, after, TAGS.filter((tag) => is(tag))]);
}

describe('saved tags', () => {
  it.each(['Don’t use long words (ever).', 'Readers should see why it matters', '  two  spaces — and “quotes”'])(
    'of “%s”: as tagged anew',
    (text) => {
      const saved = saveTags([text]);
      expect(saved.texts).toHaveProperty([text]);
      // The cache is asked first: tagged from the file, then anew from another spelling of the same call.
      const fromFile = createTagger({ ...saved, texts: { [`${text} `]: saved.texts[text] ?? [] } })(`${text} `);
      expect(shown(fromFile)).toEqual(shown(createTagger(null)(text)));
    },
  );

  it('of guides: each sentence that a criterion is made of, and what is read of the guide', async () => {
    const kinds = await bundledKinds(ROOT, join(ROOT, 'fixtures/library'));
    const kind = kinds.all.find(({ folder }) => folder === 'cover-letter');
    if (kind === undefined) throw new Error('There is no such kind.');
    const page = pageOf(
      'Cover letters',
      ['heading', 'Cover letters'],
      ['paragraph', 'Name the job in the first line.'],
    );
    const prepared = prepareGuides([page], kind, kinds);
    expect(Object.keys(prepared.tags.texts).some((text) => text.includes('Name the job'))).toBe(true);
    const task = { instruction: 'Write a cover letter.', context: null };
    const [saved, anew] = await Promise.all([
      readersBy(kinds, () => Promise.resolve(prepared))(task),
      readersBy(kinds)(task),
    ]);
    expect(saved.readingOf?.(page)).toEqual(readGuide(page, anew));
    expect(saved.readingOf?.({ ...page, text: `${page.text} Sign it.` })).toBeUndefined();
    expect(anew.readingOf?.(page)).toBeUndefined();
  });
});
