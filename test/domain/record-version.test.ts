/** What was stored once stays readable, and its id stays the hash of what was written. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifySet } from '../../src/audit/verify-set.ts';
import { criteriaSetId } from '../../src/discover/set-id.ts';
import { readChecklist } from '../../src/judge/checklists/read-checklist.ts';
import { asWritten, StoredCriteriaSet } from '../../src/domain/criteria-set.ts';
import { InputError } from '../../src/domain/errors.ts';
import { readableAs } from '../../src/domain/record-version.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { checklist as checklistOf, item } from '../support/checklist.ts';

/** Printed by `groundrule discover --format json` when version 1 was the only one. */
const FIRST = join(import.meta.dirname, '..', 'fixtures', 'records', 'criteria-set-v1.json');

describe('a set of criteria of version 1', () => {
  it('is read as it was written, and its id still holds', async () => {
    const stored: unknown = JSON.parse(await readFile(FIRST, 'utf8'));
    const set = StoredCriteriaSet.parse(stored);
    expect(set.content.criteria.length).toBeGreaterThan(5);
    expect(asWritten(set)).toEqual(stored);
    const { rules } = await verifySet(set, createMemoryStore());
    // The pages are not at hand here: quotes cannot be compared, which is not the same as wrong.
    expect(rules.map(({ status }) => status)).toEqual(['passed', 'cannot-verify', 'passed', 'passed', 'passed']);
  });

  it('or of a newer version: is refused by its number', async () => {
    const { content, ...rest } = z
      .looseObject({ content: z.looseObject({}) })
      .parse(JSON.parse(await readFile(FIRST, 'utf8')));
    const newer = { ...rest, content: { ...content, schemaVersion: 99 } };
    const read = () => StoredCriteriaSet.safeParse(newer);
    expect(read).toThrow(InputError);
    expect(read).toThrow(/set of criteria was made by a newer groundrule: its version is 99/u);
  });

  it('that had to be brought up to date is checked as it was written', async () => {
    const set = StoredCriteriaSet.parse(JSON.parse(await readFile(FIRST, 'utf8')));
    const formerContent = { ...set.content, schemaVersion: 0, since: 'dropped' };
    const migrated = { ...set, id: criteriaSetId(formerContent), formerContent };
    const { rules } = await verifySet(StoredCriteriaSet.parse(migrated), createMemoryStore());
    expect(rules.at(-1)).toMatchObject({ status: 'passed' });
    const forged = { ...migrated, formerContent: { ...formerContent, since: 'other' } };
    expect((await verifySet(forged, createMemoryStore())).status).toBe('failed');
  });
});

describe('a record with two earlier versions', () => {
  const Note = z.strictObject({ version: z.literal(3), text: z.string(), tags: z.array(z.string()) });
  const StoredNote = readableAs(
    {
      name: 'note',
      field: 'version',
      steps: [({ body, ...rest }) => ({ ...rest, text: body }), (note) => ({ ...note, tags: [] })],
    },
    Note,
  );

  it.each([
    { version: 1, body: 'a' },
    { version: 2, text: 'a' },
    { version: 3, text: 'a', tags: [] },
  ])('is brought up step by step: %j', (stored) => {
    expect(StoredNote.parse(stored)).toEqual({ version: 3, text: 'a', tags: [] });
  });

  it('says what to do where a newer program wrote it', () => {
    expect(() => StoredNote.safeParse({ version: 4 })).toThrow(
      expect.objectContaining({
        message: 'This note was made by a newer groundrule: its version is 4, this one reads up to 3.',
        advice: 'Update groundrule, or make the note again with this one.',
      }),
    );
  });

  it.each([null, 'text', { text: 'a' }, { version: 'one' }, { version: 0 }])(
    'is not guessed where no version is named: %j',
    (stored) => {
      expect(StoredNote.safeParse(stored).success).toBe(false);
    },
  );
});

it('a checklist of version 1 is read without its notes on what items presume', async () => {
  const now = checklistOf([item(1), item(2)]);
  const items = now.items.map((own, index) => ({ ...own, presumes: index === 0 ? null : 'that it read a page' }));
  const first = JSON.stringify({ ...now, checklistVersion: 1, items });
  expect(await readChecklist(first, 'a.json')).toEqual(now);
});

it('a checklist of a newer groundrule is refused', async () => {
  const newer = JSON.stringify({ ...checklistOf([item(1)]), checklistVersion: 99 });
  await expect(readChecklist(newer, 'a.json')).rejects.toThrow(/newer groundrule/u);
});
