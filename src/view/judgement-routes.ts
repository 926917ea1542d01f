/** Pages of judgements side by side, and of people who label them. */
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import { Judgement } from '../domain/judgement.ts';
import { Label, labelOf, Labels } from '../domain/labels.ts';
import { labelsOf, putLabel } from '../judge/labels.ts';
import { addOwner } from '../jobs/queue/record-owner.ts';
import { PLAIN_LAYOUT } from '../report/layout.ts';
import { renderJudgements } from '../report/judgement.ts';
import { toCsv } from '../report/csv.ts';
import { labelRowsOf } from '../report/labels.ts';
import { callerWith } from '../service/guard.ts';
import { parseInput } from '../service/read-body.ts';
import { ownerFor } from '../service/record-owners.ts';
import type { Mount } from '../service/service.ts';
import { download, idOf, notFound, ownRecord, pagesOf, readForm, type PageContext } from './answer.ts';
import { saveEdited } from './checklist-routes.ts';
import { addressOf, judgementsPage, VERDICT_EXPORTS, type KeptJudgement } from './judgements-page.ts';
import { labelledIn, nextCell, type Cell, type Labelling } from './labelling.ts';
import { begin, refuseTooMany } from './work-routes.ts';

const Rows = z.object({ rows: z.enum(['all', 'differs', 'unmet']).catch('all') });
const Exporting = z.object({ format: z.enum(Object.keys(VERDICT_EXPORTS) as ['csv']).catch('csv') });
const Given = Label.extend({ by: Labels.shape.by });

export const judgementRoutes: Mount = (app, service) => {
  const { store } = service.client;
  const { get, post } = pagesOf(app);

  const judgementOf = async (c: PageContext, id: string): Promise<KeptJudgement> => ({
    ...Judgement.parse((await ownRecord(c, service, id, 'judgement')).value),
    id,
  });

  /** @throws InputError where they were judged by different checklists */
  const judgementsOf = async (c: PageContext, ids: readonly string[]): Promise<readonly KeptJudgement[]> => {
    refuseTooMany(ids.length, 'Open fewer together.');
    const judgements = await Promise.all(ids.map((id) => judgementOf(c, id)));
    const [first] = judgements;
    if (first === undefined) throw notFound('judgement');
    const itemsOf = ({ checklist }: Judgement) => checklist.items.map(({ text }) => text).join('\n');
    if (judgements.some((each) => itemsOf(each) !== itemsOf(first)))
      throw new InputError('Responses that were judged by different checklists have no table together.');
    return judgements;
  };

  const ownerOf = (c: PageContext) => ownerFor(callerWith(c, null));
  const labellingOf = async (
    c: PageContext,
    judgements: readonly KeptJudgement[],
    by: string,
    blind: string,
  ): Promise<Labelling> => ({
    by,
    isBlind: by !== '' && blind !== '',
    labels: await Promise.all(judgements.map(({ id }) => labelsOf(store, id, ownerOf(c)))),
  });

  get('/judgements', async (c) => {
    const { rows } = Rows.parse(c.req.query());
    const judgements = await judgementsOf(c, c.req.queries('id') ?? []);
    const { by = '', blind = '', cell } = c.req.query();
    return judgementsPage(judgements, cellOf(cell), rows, await labellingOf(c, judgements, by.trim(), blind));
  });
  get('/judgements/export', async (c) => {
    const judgements = await judgementsOf(c, c.req.queries('id') ?? []);
    const { format } = Exporting.parse(c.req.query());
    const { type, file } = VERDICT_EXPORTS[format];
    return c.body(await renderJudgements(judgements, format, PLAIN_LAYOUT), 200, download(type, `judgements.${file}`));
  });
  get('/judgements/labels', async (c) => {
    const judgements = await judgementsOf(c, c.req.queries('id') ?? []);
    const rows = labelRowsOf(labelledIn(judgements, await labellingOf(c, judgements, '', '')));
    return c.body(toCsv(rows), 200, download('text/csv', 'labels.csv'));
  });
  post('/judgements/label', 'judge', async (c) => {
    const form = await readForm(c);
    const judgements = await judgementsOf(c, form.all('id'));
    const cell = cellOf(form.one('cell'));
    const judgement = cell === null ? undefined : judgements[cell.response];
    if (cell === null || judgement?.verdicts.some(({ itemId }) => itemId === cell.item) !== true)
      throw notFound('verdict');
    const before = await labellingOf(c, judgements, form.one('by'), form.one('blind'));
    const earlier = labelOf(before.labels[cell.response] ?? [], before.by, cell.item);
    const { by, ...label } = parseInput(Given, {
      ...{ itemId: cell.item, by: before.by, answer: form.one('answer'), remark: form.one('remark') },
      // Who labels once more has seen what the judge says.
      isBlind: earlier === null ? before.isBlind : earlier.isBlind,
    });
    const id = await putLabel(store, { judgement, by, label, owner: ownerOf(c) }, new Date());
    await addOwner(store.kept, id, callerWith(c, 'judge').id);
    const after = await labellingOf(c, judgements, by, form.one('blind'));
    // Who labels for the first time goes on; who changes a label stays.
    const next = earlier === null ? nextCell(judgements, after) : null;
    const at = next ?? cell;
    return c.redirect(`/judgements?${addressOf(judgements, after)}&cell=${at.response}.${at.item}#cell`, 303);
  });
  post('/judgements/:id/observe', 'judge', async (c) => {
    const { checklist } = await judgementOf(c, idOf(c));
    const form = await readForm(c);
    const edits = { observe: new Map([[form.one('item'), form.one('remark')]]) };
    return saveEdited(c, service, { checklist, parent: null }, edits);
  });
  post('/judgements/:id/refine', 'judge', async (c) => {
    const { name, response, checklist } = await judgementOf(c, idOf(c));
    return begin(c, service, 'refinement', [{ response: { name, response }, checklist }]);
  });
};

/** `1.i3`: the second response, the third item. */
function cellOf(text: string | undefined): Cell | null {
  const [, response, item] = /^(\d{1,3})\.(i\d{1,6})$/u.exec(text ?? '') ?? [];
  return response === undefined || item === undefined ? null : { response: Number(response), item };
}
