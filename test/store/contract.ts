/** What every store does: run on each adapter. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import type { Job } from '../../src/domain/job.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import { samplePage, sampleSet } from './samples.ts';
import { spendingContract } from './spending-contract.ts';

export function storeContract(name: string, open: () => Promise<StorePort>): void {
  describe(`${name}: the store contract`, () => {
    let store: StorePort;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    spendingContract(() => store);

    it('gives back a page as it was stored, to the last code unit', async () => {
      const page = samplePage('a');
      const text = 'naïve 😀 e\u0301 \u0000 \u2028 \ud800 “quoted” \\ \' "\r\n';
      const odd = { ...page, text, blocks: [{ kind: 'paragraph' as const, start: 0, end: text.length }] };
      await store.putPage(odd);
      expect(await store.getPage(page.extraction)).toEqual(odd);
    });

    it('keeps values by kind and key, the newest of each', async () => {
      expect(await store.kept.get('fetch', 'a')).toBeNull();
      const value = { list: [1, null, 'naïve 😀 \u0000'], deep: { none: null } };
      await store.kept.put('fetch', 'a', value);
      await store.kept.put('search', 'a', 'another');
      expect(await store.kept.get('fetch', 'a')).toEqual(value);
      await store.kept.put('fetch', 'a', [2]);
      expect(await store.kept.get('fetch', 'a')).toEqual([2]);
      expect(await store.kept.get('search', 'a')).toBe('another');
    });

    it.each(['NUL \0', 'half of a pair \ud800'])('keeps what has any text as its key: %j', async (key) => {
      await store.kept.put('search', key, 1);
      expect(await store.kept.get('search', key)).toBe(1);
      expect(await Promise.all([key, 'none'].map((each) => store.kept.get('search', each)))).toEqual([1, null]);
    });

    it('shows what is asked for after it was put, before the put has ended', async () => {
      const before = store.kept.put('search', 'a', 1);
      expect(await store.kept.get('search', 'a')).toBe(1);
      await before;
    });

    it('adds jobs once, all or none, and changes them only from where they are thought to be', async () => {
      const job = (id: string, changes: Partial<Job> = {}): Job => ({
        ...{
          id,
          kind: 'judgement',
          owner: 'ada',
          batch: null,
          idempotencyKey: null,
          requestHash: 'h',
          input: { a: 1 },
        },
        ...{ priority: 0, setup: null },
        ...{ status: 'queued', attempts: 0, createdAt: '2026-01-01', startedAt: null, endedAt: null },
        ...{ result: null, problem: null },
        ...changes,
      });
      const batch = (line: number) => ({ id: 'b', line });
      expect(await store.jobs.add([job('1', { idempotencyKey: 'k' }), job('2', { batch: batch(1) })])).toBe(true);
      expect(await store.jobs.add([job('3', { idempotencyKey: 'k' }), job('4')]), 'its key is taken').toBe(false);
      expect(await store.jobs.get('4')).toBeNull();
      expect(await store.jobs.add([job('5', { idempotencyKey: 'k', owner: 'ben' })]), 'by somebody else').toBe(true);
      expect((await store.jobs.withKey('ada', 'k'))?.id).toBe('1');
      const ids = async (...asked: Parameters<typeof store.jobs.list>) =>
        (await store.jobs.list(...asked)).map(({ id }) => id);
      expect(await ids({}, 10)).toEqual(['5', '2', '1']);
      expect(await ids({ owner: 'ada', before: '2' }, 10)).toEqual(['1']);
      expect(await ids({ batch: 'b' }, 10)).toEqual(['2']);
      const done = job('1', { status: 'done', endedAt: '2026-01-02', result: { of: 'set', id: 'cs' } });
      expect(await store.jobs.replace(done, ['running'])).toBe(false);
      expect(await store.jobs.replace(done, ['queued', 'running'])).toBe(true);
      const open = await store.jobs.count({ statuses: ['queued', 'running'], setup: null });
      expect(new Set(open.map(({ batch, status, count }) => `${count} ${status} of ${String(batch)}`))).toEqual(
        new Set(['1 queued of null', '1 queued of b']),
      );
      expect(await store.jobs.count({ setup: 'another' })).toEqual([]);
      await store.jobs.add([job('6', { priority: 2 }), job('7', { priority: -1 }), job('8', { setup: 's' })]);
      const turns = async (limit: number) => (await store.jobs.turns(null, limit)).map(({ id }) => id);
      expect([await turns(3), await turns(9)]).toEqual([
        ['6', '2', '5'],
        ['6', '2', '5', '7'],
      ]);
      await store.jobs.claim('2');
      expect(await turns(9), 'without one that is claimed').toEqual(['6', '5', '7']);
      expect((await store.jobs.list({ held: true }, 9)).map(({ id }) => id)).toEqual(['2']);
      await store.jobs.release('2');
      expect(await turns(9)).toEqual(['6', '2', '5', '7']);
      expect(await store.jobs.statuses(['1', '6', 'none'])).toEqual(
        new Map([
          ['1', 'done'],
          ['6', 'queued'],
        ]),
      );
      expect(await store.jobs.get('1')).toEqual(done);
      expect(await ids({ statuses: ['queued', 'running'] }, 1)).toEqual(['8']);
      await store.jobs.removeEndedBefore('2026-01-03');
      expect(await ids({}, 10)).toEqual(['8', '7', '6', '5', '2']);

      const again = job('2', { owner: 'eve', batch: { id: 'c', line: 0 }, priority: 9 });
      expect(await store.jobs.replace(again, ['queued'])).toBe(true);
      expect([await ids({ batch: 'b' }, 10), await ids({ batch: 'c', owner: 'eve' }, 10)]).toEqual([[], ['2']]);
      expect(await turns(9), 'by its new priority').toEqual(['2', '6', '5', '7']);

      const line = (number: number) => job(`f${number}`, { batch: { id: 'f', line: number }, priority: number });
      await store.jobs.add([line(3), line(4), line(5)]);
      await store.jobs.suspend('f');
      expect(await turns(9), 'without those of a suspended batch').toEqual(['2', '6', '5', '7']);
      expect(await store.jobs.resume('f', 2)).toBe(2);
      expect(await turns(9)).toEqual(['2', 'f5', 'f4', '6', '5', '7']);
      expect([await store.jobs.resume('f', 2), await store.jobs.resume('f', 2)]).toEqual([1, 0]);
      await store.jobs.suspend('f');
      expect(await store.jobs.replace(line(4), ['queued'])).toBe(true);
      expect((await turns(2)).at(-1), 'a row that is written again is not suspended').toBe('f4');

      expect(await store.jobs.claim('f4')).toBe(true);
      expect(await store.jobs.replace(line(4), ['queued'])).toBe(true);
      const over = { ...line(4), status: 'done', endedAt: '2026-01-02' } as const;
      expect(await store.jobs.finish(over, []), 'it was not begun').toBe(false);
      await store.jobs.claim('f4');
      await store.jobs.replace({ ...line(4), status: 'running' }, ['queued']);
      expect(await store.jobs.list({ held: true }, 9)).toHaveLength(1);
      expect(await store.jobs.finish(over, [{ number: 1 }])).toBe(true);
      expect([await store.jobs.get('f4'), await store.kept.get('events', 'f4')]).toEqual([over, [{ number: 1 }]]);
      expect(await store.jobs.list({ held: true }, 9)).toEqual([]);
    });

    it('keeps API keys as they were last put', async () => {
      const key = ApiKey.parse({
        ...{ id: 'k', name: 'ci', hash: 'h', scopes: ['read'], requestsPerMinute: 5, maxUsd: 2 },
        ...{ createdAt: '2026-01-01', expiresAt: null, revokedAt: null },
      });
      await store.apiKeys.put(key);
      await store.apiKeys.put({ ...key, revokedAt: '2026-02-01' });
      expect(await store.apiKeys.list()).toEqual([{ ...key, revokedAt: '2026-02-01' }]);
      expect(await store.apiKeys.get('other')).toBeNull();
    });

    it('knows no page of other bytes or of another extractor', async () => {
      await store.putPage(samplePage('a', '1'));
      expect(await store.getPage(samplePage('b', '1').extraction)).toBeNull();
      expect(await store.getPageJson(samplePage('a', '2').extraction)).toBeNull();
      expect(await store.getPage(samplePage('a', '2').extraction)).toBeNull();
    });

    it('keeps the first text of an extraction, which offsets refer to', async () => {
      const page = samplePage('a');
      await store.putPage(page);
      await store.putPage({ ...page, title: 'another' });
      expect(await store.getPage(page.extraction)).toEqual(page);
    });

    it('lets a text that was extracted here take the place of an imported one, and never the other way', async () => {
      const page = samplePage('a');
      const imported = { ...page, text: 'Forged.', imported: true as const };
      await store.putPage(imported);
      await store.putPage({ ...imported, text: 'Forged again.' });
      expect(await store.getPageJson(page.extraction)).toBe(JSON.stringify(imported));
      expect(await store.getPage(page.extraction)).toEqual(imported);
      await store.putPage(page);
      await store.putPage(imported);
      expect(await store.getPage(page.extraction)).toEqual(page);
    });

    it('gives back a set, and null for one that it does not hold', async () => {
      const set = sampleSet('a', { cites: samplePage('a').extraction });
      await store.putSet(set);
      expect(await store.getSet(set.id)).toEqual(set);
      expect(await store.getSet(sampleSet('b').id)).toBeNull();
    });

    it('gives the JSON and the summary of a set without reading all of it', async () => {
      const set = sampleSet('a');
      await store.putSet(set);
      const json = await store.getSetJson(set.id);
      expect(JSON.parse(json?.content ?? '')).toEqual(set.content);
      expect(JSON.parse(json?.run ?? '')).toEqual(set.run);
      expect(await store.getSetSummary(set.id)).toEqual((await store.listSets(1))[0]);
      expect(await Promise.all([store.getSetJson('cs_none'), store.getSetSummary('cs_none')])).toEqual([null, null]);
    });

    it('counts the stored pages that sets cite, each once', async () => {
      const [cited, loose] = [samplePage('cited'), samplePage('loose')];
      expect(await store.citedPages()).toEqual({ pages: 0, bytes: 0 });
      for (const page of [cited, loose]) await store.putPage(page);
      for (const seed of ['1', '2']) await store.putSet(sampleSet(seed, { cites: cited.extraction }));
      await store.putSet(sampleSet('3', { cites: samplePage('elsewhere').extraction }));
      expect(await store.citedPages()).toEqual({ pages: 1, bytes: Buffer.byteLength(JSON.stringify(cited)) });
    });

    it('replaces only the run of a set that it holds', async () => {
      const first = sampleSet('a', { startedAt: '2026-01-01T00:00:00.000Z' });
      const again = sampleSet('a', { startedAt: '2026-02-01T00:00:00.000Z' });
      await store.putSet(first);
      await store.putSet({ ...again, content: { ...again.content, warnings: ['not stored'] } });
      expect(await store.getSet(first.id)).toEqual({ ...first, run: again.run });
      expect(await store.listSets(10)).toMatchObject([{ startedAt: '2026-02-01T00:00:00.000Z' }]);
    });

    it('finds ids by their beginning, literally and in order', async () => {
      const ids = ['a', 'b', 'c', 'd'].map((seed) => sampleSet(seed).id).sort();
      for (const seed of ['c', 'a', 'd', 'b']) await store.putSet(sampleSet(seed));
      expect(await store.findSetIds('')).toEqual(ids);
      expect(await store.findSetIds('cs_')).toEqual(ids);
      const [first] = ids;
      if (first === undefined) throw new Error('no ids');
      expect(await store.findSetIds(first)).toEqual([first]);
      expect(await store.findSetIds(first.slice(0, 10))).toEqual([first]);
      for (const none of [`${first}0`, 'cs%', 'c__', 'CS_', first.slice(3), '😀'])
        expect(await store.findSetIds(none), none).toEqual([]);
    });

    it('lists sets newest first, those of the same instant by id, and no more than asked for', async () => {
      await store.putSet(sampleSet('old', { startedAt: '2026-01-01T00:00:00.000Z' }));
      await store.putSet(sampleSet('new', { startedAt: '2026-03-01T00:00:00.000Z' }));
      await store.putSet(sampleSet('x', { startedAt: '2026-02-01T00:00:00.000Z' }));
      await store.putSet(sampleSet('y', { startedAt: '2026-02-01T00:00:00.000Z' }));
      const tied = [sampleSet('x').id, sampleSet('y').id].sort();
      const expected = [sampleSet('new').id, ...tied, sampleSet('old').id];
      expect((await store.listSets(10)).map(({ id }) => id)).toEqual(expected);
      expect((await store.listSets(2)).map(({ id }) => id)).toEqual(expected.slice(0, 2));
      expect((await store.listSets(1))[0]).toEqual({
        id: sampleSet('new').id,
        instruction: 'Write about new',
        engine: 'offline',
        models: [],
        mode: 'web',
        sources: {},
        criteria: 0,
        startedAt: '2026-03-01T00:00:00.000Z',
        parent: null,
        kind: null,
        guideTo: null,
        guide: null,
      });
    });

    it('tells the kind of text that a set is for', async () => {
      const { content, ...set } = sampleSet('x');
      await store.putSet({ ...set, content: { ...content, kind: { name: 'toast', by: 'name' } } });
      expect((await store.listSets(1))[0]?.kind).toBe('toast');
      expect((await store.getSetSummary(set.id))?.kind).toBe('toast');
    });

    it('lists guides to kinds of text alone, sets without them, and the sets of one guide', async () => {
      const sets = ['guide', 'first', 'second', 'other'].map((seed) => sampleSet(seed));
      const [guide, first, second] = sets.map(({ id }) => id);
      if (guide === undefined) throw new Error('There is no set.');
      const kind = { name: 'toast', readers: null };
      for (const { id, content, ...set } of sets) {
        const added = id === guide ? { guideTo: kind } : { gatheredFor: { ...kind, guide } };
        const isOther = id === sets[3]?.id;
        await store.putSet({ ...set, id, content: isOther ? content : { ...content, ...added } });
      }
      const listed = async (search: Parameters<typeof store.listSets>[1]) =>
        (await store.listSets(10, search)).map(({ id }) => id).sort();
      expect(await listed({ areGuides: true })).toEqual([guide]);
      expect(await listed({ areGuides: false })).toEqual(
        sets
          .slice(1)
          .map(({ id }) => id)
          .sort(),
      );
      expect(await listed({ guide })).toEqual([first, second].sort());
      expect((await store.listSets(1, { areGuides: true }))[0]).toMatchObject({ guideTo: kind, guide: null });
    });

    it('finds words as they stand in the instruction, in capitals or not', async () => {
      const instructions = ['Write 100% of a_b', 'WRITE a toast! É', 'Write\u0000 \ud800 it'];
      for (const [index, instruction] of instructions.entries()) {
        const set = sampleSet(String(index), { startedAt: `2026-01-0${3 - index}` });
        await store.putSet({ ...set, content: { ...set.content, task: { instruction, context: null } } });
      }
      const found = async (words: string) => (await store.listSets(10, { words })).map(({ id }) => id);
      const [percent, toast, odd] = ['0', '1', '2'].map((seed) => sampleSet(seed).id);
      expect(await found('write')).toEqual([percent, toast, odd]);
      expect(await found('')).toEqual([percent, toast, odd]);
      expect(await found('0% O')).toEqual([percent]);
      expect(await found('A_B')).toEqual([percent]);
      expect(await found('toast! É')).toEqual([toast]);
      expect(await found('%')).toEqual([percent]);
      expect([await found('É'), await found('é'), await found('e\u0301')]).toEqual([[toast], [toast], [toast]]);
      expect([await found('ÉÉ'), await found('% É'), await found('Ä')]).toEqual([[], [], []]);
      expect((await store.getSet(odd ?? ''))?.content.task.instruction).toBe(instructions[2]);
    });

    it('finds letters beyond ASCII in any case, however many rows only look like them, page by page', async () => {
      const named = (at: number) => (at % 300 === 299 ? `ÄRZTEBLATT ${at}` : `Arzteblatt ${at}`);
      for (let at = 0; at < 900; at += 1) {
        const id = `jd_${String(at).padStart(3, '0')}`;
        await store.putRecord({ id, kind: 'judgement', name: named(at), savedAt: '2026-01-01', value: null });
      }
      const found = async (search: Parameters<typeof store.listRecords>[1]) =>
        (await store.listRecords(2, { words: 'ärzteblatt', ...search })).map(({ id }) => id);
      expect(await found({})).toEqual(['jd_299', 'jd_599']);
      expect(await found({ after: { id: 'jd_599', savedAt: '2026-01-01' } })).toEqual(['jd_899']);
    });

    it('orders ids by their characters, whatever the language', async () => {
      for (const id of ['a', 'B', 'Z', 'b', '_', 'é'])
        await store.putRecord({ id, kind: 'judgement', name: id, savedAt: '2026-01-01', value: null });
      expect(await store.findRecordIds('')).toEqual(['B', 'Z', '_', 'a', 'b', 'é']);
      expect((await store.listRecords(10)).map(({ id }) => id)).toEqual(['B', 'Z', '_', 'a', 'b', 'é']);
    });

    it('keeps records of judging by their ids, the newest of each, and lists them newest first', async () => {
      const record = (id: string, savedAt: string, value: unknown) =>
        ({ id, kind: 'judgement', name: 'a.md', savedAt, value }) as const;
      await store.putRecord(record('jd_a', '2026-01-01T00:00:00.000Z', { n: 1 }));
      await store.putRecord(record('jd_b', '2026-02-01T00:00:00.000Z', [2]));
      const newest = record('jd_a', '2026-03-01T00:00:00.000Z', { n: 3 });
      await store.putRecord(newest);
      expect(await store.getRecord('jd_a')).toEqual(newest);
      expect(await store.getRecord('jd_c')).toBeNull();
      expect(await store.findRecordIds('jd_')).toEqual(['jd_a', 'jd_b']);
      expect((await store.listRecords(10)).map(({ id }) => id)).toEqual(['jd_a', 'jd_b']);
      const { id, kind, name, savedAt } = newest;
      expect(await store.listRecords(1)).toEqual([{ id, kind, name, savedAt }]);
      await store.kept.put('record-owner', `${id} ada`, true);
      const found = async (search: Parameters<typeof store.listRecords>[1]) =>
        (await store.listRecords(10, search)).map((record) => record.id);
      expect([await found({ owner: 'ada' }), await found({ owner: 'eve' })]).toEqual([[id], []]);
      expect(await found({ words: name.toUpperCase() })).toContain(id);
      expect(await found({ kind: 'selection' })).toEqual([]);
      expect(await found({ after: { id, savedAt } })).not.toContain(id);
      await store.kept.put('record-owner', `${id} eve`, true);
      await store.removeRecord(id, 'eve');
      expect([await found({ owner: 'ada' }), await found({ owner: 'eve' })]).toEqual([[id], []]);
      await store.removeRecord(id, 'ada');
      expect([await store.getRecord(id), await store.kept.get('record-owner', `${id} ada`)]).toEqual([null, null]);
    });

    it('removes a set with its calls and the pages that no other set cites', async () => {
      const [own, shared, olderExtractor] = [samplePage('a', '2'), samplePage('b', '2'), samplePage('a', '1')];
      for (const page of [own, shared, olderExtractor]) await store.putPage(page);
      const [first, second, other] = ['1', '2', '3'].map((seed, index) =>
        sampleSet(seed, { cites: [own, shared, shared][index]!.extraction }),
      );
      for (const set of [first!, second!, other!]) await store.putSet(set);
      await store.kept.put('calls', first!.id, []);
      expect(await store.removeSet(first!.id)).toBe(1);
      expect(await store.removeSet(second!.id)).toBe(0);
      expect(await store.removeSet('cs_none')).toBe(0);
      expect(await store.findSetIds('')).toEqual([other!.id]);
      expect(await store.kept.get('calls', first!.id)).toBeNull();
      const left = await Promise.all([own, shared, olderExtractor].map(({ extraction }) => store.getPage(extraction)));
      expect(left).toEqual([null, shared, olderExtractor]);
    });

    it('stores a set before the pages that it cites', async () => {
      const page = samplePage('a');
      await store.putSet(sampleSet('a', { cites: page.extraction }));
      await store.putPage(page);
      expect(await store.getPage(page.extraction)).toEqual(page);
    });

    it('says by kind how much it holds, and removes what is old and no set needs', async () => {
      const dayMs = 86_400_000;
      expect(await store.sizes()).toEqual([]);
      const [cited, loose] = [samplePage('cited'), samplePage('loose')];
      const [set, gone] = [sampleSet('a', { cites: cited.extraction }), sampleSet('b')];
      for (const page of [cited, loose]) await store.putPage(page);
      for (const each of [set, gone]) await store.putSet(each);
      for (const [kind, value] of [
        ...[['model-answer', { text: 'é' }] as const, ['fetch', 1] as const, ['search', 2] as const],
        ...[['calls', []] as const, ['discovery', set.id] as const],
      ])
        await store.kept.put(kind, 'k', value);
      await store.kept.put('discovery', 'gone', gone.id);
      await store.removeSet(gone.id);
      await store.putRecord({ id: 'jd_a', kind: 'judgement', name: 'a', savedAt: '2026-01-01', value: 12 });

      const sizes = await store.sizes();
      expect(sizes.map(({ kind, rows }) => [kind, rows])).toEqual([
        ...[
          ['calls', 1],
          ['discovery', 2],
          ['fetch', 1],
          ['model-answer', 1],
        ],
        ...[
          ['page', 2],
          ['record', 1],
          ['search', 1],
          ['set', 1],
        ],
      ]);
      const bytesOf = new Map(sizes.map(({ kind, bytes }) => [kind, bytes]));
      expect(bytesOf.get('model-answer'), 'as UTF-8').toBe(Buffer.byteLength('{"text":"é"}'));
      expect(bytesOf.get('page')).toBe(JSON.stringify(cited).length + JSON.stringify(loose).length);

      expect(await store.prune(dayMs, false)).toEqual([]);
      expect(await store.sizes()).toEqual(sizes);
      const unneeded = await store.prune(-1, true);
      expect(unneeded.map(({ kind, rows }) => [kind, rows])).toEqual([
        ...[
          ['discovery', 1],
          ['fetch', 1],
          ['model-answer', 1],
          ['page', 1],
          ['search', 1],
        ],
      ]);
      expect(await store.sizes()).toEqual(sizes);
      expect(await store.prune(-1, false)).toEqual(unneeded);
      expect((await store.sizes()).map(({ kind }) => kind)).toEqual(['calls', 'discovery', 'page', 'record', 'set']);
      expect(await store.getPage(loose.extraction)).toBeNull();
      expect(await store.getPage(cited.extraction)).toEqual(cited);
      expect(await store.kept.get('discovery', 'k')).toBe(set.id);
    });

    it('takes many calls at once', async () => {
      const seeds = Array.from({ length: 40 }, (_, index) => `many ${index}`);
      await Promise.all(
        seeds.flatMap((seed) => {
          const page = samplePage(seed);
          return [
            store.putPage(page),
            store.putSet(sampleSet(seed, { cites: page.extraction })),
            store.getPage(page.extraction),
          ];
        }),
      );
      expect(await store.listSets(100)).toHaveLength(40);
      for (const seed of seeds) expect(await store.getPage(samplePage(seed).extraction)).not.toBeNull();
    });
  });
}
