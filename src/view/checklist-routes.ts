/** Pages of checklists: those of sets and those that people saved; judging by them. */
import { SavedChecklist, type Checklist } from '../domain/checklist.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import type { RecordSummary, StoredRecord } from '../domain/stored-record.ts';
import { checklistFromSet } from '../judge/checklist-from-set.ts';
import { MAX_ITEMS } from '../judge/checklists/given-checklist.ts';
import { curate, describeEdits, type Edits } from '../judge/curate.ts';
import { markup, type Html } from '../report/markup.ts';
import { demandOf, minute, plural } from '../report/words.ts';
import { MAX_RESPONSE_CHARS } from '../service/requests.ts';
import { callerWith } from '../service/guard.ts';
import { addOwner } from '../jobs/queue/record-owner.ts';
import { ownerFor, readOwnRecord } from '../service/record-owners.ts';
import type { Mount, Service } from '../service/service.ts';
import { idOf, notFound, pagesOf, readForm, orRefused, type Form, type PageContext } from './answer.ts';
import { checklistPage, judgePage, SAMPLE_WORDS, type RefusedForm, type Step } from './checklist-page.ts';
import { MAX_WORDS_CHARS } from './home-list.ts';
import { MAX_SIDE_BY_SIDE } from './judgements-page.ts';
import { tabs } from './page.ts';
import { setHead } from './set-head.ts';
import { requireSet } from './set-routes.ts';
import { begin } from './work-routes.ts';

const MAX_HISTORY = 50;
/** Of as many lists each that are looked through for those of a set. */
const MAX_PAGES = 20;

/** A checklist with its pages: a set's, or a saved one. */
interface Shown {
  readonly path: string;
  readonly checklist: Checklist;
  /** The saved checklist that a change is made to; null: a set's. */
  readonly parent: string | null;
  readonly history: readonly Step[];
  readonly headOf: (tab: 'Judge' | 'Curate') => Html;
}

async function ofSet(service: Service, c: PageContext): Promise<Shown> {
  const set = await requireSet(service, idOf(c));
  const path = `/sets/${set.id}`;
  const lists = await savedListsOf(service, c, set);
  const headOf = (tab: 'Judge' | 'Curate') => markup`${setHead(set, tab)}${savedHtml(lists, tab)}`;
  return { path, checklist: checklistFromSet(set), parent: null, history: [], headOf };
}

/** The caller's checklists that were made of the set, newest first, without those that were changed further. */
async function savedListsOf({ client }: Service, c: PageContext, { id, content }: CriteriaSet) {
  // A saved checklist is called by its instruction; words find longer ones, too.
  const { instruction } = content.task;
  const search = { kind: 'checklist', words: instruction.slice(0, MAX_WORDS_CHARS) } as const;
  const owner = ownerFor(callerWith(c, null));
  const lists: (Pick<StoredRecord, 'id' | 'savedAt'> & { items: number; parent: string | null })[] = [];
  let after: RecordSummary | undefined;
  for (let pages = 0; pages < MAX_PAGES && lists.length < MAX_HISTORY; pages += 1) {
    const found = await client.records.list(MAX_HISTORY, { ...search, owner, after });
    const named = found.filter(({ name }) => name === instruction);
    for (const record of await Promise.all(named.map((each) => client.records.get(each.id)))) {
      const read = SavedChecklist.safeParse(record?.value);
      if (record === null || !read.success) continue;
      const { checklist, parent } = read.data;
      if (checklist.items.some(({ from }) => from?.set === id))
        lists.push({ id: record.id, savedAt: record.savedAt, items: checklist.items.length, parent });
    }
    after = found.at(-1);
    if (found.length < MAX_HISTORY) break;
  }
  const changed = new Set(lists.map(({ parent }) => parent));
  return lists.filter((each) => !changed.has(each.id));
}

function savedHtml(lists: Awaited<ReturnType<typeof savedListsOf>>, tab: 'Judge' | 'Curate'): Html | '' {
  if (lists.length === 0) return '';
  const end = tab === 'Judge' ? '/judge' : '';
  const links = lists.map(
    (each, at) =>
      markup`${at === 0 ? '' : ', '}<a href="/checklists/${each.id}${end}">${plural(each.items, 'item')}, ${minute(each.savedAt)} UTC</a>`,
  );
  return markup`<p>Checklists saved from this set: ${links}</p>`;
}

async function saved({ client }: Service, c: PageContext): Promise<Shown> {
  const caller = callerWith(c, null);
  const id = idOf(c);
  const history: Step[] = [];
  const checklists: Checklist[] = [];
  for (let at: string | null = id; at !== null && history.length < MAX_HISTORY;) {
    const record = await readOwnRecord(client, caller, at);
    if (record?.kind !== 'checklist') break;
    const { checklist, parent, changes } = SavedChecklist.parse(record.value);
    history.push({ id: at, savedAt: record.savedAt, changes, parent });
    checklists.push(checklist);
    at = parent;
  }
  const [checklist] = checklists;
  if (checklist === undefined) throw notFound('checklist');
  const path = `/checklists/${id}`;
  const all = [
    { name: 'Curate', path },
    { name: 'Judge', path: `${path}/judge` },
  ];
  const headOf = (tab: string) =>
    markup`<p class="kind">A checklist for</p><h1 class="verse" dir="auto">${checklist.task?.instruction ?? 'any text'}</h1><p class="soft small"><code>${id}</code></p>${tabs('This checklist', all, tab)}`;
  return { path, checklist, parent: id, history, headOf };
}

export const checklistRoutes: Mount = (app, service) => {
  const { get, post } = pagesOf(app);
  const curating = (shown: Shown, refused?: RefusedForm) =>
    checklistPage({ ...shown, head: shown.headOf('Curate'), action: `${shown.path}/curate`, refused });
  const sample = Array.from({ length: SAMPLE_WORDS }, () => 'word').join(' ');
  const judging = async (shown: Shown, refused?: RefusedForm) => {
    const plan = await service.client.planJudgement(shown.checklist, sample);
    const { command } = service;
    return judgePage({ ...shown, head: shown.headOf('Judge'), action: `${shown.path}/judge`, plan, command, refused });
  };

  for (const [at, shownOf] of [['/sets/:id', ofSet] as const, ['/checklists/:id', saved] as const]) {
    get(`${at}/judge`, async (c) => judging(await shownOf(service, c)));
    post(`${at}/judge`, 'judge', async (c) => {
      const shown = await shownOf(service, c);
      const { checklist } = shown;
      const form = await readForm(c);
      const work = async () => {
        const inputs = (await responsesOf(form)).map((response) => ({ response, checklist }));
        return begin(c, service, 'judgement', inputs);
      };
      return orRefused(work, (problem) => judging(shown, { form, problem }));
    });
    post(`${at}/curate`, 'judge', async (c) => {
      const shown = await shownOf(service, c);
      const form = await readForm(c);
      const work = () => saveEdited(c, service, shown, editsOf(form, shown.checklist));
      return orRefused(work, (problem) => curating(shown, { form, problem }));
    });
  }
  get('/sets/:id/curate', async (c) => curating(await ofSet(service, c)));
  get('/checklists/:id', async (c) => curating(await saved(service, c)));
};

/** Keeps a checklist as a person edited it. @returns where it is shown @throws InputError where an edit cannot be made */
export async function saveEdited(
  c: PageContext,
  { client }: Service,
  { checklist: before, parent }: Pick<Shown, 'checklist' | 'parent'>,
  edits: Edits,
): Promise<Response> {
  const checklist = curate(before, edits);
  const id = await client.saveChecklist({ checklist, parent, changes: describeEdits(before, edits, checklist) });
  await addOwner(client.store.kept, id, callerWith(c, 'judge').id);
  return c.redirect(`/checklists/${id}`, 303);
}

/** @throws InputError without a response, or for one that is too long, and a file that is empty or not text */
async function responsesOf(form: Form): Promise<readonly { readonly name: string; readonly response: string }[]> {
  const pasted = form
    .all('response')
    .map((response, at) => ({ name: `response ${at + 1}`, response }))
    .filter(({ response }) => response.trim() !== '');
  const files = await Promise.all(
    form.files('file').map(async (file) => {
      if (file.size === 0) throw new InputError(`${file.name} is empty.`);
      const bytes = await file.arrayBuffer();
      try {
        return { name: file.name, response: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
      } catch {
        throw new InputError(`${file.name} is not UTF-8 text.`);
      }
    }),
  );
  const all = [...pasted, ...files];
  if (all.length > MAX_SIDE_BY_SIDE)
    throw new InputError(`${all.length} responses are too many for a page: at most ${MAX_SIDE_BY_SIDE} at once.`);
  if (all.length === 0) throw new InputError('Paste a response, or choose a file.');
  const long = all.find(({ response }) => response.length > MAX_RESPONSE_CHARS);
  if (long !== undefined)
    throw new InputError(
      `${long.name} has ${long.response.length} characters: at most ${MAX_RESPONSE_CHARS} are judged.`,
    );
  return all;
}

/** Only the changes to the checklist. */
function editsOf(form: Form, { items }: Checklist): Edits {
  const pinned = new Set(form.all('pin'));
  const drop = form.all('drop');
  const dropped = new Set(drop);
  const kept = items.filter(({ id }) => !dropped.has(id));
  const add = linesOf(form.one('add'));
  const split = new Map(
    kept
      .filter(({ id }) => form.all('split').includes(id))
      .map(({ id, text }) => [id, linesOf(form.all(`text-${id}`)[0] ?? text)] as const),
  );
  const parts = [...split.values()].reduce((sum, texts) => sum + texts.length - 1, 0);
  if (kept.length + parts + add.length > MAX_ITEMS) throw new InputError(`A checklist may have ${MAX_ITEMS} items.`);
  // A field that is not sent changes nothing; one that was emptied is refused, as it is where others edit.
  const texts = kept.map(({ id, text }) => [id, form.all(`text-${id}`)[0]?.trim() ?? text] as const);
  const weights = kept.map(({ id, weight }) => [id, weightIn(form.all(`weight-${id}`)[0], id) ?? weight] as const);
  const before = new Map<string, (typeof items)[number]>(items.map((item) => [item.id, item]));
  return {
    drop,
    pin: kept.filter(({ id, pinned: was }) => pinned.has(id) && !was).map(({ id }) => id),
    unpin: kept.filter(({ id, pinned: was }) => !pinned.has(id) && was).map(({ id }) => id),
    reword: new Map(
      texts.filter(([id, text]) => before.get(id)?.text !== text && !split.has(id) && !form.all('merge').includes(id)),
    ),
    merge: mergeIn(form, new Map(texts), items),
    split,
    weight: new Map(weights.filter(([id, weight]) => before.get(id)?.weight !== weight)),
    add,
  };
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n', MAX_ITEMS + 1)
    .map((line) => line.trim())
    .filter(Boolean);
}

/** In the words of whoever reworded one of them, or in those of all. */
function mergeIn(form: Form, texts: ReadonlyMap<string, string>, items: Checklist['items']): Edits['merge'] {
  const ids = form.all('merge');
  if (ids.length === 0) return undefined;
  const parts = items.filter(({ id }) => ids.includes(id));
  const reworded = parts.flatMap(({ id, text }) => {
    const sent = texts.get(id);
    return sent === undefined || sent === text ? [] : [sent];
  });
  const all = parts.map(({ text }, at) => (at === 0 ? text.replace(/[.?]$/u, '') : demandOf(text)));
  return { ids, text: reworded.length > 0 ? reworded.join('; ') : all.join('; ') };
}

function weightIn(written: string | undefined, id: string): number | undefined {
  if (written === undefined) return undefined;
  if (written.trim() !== '' && !Number.isNaN(Number(written))) return Number(written);
  const what = written.trim() === '' ? '' : ` “${written}” is no number;`;
  throw new InputError(`${id} has no weight:${what} give it one from −100 to 100.`);
}
