/** People beside the judge, as a browser without scripts labels verdicts. */
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { Judgement } from '../../src/domain/judgement.ts';
import { Labels } from '../../src/domain/labels.ts';
import { addOwner } from '../../src/jobs/queue/record-owner.ts';
import { checklistFromSet } from '../../src/judge/checklist-from-set.ts';
import { formOf, HOSTILE, startPageService, type PageService } from '../support/page-service.ts';

/** Two judged responses of the set's checklist, without a model: code alone. */
async function judged(service: PageService): Promise<readonly { readonly id: string; readonly record: Judgement }[]> {
  const { client, set } = service;
  const results = [];
  for (const response of [
    'A toast with one story.',
    'A toast. It names the couple and tells one story of ten minutes.',
  ]) {
    const { id } = await client.judge({ name: `draft ${results.length + 1}`, response }, checklistFromSet(set));
    results.push({ id, record: Judgement.parse((await client.records.get(id))?.value) });
  }
  return results;
}

interface Given {
  readonly ids: readonly string[];
  readonly cell: string;
  readonly answer: string;
  readonly by: string;
  readonly remark?: string;
  readonly blind?: string;
}

async function label({ ask }: PageService, { ids, ...fields }: Given) {
  return ask('/judgements/label', formOf({ id: ids, ...fields }));
}

const documentOf = (text: string) => parseHTML(text).document;

describe('labels of a person', () => {
  it('are all kept, however many are sent at once', async () => {
    const service = await startPageService();
    const all = await judged(service);
    const ids = all.slice(0, 1).map(({ id }) => id);
    const items = all[0]?.record.checklist.items ?? [];
    await Promise.all(items.map(({ id }) => label(service, { ids, cell: `0.${id}`, answer: 'yes', by: 'Ada' })));
    const [record] = await service.client.records.list(10, { kind: 'labels' });
    const { labels } = Labels.parse((await service.client.records.get(record?.id ?? ''))?.value);
    expect(labels.map(({ itemId }) => itemId).sort()).toEqual(items.map(({ id }) => id).sort());
    expect(items.length).toBeGreaterThan(2);
  });

  it('are given one after the other, and kept beside the verdicts', async () => {
    const service = await startPageService();
    const all = await judged(service);
    const ids = all.map(({ id }) => id);
    const first = await label(service, { ids, cell: '0.i1', answer: 'no', by: 'Ada', remark: 'No word of it.' });
    expect(first.status).toBe(303);
    const next = new URL(first.headers.location ?? '', 'http://localhost');
    expect(Object.fromEntries(next.searchParams)).toMatchObject({ by: 'Ada', cell: '0.i2' });
    expect(next.searchParams.getAll('id')).toEqual(ids);
    const document = documentOf((await service.ask(first.headers.location ?? '')).text);
    expect(document.querySelector('button[value="0.i1"]')?.getAttribute('aria-label')).toMatch(/; you: no$/u);
    expect(document.querySelector('form[aria-label="Your verdict"]')?.textContent).toContain('You, Ada:');
    const opened = documentOf((await service.ask(`/judgements?id=${ids[0] ?? ''}&cell=0.i1`)).text);
    expect(opened.querySelector('#cell')?.textContent).toContain('Ada says no: No word of it.');
    expect(opened.querySelector('form[aria-label="Your verdict"]'), 'nobody labels now').toBeNull();

    // Changed: it takes the place of the former, and the page stays.
    const again = await label(service, { ids, cell: '0.i1', answer: 'yes', by: 'Ada' });
    expect(again.headers.location).toContain('cell=0.i1');
    const [record] = await service.client.records.list(10, { kind: 'labels' });
    expect(Labels.parse((await service.client.records.get(record?.id ?? ''))?.value)).toEqual({
      judgement: ids[0],
      by: 'Ada',
      labels: [{ itemId: 'i1', answer: 'yes', remark: '', isBlind: false }],
    });
    const home = await service.ask(`/records/${record?.id ?? ''}`);
    expect(home.headers.location).toBe(`/judgements?id=${ids[0] ?? ''}&by=Ada`);
  });

  it('are given without a sight of the verdicts: none is in the page before its label', async () => {
    const service = await startPageService();
    const all = await judged(service);
    const ids = all.map(({ id }) => id);
    const query = `${ids.map((id) => `id=${id}`).join('&')}&by=Ada&blind=on`;
    const reasons = all.flatMap(({ record }) => record.verdicts.map(({ verdict }) => verdict.reason));
    const before = (await service.ask(`/judgements?${query}`)).text;
    for (const reason of reasons) expect(before).not.toContain(reason);
    expect(documentOf(before).querySelectorAll('td button.good, td button.bad, .totals')).toHaveLength(0);
    expect(before).not.toContain('is met');

    const after = await label(service, { ids, cell: '0.i1', answer: 'no', by: 'Ada', blind: 'on' });
    const page = await service.ask(`/judgements?${query}&cell=0.i1`);
    expect(after.headers.location).toContain('blind=on');
    expect(page.text).toContain(all[0]?.record.verdicts[0]?.verdict.reason);
    // Seen now: a second label of it is blind no more than the first was.
    await label(service, { ids, cell: '0.i1', answer: 'yes', by: 'Ada', blind: 'on' });
    await label(service, { ids, cell: '0.i2', answer: 'yes', by: 'Bo' });
    const own = documentOf((await service.ask(`/judgements?${query}&cell=0.i2`)).text);
    expect(own.querySelector('form[action="/judgements/labels"]'), 'its file holds verdicts').toBeNull();
    expect(own.querySelector('#cell')?.textContent, 'nor those of others').not.toContain('Bo says');
  });

  it('give rows for measure judge, and figures by hand arithmetic', async () => {
    const service = await startPageService();
    const [one] = await judged(service);
    if (one === undefined) throw new Error('Nothing was judged.');
    const ids = [one.id];
    const answers = one.record.verdicts.map(({ itemId, verdict }) => ({
      itemId,
      answer: verdict.status === 'scored' ? verdict.answer : null,
    }));
    const scored = answers.filter(({ answer }) => answer === 'yes' || answer === 'no').slice(0, 4);
    expect(scored.length).toBeGreaterThan(2);
    for (const [at, { itemId, answer }] of scored.entries()) {
      const other = answer === 'yes' ? 'no' : 'yes';
      // Ada agrees on all but the first; Bo labels the first alone.
      await label(service, { ids, cell: `0.${itemId}`, answer: (at === 0 ? other : answer) ?? '', by: 'Ada' });
    }
    await label(service, { ids, cell: `0.${scored[0]?.itemId ?? ''}`, answer: scored[0]?.answer ?? '', by: 'Bo' });
    const csv = await service.ask(`/judgements/labels?id=${one.id}`);
    expect(csv.headers['content-disposition']).toBe('attachment; filename="labels.csv"');
    const rows = csv.text.trim().split('\r\n');
    expect(rows[0]).toBe('id,instruction,response,item,criterion,judge,Ada,Ada: remark,Bo,Bo: remark');
    expect(rows).toHaveLength(1 + scored.length);

    const document = documentOf((await service.ask(`/judgements?id=${one.id}`)).text);
    const table = [...document.querySelectorAll('table:not(.grid)')].find((each) => each.textContent.includes('Ada'));
    const cells = [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.querySelectorAll('td, th')].map((cell) => cell.textContent),
    );
    const share = ((scored.length - 1) / scored.length).toFixed(2);
    expect(cells[0]?.[0]).toBe('Ada');
    expect(cells[0]?.[2]).toMatch(new RegExp(`^${share}`, 'u'));
    expect(cells[1]?.slice(0, 2)).toEqual(['Bo', `1 of ${one.record.verdicts.length}`]);
    expect(cells[1]?.[2]).toMatch(/^1\.00/u);
    expect(cells[2]?.[0]).toBe('all, by majority');
  });

  it('leave the judge’s column to the judge, whatever a person is called', async () => {
    const service = await startPageService();
    const [one] = await judged(service);
    const ids = [one?.id ?? ''];
    await label(service, { ids, cell: '0.i1', answer: 'not-applicable', by: 'judge' });
    const [head, row] = (await service.ask(`/judgements/labels?id=${ids[0] ?? ''}`)).text.split('\r\n');
    expect(head).toBe('id,instruction,response,item,criterion,judge,judge (a person),judge (a person): remark');
    const verdict = one?.record.verdicts[0]?.verdict;
    const judge = verdict?.status === 'scored' ? verdict.answer : '';
    expect(row?.endsWith(`,${judge},not-applicable,`)).toBe(true);
  });

  it('are their caller’s own, also where another one made the same judgement', async () => {
    const service = await startPageService({ firstKey: true, requiresKeys: true });
    const ids = (await judged(service)).map(({ id }) => id);
    const callers = await Promise.all([service.addKey({ name: 'a' }), service.addKey({ name: 'b' })]);
    for (const { id: owner } of callers) for (const id of ids) await addOwner(service.client.store.kept, id, owner);
    const [a, b] = callers.map(({ key }) => ({ cookie: `groundrule_key=${key}` }));
    const send = (headers: typeof a, answer: string) => {
      const fields = { id: ids, cell: '0.i1', by: 'Ada', answer, remark: `Said ${answer}.` };
      return service.ask('/judgements/label', formOf(fields, headers));
    };
    expect((await send(a, 'no')).status).toBe(303);
    const exported = `/judgements/labels?id=${ids[0] ?? ''}`;
    const seen = await service.ask(exported, { headers: { ...b } });
    expect(seen.status).toBe(200);
    expect(seen.text).not.toContain('Said no.');
    expect((await send(b, 'yes')).status).toBe(303);
    expect((await service.ask(exported, { headers: { ...a } })).text).toContain('Said no.');
  });

  it('note on the criterion what the judge got wrong, in a checklist of its own', async () => {
    const service = await startPageService();
    const [one] = await judged(service);
    if (one === undefined) throw new Error('Nothing was judged.');
    const cell = one.record.verdicts.find(({ verdict }) => verdict.status === 'scored');
    if (cell?.verdict.status !== 'scored') throw new Error('Nothing was decided.');
    const answer = cell.verdict.answer === 'yes' ? 'no' : 'yes';
    await label(service, { ids: [one.id], cell: `0.${cell.itemId}`, answer, by: 'Ada', remark: HOSTILE });
    const page = documentOf((await service.ask(`/judgements?id=${one.id}&by=Ada&cell=0.${cell.itemId}`)).text);
    const form = page.querySelector('form[action$="/observe"]');
    expect(form?.querySelector('input[name=remark]')?.getAttribute('value')).toBe(HOSTILE);
    const noted = await service.ask(
      `/judgements/${one.id}/observe`,
      formOf({ item: cell.itemId, remark: 'A pause is no story.' }),
    );
    const { text } = await service.ask(noted.headers.location ?? '');
    expect(text).toContain(`noted on ${cell.itemId}: “A pause is no story.”`);
    const id = (noted.headers.location ?? '').split('/').at(-1) ?? '';
    const { value } = (await service.client.records.get(id)) ?? {};
    expect(JSON.stringify(value)).toContain('"observations":["A pause is no story."]');
  });

  it.each([
    ['an answer that is none', { answer: 'maybe' }, 422],
    ['nobody', { by: ' ' }, 422],
    ['an item that there is not', { cell: '0.i999' }, 404],
    ['a response that there is not', { cell: '7.i1' }, 404],
  ])('are refused from or of %s', async (_what, changes, status) => {
    const service = await startPageService();
    const ids = (await judged(service)).map(({ id }) => id);
    const answer = await label(service, { ids, cell: '0.i1', answer: 'yes', by: 'Ada', ...changes });
    expect(answer.status).toBe(status);
    expect(await service.client.records.list(10, { kind: 'labels' })).toEqual([]);
  });
});
