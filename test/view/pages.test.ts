/** The audit pages over HTTP, as a browser without scripts gets them. */
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { criteriaSetId } from '../../src/discover/set-id.ts';
import type { Answer } from '../support/service.ts';
import { mcpMount } from '../../src/mcp/mount.ts';
import { pageRoutes } from '../../src/view/routes.ts';
import { formOf, HOSTILE, startPageService, type PageService } from '../support/page-service.ts';

const MAX_BYTES = 150_000;

/** Whatever is in the store: our script and style alone, no handlers, and links that lead to pages. */
function expectHarmless({ text, headers }: Answer): void {
  const { document } = parseHTML(text);
  const scripts = [...document.querySelectorAll('script')];
  expect(scripts.map((each) => [each.textContent, each.getAttribute('src')?.startsWith('/assets/')])).toEqual([
    ['', true],
  ]);
  expect(document.querySelectorAll('style, img, iframe, object, embed, base').length).toBe(0);
  for (const element of document.querySelectorAll('*')) {
    const names = [...element.attributes].map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('on') || name === 'style' || name === 'autofocus')).toEqual([]);
    for (const name of ['href', 'action']) {
      const address = element.getAttribute(name);
      if (address !== null) expect(address).toMatch(/^(?:\/(?!\/)|#|https?:\/\/)/u);
    }
  }
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
}

/** Follows the work to what came of it. */
async function afterWork({ ask }: PageService, answer: Answer): Promise<string> {
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
    const more = [`${at}/sources?without=s2`, `${at}/curate`, `${at}/judge`, `${at}/live`];
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
    expect(document.querySelector('thead th:nth-child(3)')?.textContent).toBe('<img src=x onerror=1>.txt');
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

describe('a set', () => {
  it('is filtered by what the address says; what it says wrongly is ignored', async () => {
    const { ask, set } = await startPageService();
    const shown = async (query: string) =>
      parseHTML((await ask(`/sets/${set.id}?${query}`)).text).document.querySelectorAll('.rows > li').length;
    expect(await shown('')).toBe(16);
    expect(await shown('show=all')).toBe(17);
    expect(await shown('block=stated')).toBe(1);
    expect(await shown('relevance=8.5')).toBe(2);
    expect(await shown('words=STORY')).toBe(2);
    expect(await shown('support=disputed&show=all')).toBe(2);
    expect(await shown('support=none')).toBe(0);
    expect(await shown('relevance=high&block=both&sites=-1')).toBe(16);
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

  it('is taken without some of its sources as a set of its own', async () => {
    const { ask, set, client } = await startPageService();
    const answer = await ask(`/sets/${set.id}/without`, formOf({ without: ['s2'] }));
    const id = answer.headers.location?.split('/').at(-1) ?? '';
    expect((await client.sets.get(id))?.content.parent).toEqual({ set: set.id, without: ['s2'] });
    expect((await ask(`/sets/${id}`)).text).toContain(`Taken from <a href="/sets/${set.id}">`);
    const refused = await ask(`/sets/${set.id}/without`, formOf({ without: ['s1', 's2'] }));
    expect([refused.status, refused.headers['content-type']]).toEqual([422, 'text/html; charset=UTF-8']);
  });
});

describe('a checklist', () => {
  it('is saved with every change, and judged by', async () => {
    const service = await startPageService();
    const { ask, set } = service;
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
    const judged = await ask(
      `${second.headers.location ?? ''}/judge`,
      formOf({ response: ['To Mia!', ' ', 'Cheers.'] }),
    );
    const table = parseHTML((await ask(await afterWork(service, judged))).text).document;
    expect(table.querySelectorAll('thead th')).toHaveLength(4);
    expect(table.querySelectorAll('.verdicts tbody tr')).toHaveLength(15);
  });

  it('refuses what cannot be, and says so beside the form', async () => {
    const { ask, set } = await startPageService();
    const all = Array.from({ length: 16 }, (_, at) => `i${at + 1}`);
    expect((await ask(`/sets/${set.id}/curate`, formOf({ drop: all }))).text).toContain('Nothing would be left');
    expect((await ask(`/sets/${set.id}/curate`, formOf({ 'weight-i1': '900' }))).text).toContain(
      'must be from 0 to 100',
    );
    expect((await ask(`/sets/${set.id}/judge`, formOf({ response: ' ' }))).text).toContain('Paste a response');
    expect((await ask('/ask', formOf({ instruction: ' ' }))).text).toContain('role="alert"');
    expect((await ask('/ask', { method: 'POST', body: '{}' })).status).toBe(400);
  });
});

it('answers a wrong address with a page, programs with a problem', async () => {
  const { ask } = await startPageService();
  const page = await ask('/nothing-here', { headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.text]).toEqual([404, expect.stringContaining('<a href="/">To the start</a>')]);
  expect((await ask('/nothing-here')).headers['content-type']).toBe('application/problem+json');
  expect((await ask('/openapi.json', { headers: { accept: 'text/html' } })).status).toBe(200);
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
    expect((await ask('/v1/criteria', { headers })).status).toBe(401);
    const form = formOf({ without: 's2' });
    const refused = await ask(`/sets/${set.id}/without`, { ...form, headers: { ...form.headers, ...headers } });
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
    const throughProxy = { ...form, headers: { ...form.headers, origin: `https://${host}` } };
    expect((await ask('/sign-in', throughProxy)).headers['set-cookie']?.join()).toContain('Secure');
    expect((await ask('/sign-in', form)).headers['set-cookie']?.join()).not.toContain('Secure');
    const open = await ask('/', { headers: { cookie: `groundrule_key=${key}` } });
    expect(open.text).toContain('action="/sign-out"');
    expect((await ask('/')).text).not.toContain('action="/sign-out"');
    expect((await ask('/sign-out', formOf({}))).headers['set-cookie']?.join()).toMatch(/groundrule_key=;.*Max-Age=0/u);
  });
});
