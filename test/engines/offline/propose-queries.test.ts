import { describe, expect, it } from 'vitest';
import { NO_KINDS } from '../../../src/domain/guide-kind.ts';
import { proposeQueries } from '../../../src/engines/offline/propose-queries.ts';
import { findTextKind } from '../../../src/engines/offline/text-kind.ts';
import { RUN, task, valueOf } from './support.ts';

describe('the kind of text that an instruction asks for', () => {
  it.each([
    ['Help me draft an academic talk on coffee intake vs research productivity', 'academic talk'],
    ["Write a toast for my sister's wedding", 'toast'],
    ['Can you write a short story about a lighthouse keeper who forgets?', 'short story'],
    ['Turn these notes into a policy brief for city council members: parking', 'policy brief'],
    ['Write a 500-word blog post explaining how sourdough works', 'blog post'],
    ['Please write me a letter of recommendation for a former student', 'letter of recommendation'],
    ['Write a piece of flash fiction about rain', 'flash fiction'],
    ['Rewrite this as a limerick', 'limerick'],
    ['Business report on sales for the board', 'business report'],
    ['Generate release notes for version 2.0', 'release notes'],
    ['Write a funny and a sad poem', 'sad poem'],
    ['Write an obituary, a newsletter and a slogan', 'obituary'],
  ])('%s', (instruction, phrase) => {
    expect(findTextKind(instruction, NO_KINDS)?.phrase).toBe(phrase);
  });

  it.each(['What is the capital of France?', 'Write about my summer', '12345', 'Make it better'])(
    'names none: %s',
    (instruction) => {
      expect(findTextKind(instruction, NO_KINDS)).toBeUndefined();
    },
  );
});

describe('queries', () => {
  it('ask about the form, never about the topic', async () => {
    const asked = task('Write a user guide on beekeeping with solar heaters for beginners');
    const queries = valueOf(
      (await proposeQueries(NO_KINDS)(RUN, asked, [{ id: 'task', count: 4, language: 'eng' }])).get('task'),
    );
    expect(queries).toHaveLength(4);
    for (const query of queries) {
      expect(query.text).toContain('user guide');
      expect(query.text).not.toMatch(/bee|solar|heater/iu);
      expect(query.teaches).not.toBe('');
    }
  });

  it.each([
    ['Write meeting minutes', ['how to write meeting minutes', 'what makes good meeting minutes: ']],
    ['Write employee feedback', ['how to write employee feedback', 'what makes good employee feedback: ']],
    ['Write an essay', ['how to write an essay', 'what makes a good essay: ']],
  ])('have an article where the kind of text takes one: %s', async (instruction, beginnings) => {
    const items = [{ id: 'task', count: 2, language: 'eng' }] as const;
    const queries = valueOf((await proposeQueries(NO_KINDS)(RUN, task(instruction), items)).get('task'));
    expect(queries.map(({ text }, index) => text.startsWith(beginnings[index] ?? '?'))).toEqual([true, true]);
  });

  it.each([
    ['Schreibe einen Brief an meine Vermieterin über die Heizung und den Lärm', /English/u],
    ['写一封关于暖气的信给我的房东', /English/u],
    ['What is the capital of France?', /kind of text/u],
  ])('are refused with what to do: %s', async (instruction, reason) => {
    const outcome = (
      await proposeQueries(NO_KINDS)(RUN, task(instruction), [{ id: 'task', count: 3, language: 'eng' }])
    ).get('task');
    expect(outcome).toMatchObject({ status: 'unscored', reason: expect.stringMatching(reason) as string });
  });
});
