/** Which of the bundled kinds of text an instruction asks for, and that none is guessed where it asks for another. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTextKind } from '../../../src/engines/offline/text-kind.ts';
import { findKinds, readKinds } from '../../../src/search/library/find-kinds.ts';

const library = join(import.meta.dirname, '../../../fixtures/library');
const known = await readKinds(library);
const kinds = findKinds(known);
const folderOf = (instruction: string) => findTextKind(instruction, kinds)?.filed?.folder ?? null;

describe('the kind that an instruction asks for', () => {
  it.each([
    ['poem', 'poem'],
    ['coverletter', 'cover-letter'],
    ['Write a toast', 'toast'],
    ['Write a LinkedIn post about my new job', 'linkedin-post'],
    ['Write a blog post about writing cover letters', 'blog-post'],
    ['Write a eulogy for a colleague who wrote press releases', 'eulogy'],
    ['README for a changelog generator', 'readme'],
    ["What do I say at my gran's funeral? Four minutes, she loved the sea.", 'eulogy'],
    ['we look for a baker, please write the text for the window: 30 hours, Sundays free', 'job-advertisement'],
  ])('%s: %s', (instruction, folder) => {
    expect(folderOf(instruction)).toBe(folder);
  });

  it.each(['Write a recipe for lentil soup', 'Fill in a tax form for a bakery', 'What time is it in Lisbon?'])(
    'is none of those that guides are about: %s',
    (instruction) => {
      expect(folderOf(instruction)).toBeNull();
    },
  );

  it('has its nearest named where none is plain', () => {
    const nearest = kinds.nearest('some words on the death of my neighbour for the paper').slice(0, 3);
    expect(nearest.map(({ folder }) => folder)).toContain('obituary');
  });
});

describe('the bundled kinds', () => {
  it('are at least 48, each with its own name', () => {
    expect(known.guided.length).toBeGreaterThanOrEqual(48);
    expect(new Set(known.guided.map(({ name }) => name)).size).toBe(known.guided.length);
  });

  it('are found by their names', () => {
    const missed = known.guided.filter(({ name, folder }) => folderOf(`Write a ${name} about bees`) !== folder);
    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  it('name guides by the folder that they lie in, also in a library of one’s own', () => {
    expect(kinds.ofGuide('library:toast/my%20guide.md')?.name).toBe('toast');
    expect(kinds.ofGuide('library:my%20guide.md')).toBeNull();
  });
});
