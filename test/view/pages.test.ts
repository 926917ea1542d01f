/** The audit pages over HTTP, as a browser without scripts gets them. */
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { SavedChecklist } from '../../src/domain/checklist.ts';
import { givenChecklist } from '../../src/client/given-input.ts';
import { checklistFromSet } from '../../src/judge/checklist-from-set.ts';
import { criteriaSetId } from '../../src/discover/set-id.ts';
import { startService, type Answer } from '../support/service.ts';
import { mcpMount } from '../../src/mcp/mount.ts';
import { pageRoutes } from '../../src/view/routes.ts';
import { workSet } from '../support/work-set.ts';
import { expectHarmless } from '../support/harmless.ts';
import { formOf, HOSTILE, startPageService, type PageService } from '../support/page-service.ts';

/** Follows the work to what came of it. */
async function afterWork({ ask }: Pick<PageService, 'ask'>, answer: Answer): Promise<string> {
  let path = answer.headers.location ?? '';
  expect([answer.status, path.split('?')[0]]).toEqual([303, '/runs']);
  for (let tries = 0; tries < 300 && path.startsWith('/runs'); tries += 1) {
    const shown = await ask(path);
    if (shown.status === 303) path = shown.headers.location ?? '';
    else {
      expectHarmless(shown);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  expect(path).not.toMatch(/^\/runs/u);
  return path;
}

describe('pages of what others wrote', () => {
  it('show it as text, whatever it is', async () => {
    const service = await startPageService();
    const { ask, hostile, set } = service;
    const at = `/sets/${hostile.id}`;
    const paths = [
      '/',
      at,
      `${at}?show=all&words=${encodeURIComponent(HOSTILE)}`,
      `${at}/criteria/c1`,
      `${at}/sources`,
    ];
    const more = [`${at}/sources?without=s2`, `${at}/curate`, `${at}/judge`, `${at}/live`, `${at}/run`];
    const compared = `/compare?before=${hostile.id}&after=${set.id}`;
    for (const path of [...paths, ...more, compared, `/?words=${encodeURIComponent(HOSTILE)}`]) {
      const answer = await ask(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expectHarmless(answer);
    }
    const { document } = parseHTML((await ask(`${at}/criteria/c1`)).text);
    expect(document.querySelector('h1')?.textContent).toContain('<img src=x onerror=');
    expect(document.querySelector('mark')?.textContent).toContain('window.taken = 1</script>');
  });

  it('show responses, names of files, reasons and changes as text, too', async () => {
    const service = await startPageService();
    const { ask, hostile } = service;
    const boundary = 'part';
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="<img src=x onerror=1>.txt"\r\ncontent-type: text/plain\r\n\r\n${HOSTILE} A toast.\r\n--${boundary}--\r\n`;
    const judged = await ask(`/sets/${hostile.id}/judge`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: file,
    });
    const table = await ask(await afterWork(service, judged));
    expectHarmless(table);
    const { document } = parseHTML(table.text);
    expect(document.querySelector('thead th:nth-child(2)')?.textContent).toBe('<img src=x onerror=1>.txt');
    expect(document.querySelector('.text')?.textContent).toContain(HOSTILE);

    const [id] = /jg_[0-9a-f]+/u.exec(table.text) ?? [];
    const refined = await afterWork(service, await ask(`/judgements/${id ?? ''}/refine`, formOf({})));
    expect(refined).toMatch(/^\/refinements\/rf_/u);
    expectHarmless(await ask(refined));

    const curated = await ask(`/sets/${hostile.id}/curate`, formOf({ 'text-i1': HOSTILE, add: HOSTILE, drop: 'i2' }));
    const checklist = await ask(curated.headers.location ?? '');
    expect(checklist.status).toBe(200);
    expectHarmless(checklist);
  });
});

it('names an empty file among those to judge; a field without a chosen file is none', async () => {
  const { ask, set } = await startPageService();
  const partOf = (file: string, text: string) =>
    `--part\r\ncontent-disposition: form-data; name="file"; filename="${file}"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n`;
  const judge = (...parts: readonly string[]) =>
    ask(`/sets/${set.id}/judge`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=part' },
      body: `${parts.join('')}--part--\r\n`,
    });
  const refused = await judge(partOf('a.md', 'A toast.'), partOf('empty.md', ''));
  expect([refused.status, refused.text.includes('empty.md is empty.')]).toEqual([422, true]);
  expect((await judge(partOf('', ''))).text).toContain('Paste a response, or choose a file.');
});

describe('a set', () => {
  it('is known by its ETag until another run finds it, and gone at once when it is removed', async () => {
    const { ask, client, set } = await startPageService();
    const path = `/sets/${set.id}`;
    const first = await ask(path);
    const etag = first.headers.etag ?? '';
    const again = await ask(path, { headers: { 'if-none-match': etag } });
    expect([first.status, again.status, again.text]).toEqual([200, 304, '']);
    expect((await ask(`${path}?show=held`)).headers.etag).not.toBe(etag);
    await client.store.putSet({ ...set, run: { ...set.run, startedAt: '2030-01-01T00:00:00.000Z' } });
    expect((await ask(path)).text).toContain('2030-01-01');
    await client.sets.remove(set.id);
    expect((await ask(path, { headers: { 'if-none-match': etag } })).status).toBe(404);
  });

  it('is filtered by what the address says; what it says wrongly is ignored', async () => {
    const { ask, set } = await startPageService();
    const shown = async (query: string) =>
      parseHTML((await ask(`/sets/${set.id}?${query}`)).text).document.querySelectorAll('.rows > li').length;
    expect(await shown('')).toBe(17);
    expect(await shown('show=list')).toBe(16);
    expect(await shown('show=held')).toBe(1);
    expect(await shown('show=all')).toBe(17);
    expect(await shown('block=stated')).toBe(1);
    expect(await shown('relevance=8.5')).toBe(2);
    expect(await shown('words=STORY')).toBe(2);
    expect(await shown('support=disputed&show=all')).toBe(2);
    expect(await shown('support=none')).toBe(0);
    expect(await shown('relevance=high&block=both&sites=-1')).toBe(17);
    expect(await shown('from=1000')).toBe(17);
  });

  it('lists what it states, implies, and holds back with its reason, in the order that is asked for', async () => {
    const { ask, client } = await startPageService();
    const { set, pages } = workSet();
    for (const page of pages) await client.store.putPage(page);
    await client.store.putSet(set);
    const pageAt = async (query: string) => parseHTML((await ask(`/sets/${set.id}${query}`)).text).document;
    const document = await pageAt('');
    const countIn = (part: string) => document.querySelectorAll(`#${part} .rows > li`).length;
    expect(['stated', 'implied', 'faults', 'held'].map(countIn)).toEqual([6, 18, 7, 36]);
    expect(document.querySelector('#criteria [role=status]')?.textContent).toContain('67 criteria, 31 in the list');
    for (const row of document.querySelectorAll('#held .glance')) expect(row.textContent).toMatch(/full|of 10|draft/u);
    expect(document.querySelector('#c1 .what')?.textContent).toBe('1 name why this hospital and no other.');
    const texts = [...(await pageAt('?sort=words&block=stated')).querySelectorAll('#stated .strong')].map(
      (each) => each.textContent,
    );
    expect(texts).toEqual([...texts].sort());
  });

  it('has no link that leads to nothing, also to criteria that are held back', async () => {
    const { ask, client } = await startPageService();
    const { set, pages } = workSet(100);
    for (const page of pages) await client.store.putPage(page);
    await client.store.putSet(set);
    const at = `/sets/${set.id}`;
    const known = new Map<string, { status: number; ids: ReadonlySet<string> }>();
    const targetAt = async (path: string) => {
      const { status, text } = await ask(path);
      const ids = [...text.matchAll(/\sid="([^"]+)"/gu)].map(([, id = '']) => id);
      return { status, ids: new Set(ids) };
    };
    const last = set.content.criteria.at(-1)?.id ?? '';
    const links = new Set<string>();
    for (const path of [`${at}/sources`, `${at}/criteria/c1`, `${at}/criteria/${last}`])
      for (const link of parseHTML((await ask(path)).text).document.querySelectorAll('main a[href^="/"]'))
        links.add(link.getAttribute('href') ?? '');
    for (const link of links) {
      const [page = '', anchor] = link.split('#');
      const target = known.get(page) ?? (await targetAt(page));
      known.set(page, target);
      expect([link, target.status]).toEqual([link, 200]);
      if (anchor !== undefined) expect([link, target.ids.has(anchor)]).toEqual([link, true]);
    }
    expect(links.size).toBeGreaterThan(100);
  }, 60_000);

  it('leads from a criterion to those that it names', async () => {
    const { ask, set } = await startPageService();
    const [disputed] = set.content.criteria.filter(({ conflicts }) => conflicts.length > 0);
    const other = disputed?.conflicts[0]?.with ?? '';
    const { document } = parseHTML((await ask(`/sets/${set.id}/criteria/${disputed?.id ?? ''}`)).text);
    const links = [...document.querySelectorAll('#proof a')].filter((link) => link.textContent === other);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/sets/${set.id}/criteria/${other}`]);
  });

  it('is exported whole, or those of its criteria that were chosen', async () => {
    const { ask, set } = await startPageService();
    const at = `/sets/${set.id}/export`;
    const plain = await ask(`${at}?format=plain&id=c2&id=c3`);
    expect(plain.headers['content-disposition']).toBe(`attachment; filename="${set.id}.txt"`);
    expect(plain.text.trim().split('\n')).toHaveLength(2);
    expect(JSON.parse((await ask(`${at}?format=json&id=c2`)).text)).toEqual(set);
    expect((await ask(`${at}?format=csv`)).text.split('\r\n')[0]).toMatch(/^criterion,text,question/u);
    const file = parseHTML((await ask(`${at}?format=html&id=c2`)).text).document;
    expect([...file.querySelectorAll('.rows > li')].map(({ id }) => id)).toEqual(['c2']);
    for (const format of ['markdown', 'jsonl']) {
      const { text } = await ask(`${at}?format=${format}&id=c2`);
      expect([format, text.includes('one story'), text.includes('ten minutes')]).toEqual([format, true, false]);
    }
  });

  it('stays small whatever its size', async () => {
    const { ask, set, client } = await startPageService();
    const many = <Item extends { readonly id: string }>(items: readonly Item[], letter: string): Item[] =>
      Array.from({ length: 1_000 }, (_, at) => ({ ...items[at % items.length]!, id: `${letter}${at + 1}` }));
    const content = {
      ...set.content,
      criteria: many(set.content.criteria, 'c').map((each) => ({ ...each, text: `${each.text} ${each.text}` })),
      sources: many(set.content.sources, 's'),
    };
    const large = { ...set, id: criteriaSetId(content), content };
    await client.store.putSet(large);
    const paths = ['?show=all', '?show=all&from=960', '/sources?without=s1', '/sources?without=s1&from=960'];
    for (const path of paths) expectHarmless(await ask(`/sets/${large.id}${path}`));
    const { document } = parseHTML((await ask(`/sets/${large.id}/sources?without=s1&from=960`)).text);
    expect(document.querySelector('input[type=hidden][name=without]')?.getAttribute('value')).toBe('s1');
    for (const page of ['', '/sources']) {
      const beyond = (await ask(`/sets/${large.id}${page}?from=5000`)).text;
      expect(beyond).toContain('961 to 1000 of 1000');
      expect(beyond).not.toContain('>next<');
    }
  });

  it('shows every quote in its passage, with its ratings, its query and the live page', async () => {
    const { ask, set } = await startPageService();
    const { text } = await ask(`/sets/${set.id}/criteria/c2`);
    const { document } = parseHTML(text);
    const [first] = document.querySelectorAll('.evidence');
    expect(first?.querySelector('mark')?.textContent).toBe('Tell one story with a place and a day in it.');
    expect(first?.querySelector('blockquote')?.textContent).toContain('Say who you are in one sentence.');
    expect(first?.textContent).toContain('how to write a wedding toast');
    expect(first?.textContent).toContain('expertise 5 of 5');
    expect(first?.querySelector('a')?.getAttribute('href')).toContain('#:~:text=');
    expect((await ask(`/sets/${set.id}/criteria/c99`)).status).toBe(404);
  });

  it('finds its saved checklists behind many newer ones of longer tasks, and of other sets for its task', async () => {
    const { ask, set, client } = await startPageService();
    const checklist = checklistFromSet(set);
    const id = await client.saveChecklist({ checklist, parent: null, changes: [] });
    const task = { ...set.content.task, instruction: `${set.content.task.instruction} in verse` };
    const items = checklist.items.map((each) => ({ ...each, from: null }));
    for (let at = 0; at < 60; at += 1)
      for (const other of [
        { ...checklist, task },
        { ...checklist, items },
      ])
        await client.saveChecklist({ checklist: other, parent: null, changes: [`${at}`] });
    // Of one instant they are in the order of their ids.
    const old = await client.records.get(id);
    await client.store.putRecord({ ...old!, savedAt: '2020-01-01T00:00:00.000Z' });
    expect((await ask(`/sets/${set.id}/judge`)).text).toContain(`href="/checklists/${id}/judge"`);
  });

  it('is taken without some of its sources as a set of its own', async () => {
    const { ask, set, client } = await startPageService();
    const answer = await ask(`/sets/${set.id}/without`, formOf({ without: ['s2'] }));
    const id = answer.headers.location?.split('/').at(-1) ?? '';
    expect((await client.sets.get(id))?.content.parent).toEqual({ set: set.id, without: ['s2'] });
    expect((await ask(`/sets/${id}`)).text).toContain(`Taken from <a href="/sets/${set.id}">`);
    const listed = parseHTML((await ask('/')).text).document;
    const derived = [...listed.querySelectorAll('#sets li')].filter((each) => each.textContent.includes('without s2'));
    expect(derived.map((each) => each.querySelector('a')?.getAttribute('href'))).toEqual([`/sets/${id}`]);
    expect(derived[0]?.textContent).toMatch(/\d criteri\S+ · \d web · /u);
    const refused = await ask(`/sets/${set.id}/without`, formOf({ without: ['s1', 's2'] }));
    expect([refused.status, refused.headers['content-type']]).toEqual([422, 'text/html; charset=UTF-8']);
  });
});

describe('a checklist', () => {
  it('is saved with every change, and judged by', async () => {
    const service = await startPageService();
    const { ask, set, hostile } = service;
    const first = await ask(`/sets/${set.id}/curate`, formOf({ pin: ['i1'], drop: ['i3', 'i4'], 'weight-i1': '40' }));
    const path = first.headers.location ?? '';
    const second = await ask(
      `${path}/curate`,
      formOf({ pin: ['i1'], 'text-i2': 'Is it warm?', add: 'It should be kind.\n' }),
    );
    const { document } = parseHTML((await ask(second.headers.location ?? '')).text);
    const changes = [...document.querySelectorAll('aside .cards > li')].map((each) => each.textContent);
    expect(changes).toHaveLength(2);
    expect(changes[0]).toContain('added: “It should be kind.”');
    expect(changes[1]).toContain('i1 pinned');
    expect(changes[1]).toContain('i1 weighs 40');
    const last = second.headers.location ?? '';
    // Of its changes the last one alone, and nothing of another set.
    for (const [tab, to] of [
      ['curate', last],
      ['judge', `${last}/judge`],
    ]) {
      const page = parseHTML((await ask(`/sets/${set.id}/${tab ?? ''}`)).text).document;
      const links = [...page.querySelectorAll('a[href^="/checklists/"]')].map((each) => each.getAttribute('href'));
      expect(links).toEqual([to]);
    }
    expect((await ask(`/sets/${hostile.id}/curate`)).text).not.toContain('/checklists/');
    const judged = await ask(`${last}/judge`, formOf({ response: ['To Mia!', ' ', 'Cheers.'] }));
    const table = parseHTML((await ask(await afterWork(service, judged))).text).document;
    expect(table.querySelectorAll('thead tr:first-child th')).toHaveLength(3);
    expect(table.querySelectorAll('.verdicts tbody tr')).toHaveLength(15);
  });

  it('of a form that is refused answers with its own status, and shows what was sent', async () => {
    const { ask, set } = await startPageService({ limits: { queuedJobs: 0 } });
    const sent = { ...{ 'text-i1': ' ', 'text-i2': 'Is it warm?', 'weight-i2': '7', add: 'One more.' }, pin: ['i2'] };
    const curated = await ask(`/sets/${set.id}/curate`, formOf({ ...sent, drop: ['i3'] }));
    expect([curated.status, curated.text.includes('i1 has no wording')]).toEqual([422, true]);
    const { document } = parseHTML(curated.text);
    const valueOf = (name: string) => document.querySelector(`[name="${name}"]`);
    expect([valueOf('text-i1')?.textContent.trim(), valueOf('text-i2')?.textContent]).toEqual(['', 'Is it warm?']);
    expect([valueOf('weight-i2')?.getAttribute('value'), valueOf('add')?.textContent]).toEqual(['7', 'One more.']);
    const ticked = [...document.querySelectorAll('[checked]')].map((box) => box.getAttribute('name'));
    expect(ticked.sort()).toEqual(['drop', 'pin']);
    const emptied = await ask(`/sets/${set.id}/curate`, formOf({ 'weight-i1': '' }));
    expect([emptied.status, emptied.text.includes('i1 has no weight')]).toEqual([422, true]);
    const busy = await ask(`/sets/${set.id}/judge`, formOf({ response: ['To Mia!', '', 'Cheers.'] }));
    expect([busy.status, busy.headers['retry-after']]).toEqual([503, '30']);
    const typed = [...parseHTML(busy.text).document.querySelectorAll('[name=response]')].map(
      (each) => each.textContent,
    );
    expect(typed).toEqual(['To Mia!', '', 'Cheers.', '']);
  });

  it('refuses what cannot be, and says so beside the form', async () => {
    const { ask, set } = await startPageService();
    const all = Array.from({ length: 16 }, (_, at) => `i${at + 1}`);
    expect((await ask(`/sets/${set.id}/curate`, formOf({ drop: all }))).text).toContain('Nothing would be left');
    expect((await ask(`/sets/${set.id}/curate`, formOf({ 'weight-i1': '900' }))).text).toContain('weight of i1 is 900');
    expect((await ask(`/sets/${set.id}/curate`, formOf({ 'weight-i1': 'much' }))).text).toContain(
      'i1 has no weight: “much” is no number',
    );
    const long = await ask(`/sets/${set.id}/judge`, formOf({ response: ['', 'w'.repeat(500_001)] }));
    expect([long.status, parseHTML(long.text).document.querySelector('[role=alert]')?.textContent]).toEqual([
      422,
      'response 2 has 500001 characters: at most 500000 are judged.',
    ]);
    expect((await ask(`/sets/${set.id}/judge`, formOf({ response: ' ' }))).text).toContain('Paste a response');
    expect((await ask('/ask', formOf({ instruction: ' ' }))).text).toContain('role="alert"');
    const address = await ask(
      '/ask',
      formOf({
        instruction: 'Write a toast',
        kind: 'x'.repeat(101),
        allowDomains: 'https://example.org/a',
        queries: '1.5',
      }),
    );
    expect(parseHTML(address.text).document.querySelector('[role=alert]')?.textContent).toBe(
      'Kind of text: must have at most 100 characters. Searches: must be a whole number, not 1.5. Only these domains: “https://example.org/a” is not a domain or a host, such as example.org.',
    );
    const typed = {
      instruction: 'Write a toast',
      since: '2020-13-45',
      context: 'For Ada',
      allowDomains: 'edu',
      mode: 'full',
    };
    const asked = await ask('/ask', formOf(typed));
    expect(asked.status).toBe(422);
    const { document } = parseHTML(asked.text);
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'No page older than: must be a day, such as 2026-01-31.',
    );
    for (const name of ['instruction', 'context'])
      expect(document.querySelector(`[name=${name}]`)?.textContent).toBe(typed[name as 'context']);
    for (const name of ['since', 'allowDomains'])
      expect(document.querySelector(`[name=${name}]`)?.getAttribute('value')).toBe(typed[name as 'since']);
    expect(document.querySelector('[name=mode] [selected]')?.getAttribute('value')).toBe('full');
    expect((await ask('/ask', { method: 'POST', body: '{}' })).status).toBe(400);
  });
});

describe('the start', () => {
  it('lists everything that was done, page by page, by kind and by words, to open, repeat and delete', async () => {
    const { ask, client, set } = await startPageService();
    const { id } = await client.judge({ name: 'draft of Ada', response: 'To Ada!' }, ['Is it a toast?']);
    const compared = await client.compare('To Ada!', 'Cheers.', { by: 'preference', instruction: 'Write a toast' });
    for (let at = 0; at < 30; at += 1) {
      const content = { ...set.content, task: { instruction: `Write poem ${at}`, context: null } };
      await client.store.putSet({ ...set, id: criteriaSetId(content), content });
    }
    const listed = async (query: string) => {
      const { document } = parseHTML((await ask(`/${query}`)).text);
      const items = [...document.querySelectorAll('#sets li')];
      const older = [...document.querySelectorAll('#sets a')].find((link) => link.textContent === 'Older');
      return { items, texts: items.map((item) => item.textContent), older: older?.getAttribute('href') ?? null };
    };
    const first = await listed('');
    expect(first.items).toHaveLength(25);
    const second = await listed(first.older?.slice(1) ?? '');
    expect(second.items).toHaveLength(9);
    expect(new Set([...first.texts, ...second.texts]).size).toBe(34);
    expect(second.older).toBeNull();
    const [judged] = (await listed('?kind=judgement')).texts;
    expect(judged).toMatch(/draft of Ada.*scripted/su);
    expect((await listed('?words=ADA')).items).toHaveLength(1);
    expect((await listed('?words=+ADA+')).items).toHaveLength(1);
    for (const words of ['zzz', 'z'.repeat(500)]) {
      const { text } = await ask(`/?words=${words}`);
      expect([text.includes('Nothing matches.'), text.includes('None yet.')]).toEqual([true, false]);
    }
    expect((await listed('?kind=set&words=poem+2')).items).toHaveLength(11);
    for (const path of (await listed('?kind=comparison')).items.map((item) =>
      item.querySelector('a')?.getAttribute('href'),
    ))
      expect([path, (await ask(path ?? '')).status]).toEqual([`/records/${compared.id}`, 200]);
    const { document } = parseHTML((await ask(`/?again=${set.id}`)).text);
    expect(document.querySelector('#instruction')?.textContent).toBe(set.content.task.instruction);
    const limits = { kind: 'toast', since: '2020-01-31', allowDomains: ['edu', 'gov.uk'] };
    const content = { ...set.content, parameters: { ...set.content.parameters, ...limits } };
    const limited = { ...set, id: criteriaSetId(content), content };
    await client.store.putSet(limited);
    const form = parseHTML((await ask(`/?again=${limited.id}`)).text).document;
    for (const [name, value] of Object.entries({ ...limits, allowDomains: 'edu, gov.uk' }))
      expect([name, form.querySelector(`input[name=${name}]`)?.getAttribute('value')]).toEqual([name, value]);

    expect((await ask(`/records/${id}/remove`)).text).toContain('Delete it?');
    expect((await ask(`/records/${id}/remove`, formOf({}))).status).toBe(303);
    expect((await ask(`/sets/${set.id}/remove`, formOf({}))).status).toBe(303);
    expect([await client.records.get(id), await client.callsOf(id), await client.sets.get(set.id)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('shows each caller their own records, lets nobody delete those of others, and sets by admins alone', async () => {
    const { ask, addKey, client, set } = await startPageService({ requiresKeys: true, firstKey: true });
    const [ada, ben] = [await addKey({ scopes: ['read', 'judge'] }), await addKey({ scopes: ['read', 'judge'] })];
    const { id } = await client.judge({ name: 'draft of Ada', response: 'To Ada!' }, ['Is it a toast?']);
    await client.store.kept.put('record-owner', `${id} ${ada.id}`, true);
    const as = (key: string) => ({ headers: { cookie: `groundrule_key=${key}` } });
    expect((await ask('/?kind=judgement', as(ada.key))).text).toContain('draft of Ada');
    expect((await ask('/?kind=judgement', as(ben.key))).text).not.toContain('draft of Ada');
    const places = ['', '/export', '/labels'].map((part) => `/judgements${part}?id=${id}`);
    for (const place of [...places, `/records/${id}`, `/records/${id}/remove`, `/v1/judgements/${id}`]) {
      const asBearer = { headers: { authorization: `Bearer ${ben.key}` } };
      const { status, text } = await ask(place, place.startsWith('/v1') ? asBearer : as(ben.key));
      expect([place, status, text.includes('To Ada!')]).toEqual([place, 404, false]);
    }
    for (const change of ['refine', 'observe'])
      expect((await ask(`/judgements/${id}/${change}`, formOf({}, as(ben.key).headers))).status).toBe(404);
    expect((await ask(`/judgements?id=${id}`, as(ada.key))).text).toContain('To Ada!');
    const reader = await addKey({ scopes: ['read'] });
    const admin = await addKey({ scopes: ['admin'] });
    const removals = async (key: string) => {
      const { document } = parseHTML((await ask('/', as(key))).text);
      return [...document.querySelectorAll('#sets a')]
        .filter((link) => link.textContent === 'Delete')
        .map((link) => link.getAttribute('href')?.split('/')[1]);
    };
    expect(await removals(reader.key)).toEqual([]);
    expect(await removals(ada.key)).toEqual(['records']);
    expect(await removals(admin.key)).toEqual(['sets', 'sets']);
    expect((await ask(`/sets/${set.id}/remove`, as(ada.key))).status).toBe(403);
    const post = (path: string, key: string) => ask(path, formOf({}, as(key).headers)).then(({ status }) => status);
    expect(await post(`/records/${id}/remove`, ben.key)).toBe(404);
    expect(await post(`/sets/${set.id}/remove`, ada.key)).toBe(403);
    expect(await post(`/records/${id}/remove`, ada.key)).toBe(303);
  });

  it('asks for the kind of text where none is plain, and discovers by the one that is chosen', async () => {
    const { ask, client } = await startService({ mounts: [pageRoutes] });
    const instruction = 'help with my thing for friday';
    const asked = parseHTML((await ask('/ask', formOf({ instruction, kind: '' }))).text).document;
    expect(asked.querySelector('[role=alert]')?.textContent).toContain('Which is it?');
    expect(asked.querySelector('main')?.textContent).not.toMatch(/--|npx/u);
    // Enter in a field sends the form by its first button.
    const [find, chosen] = asked.querySelectorAll('main form button');
    expect([find?.getAttribute('name'), asked.querySelector('textarea')?.textContent]).toEqual([null, instruction]);
    const kind = chosen?.getAttribute('value') ?? '';
    const fields = { instruction, kind: '', [chosen?.getAttribute('name') ?? '']: kind };
    const path = await afterWork({ ask }, await ask('/ask', formOf(fields)));
    const set = await client.sets.get(path.split('/').at(-1) ?? '');
    expect(set?.content.kind).toMatchObject({ name: kind, by: 'option' });
  });

  it('goes on with none of the kinds, and refuses what is no kind, or too long a task, beside what was typed', async () => {
    const { ask } = await startService({ mounts: [pageRoutes] });
    const instruction = 'help with my thing for friday';
    const asked = parseHTML((await ask('/ask', formOf({ instruction, kind: '' }))).text).document;
    const none = [...asked.querySelectorAll('main form button')].find((each) => each.textContent === 'None of these');
    const answer = { [none?.getAttribute('name') ?? '']: none?.getAttribute('value') ?? '' };
    expect((await ask('/ask', formOf({ instruction, kind: '', ...answer }))).status).toBe(303);
    const typed = { instruction, kind: 'zorbl', since: '2020-01-31' };
    const near = await ask('/ask', formOf({ ...typed, kind: 'complant leter' }));
    expect(parseHTML(near.text).document.querySelector('[role=alert]')?.textContent).toContain('“complaint letter”');
    const tooLong = { ...typed, kind: '', instruction: 'w'.repeat(20_001) };
    const needsModel = { ...typed, kind: '', instruction: 'Write a toast', mode: 'model' };
    for (const fields of [typed, { ...typed, ...answer }, tooLong, needsModel]) {
      const refused = await ask('/ask', formOf(fields));
      const { document } = parseHTML(refused.text);
      expect([refused.status, document.querySelectorAll('[role=alert]').length]).toEqual([422, 1]);
      expect(document.querySelector('textarea')?.textContent).toBe(fields.instruction);
      for (const name of ['kind', 'since'] as const)
        expect(document.querySelector(`[name=${name}]`)?.getAttribute('value')).toBe(fields[name]);
    }
  });

  it('has the field for the kind of text beside the task where no model is named, else among the limits', async () => {
    const isLimit = async ({ ask }: Pick<PageService, 'ask'>) =>
      parseHTML((await ask('/')).text)
        .document.querySelector('[name=kind]')
        ?.closest('details') != null;
    expect(await isLimit(await startService({ mounts: [pageRoutes] }))).toBe(false);
    expect(await isLimit(await startPageService())).toBe(true);
  });

  it('continues work that was stopped', async () => {
    const service = await startPageService({}, { latencyMs: 200 });
    const { ask } = service;
    const begun = await ask('/ask', formOf({ instruction: 'Write an obituary for a gardener' }));
    const query = begun.headers.location?.split('?')[1] ?? '';
    expect((await ask(`/runs/stop?${query}`, formOf({}))).status).toBe(303);
    expect((await ask('/')).text).toContain(`/runs/again?${query}`);
    const again = await ask(`/runs/again?${query}`, formOf({}));
    expect(await afterWork(service, again)).toMatch(/^\/sets\/cs_/u);
  }, 60_000);

  it('continues every line of a batch, and whatever its caller may ask for', async () => {
    const { ask, post, addKey, client } = await startPageService({ requiresKeys: true, firstKey: true });
    const { key, id: owner } = await addKey({ scopes: ['read', 'discover'] });
    const headers = { authorization: `Bearer ${key}` };
    const tasks = ['Write a toast', 'Write an obituary'].map((instruction) =>
      JSON.stringify({ instruction, queries: 1 }),
    );
    const made = await ask('/v1/batches?of=criteria', {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/jsonl' }, body: tasks.join('\n') },
    });
    const { id } = made.json as { id: string };
    const again = await ask(`/runs/again?batch=${id}`, formOf({}, headers));
    const batch = /^\/runs\?batch=(.+)$/u.exec(again.headers.location ?? '')?.[1];
    const begun = await client.store.jobs.list({ owner, batch }, 5);
    expect([again.status, begun.length]).toEqual([303, 2]);
    const single = await post(
      '/v1/sets',
      { instruction: 'Write a toast', queries: 1 },
      { ...headers, prefer: 'respond-async' },
    );
    const job = (single.json as { id: string }).id;
    expect((await ask(`/runs/again?job=${job}`, formOf({}, headers))).status).toBe(303);
    for (const path of ['/runs', '/runs/again', '/runs/stop'])
      expect((await ask(`${path}?batch=`, path === '/runs' ? { headers } : formOf({}, headers))).status).toBe(404);
  }, 60_000);
});

describe('judging', () => {
  const items = ['Is it a toast?', 'Is it warm?', { text: 'It has at most 5 words', check: 'words <= 5' }] as const;

  it('names what judges, what it may cost and what stays open, before anything is judged', async () => {
    const { ask, set } = await startPageService();
    expect((await ask(`/sets/${set.id}/judge`)).text).toMatch(
      /scripted judges 16 of 16 items.*\d+ calls? for a response of 400 words, its price is not known/u,
    );
    const alone = await startService({ mounts: [pageRoutes], command: 'groundrule view' });
    await alone.client.store.putSet(set);
    const { document } = parseHTML((await alone.ask(`/sets/${set.id}/judge`)).text);
    expect(document.querySelector('main')?.textContent).toContain('needs a model, and none is set up');
    expect(document.querySelector('main code')?.textContent).toBe('npx groundrule view --model NAME');
    expect(document.querySelector('main form')).toBeNull();
    const checklist = givenChecklist([...items], {});
    const saved = await alone.client.saveChecklist({ checklist, parent: null, changes: [] });
    const withChecks = await alone.ask(`/checklists/${saved}/judge`);
    expect(withChecks.text).toContain('code alone can decide 1 of 3 items, and 2 stay open');
    expect(withChecks.text).toContain('Judge by 3 items');
    const parts = givenChecklist([{ ...items[2], decides: 'part' }], {});
    const ofParts = await alone.client.saveChecklist({ checklist: parts, parent: null, changes: [] });
    expect((await alone.ask(`/checklists/${ofParts}/judge`)).text).toContain('needs a model, and none is set up');
  });

  it('says that most is open, and no rate, where it is so', async () => {
    const { ask, client } = await startService({ mounts: [pageRoutes] });
    const { id } = await client.judge('Dear Ada, I write to you about all of this.', [...items]);
    const { document } = parseHTML((await ask(`/judgements?id=${id}`)).text);
    expect(document.querySelector('main')?.textContent).toContain('2 of 3 verdicts are open.');
    expect(document.querySelector('main')?.textContent).not.toMatch(/\d %/u);
  });

  it('shows what differs and what is unmet, and exports the verdicts', async () => {
    const { ask, client } = await startService({ mounts: [pageRoutes] });
    const checks = [items[2], { text: 'It has at most 90 words', check: 'words <= 90' }];
    const made = [await client.judge('To Ada!', checks), await client.judge('To Ada, who is with us today!', checks)];
    const ids = made.map(({ id }) => `id=${id}`).join('&');
    const rowsOf = async (rows: string) =>
      parseHTML((await ask(`/judgements?${ids}&rows=${rows}`)).text).document.querySelectorAll('.grid tbody tr').length;
    expect([await rowsOf('all'), await rowsOf('differs'), await rowsOf('unmet')]).toEqual([2, 1, 1]);
    const csv = await ask(`/judgements/export?${ids}&format=csv`);
    expect(csv.text.trim().split('\r\n')).toHaveLength(5);
    expect(csv.headers['content-disposition']).toContain('judgements.csv');
    // What does not fit is refused, never left out without a word.
    const many = Array(21).fill(ids.split('&')[0]).join('&');
    for (const path of [`/judgements?${many}`, `/judgements/export?${many}`]) {
      const { status, text } = await ask(path);
      expect([status, text.includes('at most 20 responses')]).toEqual([422, true]);
    }
  });

  it('keeps its steps and its cost when it has ended', async () => {
    const service = await startPageService();
    const { ask, set } = service;
    const begun = await ask(`/sets/${set.id}/judge`, formOf({ response: ['To Mia!', 'Cheers.'] }));
    await afterWork(service, begun);
    const { document } = parseHTML((await ask(`${begun.headers.location ?? ''}&steps`)).text);
    expect(document.querySelectorAll('main section')).toHaveLength(2);
    for (const section of document.querySelectorAll('main section')) {
      expect(section.textContent).toMatch(/done.*cost unknown.*16 of 16 items judged/su);
      expect(section.querySelector('a')?.getAttribute('href')).toMatch(/^\/judgements\?id=jg_/u);
    }
  });
});

it('opens a set by the beginning of its id, and says where that is not enough', async () => {
  const { ask, set, hostile } = await startPageService();
  const same = Array.from(set.id).findIndex((letter, at) => letter !== hostile.id[at]);
  expect((await ask(`/sets/${set.id.slice(0, same + 1)}/sources`)).status).toBe(200);
  expect((await ask('/sets/cs_')).status).toBe(404);
  if (same > 3) expect((await ask(`/sets/${set.id.slice(0, same)}`)).status).toBe(422);
});

it('answers a wrong address with a page, programs with a problem', async () => {
  const { ask } = await startPageService();
  const page = await ask('/nothing-here', { headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.text]).toEqual([404, expect.stringContaining('<a href="/">To the start</a>')]);
  expect((await ask('/nothing-here')).headers['content-type']).toBe('application/problem+json');
  expect((await ask('/openapi.json', { headers: { accept: 'text/html' } })).status).toBe(200);
});

it('merges and splits the items of a checklist, keeps their quotes, and leads back', async () => {
  const { ask, client, set } = await startPageService();
  const { items } = checklistFromSet(set);
  const [first, second, third] = items;
  if (first === undefined || second === undefined || third === undefined) throw new Error('The set is too small.');
  const at = `/sets/${set.id}/curate`;
  const changes = {
    merge: [first.id, second.id],
    split: third.id,
    [`text-${third.id}`]: 'It is short.\r\nIt is kind.',
  };
  const saved = (await ask(at, formOf(changes))).headers.location ?? '';
  const record = SavedChecklist.parse((await client.records.get(saved.slice('/checklists/'.length)))?.value);
  const [merged, short, kind] = record.checklist.items;
  expect(record.checklist.items).toHaveLength(items.length);
  expect([merged?.id, short?.id]).toEqual([first.id, third.id]);
  expect(items.map(({ id }) => id)).not.toContain(kind?.id);
  expect([short?.text, kind?.text]).toEqual(['It is short.', 'It is kind.']);
  for (const { quote } of [...first.evidence, ...second.evidence])
    expect(merged?.evidence.map((piece) => piece.quote)).toContain(quote);
  expect([short?.evidence, kind?.evidence]).toEqual([third.evidence, third.evidence]);
  expect(record.changes).toEqual([expect.stringContaining('merged'), expect.stringContaining('split')]);

  const undo = parseHTML((await ask(saved)).text).document.querySelector('.actions a');
  expect(undo?.getAttribute('href')).toBe(at);
  const later = (await ask(`${saved}/curate`, formOf({ pin: first.id }))).headers.location ?? '';
  const undoLater = async () => parseHTML((await ask(later)).text).document.querySelector('.actions a');
  expect((await undoLater())?.getAttribute('href')).toBe(saved);
  await client.records.remove(saved.slice('/checklists/'.length));
  expect(await undoLater()).toBeNull();
  const alone = await ask(at, formOf({ merge: first.id }));
  expect([alone.status, alone.text]).toEqual([422, expect.stringContaining('One item alone cannot be merged.')]);
});

describe('work', () => {
  it('is followed by its owner alone, and stopped', async () => {
    const service = await startPageService({}, { latencyMs: 400 });
    const { ask } = service;
    const begun = await ask('/ask', formOf({ instruction: 'Write a wedding toast', mode: 'web', queries: '1' }));
    const path = begun.headers.location ?? '';
    const { document } = parseHTML((await ask(path)).text);
    expect(document.querySelector('[data-live]')?.textContent).toContain('Write a wedding toast');
    expect(document.querySelector('noscript meta')?.getAttribute('http-equiv')).toBe('refresh');
    const stop = document.querySelector('form[method=post]')?.getAttribute('action') ?? '';
    expect((await ask(stop, formOf({}))).status).toBe(303);
    expect((await ask(path)).text).toContain('cancelled');
    expect((await ask('/runs?job=job_1')).status).toBe(404);
    expect((await ask(path)).text).toMatch(/<a href="\/runs\/again\?job=/u);
  });

  it('shows each page as it is decided, and stays with the set when the job is gone', async () => {
    const service = await startPageService();
    const { ask, client } = service;
    const begun = await ask('/ask', formOf({ instruction: 'Write a wedding toast', mode: 'web', queries: '2' }));
    const path = await afterWork(service, begun);
    const set = await client.sets.named(path.slice('/sets/'.length));
    const { sources, queries } = set?.content ?? { sources: [], queries: [] };
    const watched = await ask(`${begun.headers.location ?? ''}&steps`);
    const { document } = parseHTML(watched.text);
    const listed = (title: string) =>
      [...document.querySelectorAll('section')].findLast((each) =>
        each.querySelector('h2')?.textContent.includes(title),
      );
    expect(listed('Pages')?.querySelectorAll('li')).toHaveLength(sources.length);
    expect(listed('Queries')?.querySelectorAll('li')).toHaveLength(queries.length);
    for (const { decision, reason } of sources) {
      expect(listed('Pages')?.textContent).toContain(decision.replaceAll('-', ' '));
      expect(listed('Pages')?.textContent).toContain(reason.trim());
    }
    await client.store.jobs.removeEndedBefore('9999');
    const kept = parseHTML((await ask(`${path}/run`)).text).document;
    const steps = [...kept.querySelectorAll('table')].find((each) => each.textContent.includes('What came of it'));
    const timeline = set?.run.timeline ?? [];
    expect(timeline.map(({ step }) => step)).toEqual(expect.arrayContaining(['queries', 'search', 'pages', 'rating']));
    expect(steps?.querySelectorAll('tbody tr')).toHaveLength(timeline.length);
    for (const { summary } of timeline) expect(steps?.textContent).toContain(summary);
    expect(kept.querySelector('aside')?.textContent).toContain(`found${sources.length}`);
  });

  it('expects of a discovery what the last ones took', async () => {
    const { ask } = await startPageService({}, { latencyMs: 100 });
    const input = { mode: 'web', queries: '1' };
    const first = await ask('/ask', formOf({ ...input, instruction: 'Write a wedding toast' }));
    const at = first.headers.location ?? '';
    expect((await ask(at)).text).not.toContain('as the last ones took');
    await expect.poll(async () => (await ask(at)).status, { timeout: 20_000 }).toBe(303);
    const second = await ask('/ask', formOf({ ...input, instruction: 'Write a toast for a wedding' }));
    expect((await ask(second.headers.location ?? '')).text).toMatch(/expected \d+\.\d+ s, as the last ones took/u);
  });
});

describe('where keys are asked for', () => {
  it('lets people sign in; a cookie opens pages and never the API', async () => {
    const service = await startPageService({ requiresKeys: true, firstKey: true });
    const { ask, addKey, set } = service;
    const closed = await ask(`/sets/${set.id}`);
    expect(closed.status).toBe(401);
    expect(closed.text).toContain('action="/sign-in"');
    expect(closed.text).not.toContain(set.content.task.instruction);
    const { key } = await addKey({ scopes: ['read'] });
    const signedIn = await ask('/sign-in', formOf({ key }));
    const [cookie = ''] = signedIn.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/HttpOnly.*SameSite=Strict/u);
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect((await ask(`/sets/${set.id}`, { headers })).status).toBe(200);
    expect((await ask('/v1/sets', { headers })).status).toBe(401);
    const refused = await ask(`/sets/${set.id}/without`, formOf({ without: 's2' }, headers));
    expect(refused.status).toBe(403);
    expect((await ask('/', { headers: { cookie: 'groundrule_key=grk_wrong' } })).status).toBe(401);
  });

  it('opens nothing but pages to a browser, whatever its key may do', async () => {
    const mounts = [pageRoutes, mcpMount];
    const { ask, addKey } = await startPageService({ requiresKeys: true, firstKey: true, mounts });
    const headers = { cookie: `groundrule_key=${(await addKey({ scopes: ['admin'] })).key}` };
    expect((await ask('/', { headers })).status).toBe(200);
    for (const path of ['/metrics', '/v1/jobs'])
      expect([path, (await ask(path, { headers })).status]).toEqual([path, 401]);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const asAgent = { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    expect((await ask('/mcp', { method: 'POST', headers: asAgent, body })).status).toBe(401);
  });

  it('shows judged texts, refinements and checklists to whoever had them made, and to nobody else', async () => {
    const service = await startPageService({ requiresKeys: true, firstKey: true });
    const [ada, ben] = [await service.addKey(), await service.addKey()];
    const response = 'A text that is nobody else’s.';
    const { json }: { json: { id: string } } = await service.post(
      '/v1/judgements',
      { response, checklist: ['Does it rhyme?'] },
      { authorization: `Bearer ${ada.key}` },
    );
    const shown = (key: string) =>
      service.ask(`/judgements?id=${json.id}`, { headers: { cookie: `groundrule_key=${key}` } });
    expect(await shown(ada.key)).toMatchObject({ status: 200, text: expect.stringContaining(response) as string });
    const others = await shown(ben.key);
    expect([others.status, others.text.includes(response)]).toEqual([404, false]);
    const curate = `/sets/${service.set.id}/curate`;
    const of = (key: string) => ({ cookie: `groundrule_key=${key}`, origin: service.url });
    await service.ask(curate, formOf({ drop: ['i1'] }, of(ada.key)));
    const linked = [ada, ben].map(async ({ key }) =>
      (await service.ask(curate, { headers: of(key) })).text.includes('href="/checklists/'),
    );
    expect(await Promise.all(linked)).toEqual([true, false]);
  });

  it('takes nothing for a key that is none, however long', async () => {
    const { ask } = await startPageService({ requiresKeys: true, firstKey: true });
    for (const key of ['grk_wrong', 'x'.repeat(7_000_000)]) {
      const { status, headers } = await ask('/sign-in', formOf({ key }));
      expect([401, 413]).toContain(status);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  it('lets them sign out, and keeps the key to encrypted ways where it came by one', async () => {
    const { ask, addKey, url } = await startPageService({ requiresKeys: true, firstKey: true });
    const { key } = await addKey({ scopes: ['read'] });
    const form = formOf({ key });
    const { host } = new URL(url);
    const throughProxy = formOf({ key }, { origin: `https://${host}` });
    expect((await ask('/sign-in', throughProxy)).headers['set-cookie']?.join()).toContain('Secure');
    expect((await ask('/sign-in', form)).headers['set-cookie']?.join()).not.toContain('Secure');
    const open = await ask('/', { headers: { cookie: `groundrule_key=${key}` } });
    expect(open.text).toContain('action="/sign-out"');
    expect((await ask('/')).text).not.toContain('action="/sign-out"');
    expect((await ask('/sign-out', formOf({}))).headers['set-cookie']?.join()).toMatch(/groundrule_key=;.*Max-Age=0/u);
  });
});
