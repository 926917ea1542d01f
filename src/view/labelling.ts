/** A person beside the judge: labels by hand, blind or not, and how far they agree. */
import type { ChecklistItem } from '../domain/checklist.ts';
import { answerOf, labelOf, MAX_REMARK_CHARS, type Label, type Labels } from '../domain/labels.ts';
import type { Answer, Judgement, Verdict } from '../domain/judgement.ts';
import { blocksHtml } from '../report/html.ts';
import { flag, markup, type Html } from '../report/markup.ts';
import { peopleSection } from '../report/labels.ts';
import { NO_VERDICT } from '../report/verdict.ts';

/** Which verdict is open: a response by its place, an item by its id. */
export interface Cell {
  readonly response: number;
  readonly item: string;
}

export interface Labelling {
  /** Who labels; empty: nobody does now. */
  readonly by: string;
  /** The judge's verdicts stay hidden until the person has given theirs. */
  readonly isBlind: boolean;
  /** Of each response, in their order. */
  readonly labels: readonly (readonly Labels[])[];
}

export const ANSWER_NAMES: Readonly<Record<Answer, string>> = { yes: 'yes', no: 'no', 'not-applicable': 'n/a' };

const HIDDEN: Verdict = { ...NO_VERDICT, reason: 'The judge’s verdict is shown when you have given yours.' };

/** The verdicts that a person who labels blind may see: those that they have labelled. */
export function unmasked(judgement: Judgement, place: number, { by, isBlind, labels }: Labelling): Judgement {
  if (!isBlind) return judgement;
  const verdicts = judgement.verdicts.map(({ itemId, verdict }) =>
    labelOf(labels[place] ?? [], by, itemId) === null ? { itemId, verdict: HIDDEN } : { itemId, verdict },
  );
  return { ...judgement, verdicts };
}

export function ownLabel({ by, labels }: Labelling, { response, item }: Cell): Label | null {
  return by === '' ? null : labelOf(labels[response] ?? [], by, item);
}

/** Each response with what people said of it. */
export function labelledIn(judgements: readonly Judgement[], { labels }: Labelling) {
  return judgements.map((judgement, place) => ({ judgement, labels: labels[place] ?? [] }));
}

/** The next verdict without a label of this person; null: all have one. */
export function nextCell(judgements: readonly Judgement[], labelling: Labelling): Cell | null {
  const cells = judgements.flatMap(({ checklist }, response) =>
    checklist.items.map(({ id }) => ({ response, item: id })),
  );
  return cells.find((cell) => ownLabel(labelling, cell) === null) ?? null;
}

/** Keeps who labels, and how, from page to page. */
export function labellingFields({ by, isBlind }: Labelling): Html {
  return markup`${by === '' ? '' : markup`<input type="hidden" name="by" value="${by}">`}${isBlind ? markup`<input type="hidden" name="blind" value="on">` : ''}`;
}

/** @param stop the address of the page without labelling */
export function beginForm(ids: readonly Html[], { by, isBlind }: Labelling, stop: string): Html {
  const end = by === '' ? '' : markup`<a href="${stop}">Stop labelling</a>`;
  return markup`<details class="no-print small"${flag('open', by !== '')}><summary>Label by hand</summary><form method="get" action="/judgements" aria-label="Label by hand">${ids}<p class="row"><label class="inline">Your name <input type="text" name="by" maxlength="80" required value="${by}"></label><label class="inline"><input type="checkbox" name="blind"${flag('checked', isBlind || by === '')}> Without seeing the judge’s verdicts</label><button class="quiet">${by === '' ? 'Begin' : 'Change'}</button>${end}</p></form></details>`;
}

export interface LabelForm {
  /** Hidden fields with the ids of the responses. */
  readonly ids: readonly Html[];
  readonly judgement: Judgement & { readonly id: string };
  readonly item: ChecklistItem;
  readonly cell: Cell;
  readonly labelling: Labelling;
}

/** What people said of one verdict; nothing while somebody labels blind. */
export function labelLines({ isBlind, labels }: Labelling, { response, item }: Cell): readonly string[] {
  if (isBlind) return [];
  return (labels[response] ?? []).flatMap(({ by, labels: given }) =>
    given
      .filter(({ itemId }) => itemId === item)
      .map(({ answer, remark, isBlind: wasBlind }) => {
        const how = wasBlind ? ', without seeing the judge’s verdict' : '';
        return `${by} says ${ANSWER_NAMES[answer]}${how}${remark === '' ? '.' : `: ${remark}`}`;
      }),
  );
}

/** Below a verdict, for the person who labels. */
export function labelForm({ ids, judgement, item, cell, labelling }: LabelForm): Html | '' {
  if (labelling.by === '') return '';
  const label = ownLabel(labelling, cell);
  const answers = Object.entries(ANSWER_NAMES).map(
    ([answer, name]) =>
      markup`<button name="answer" value="${answer}"${answer === label?.answer ? markup` aria-current="true"` : ''}>${name}</button>`,
  );
  const judged = answerOf(judgement.verdicts.find(({ itemId }) => itemId === item.id)?.verdict);
  const isWrong = label !== null && label.remark !== '' && judged !== null && judged !== label.answer;
  const note = isWrong
    ? markup`<form method="post" action="/judgements/${judgement.id}/observe"><input type="hidden" name="item" value="${item.id}"><input type="hidden" name="remark" value="${label.remark}"><p class="row"><button class="quiet">Note the remark on the criterion</button></p></form>`
    : '';
  return markup`<form method="post" action="/judgements/label" class="card no-print" aria-label="Your verdict">${ids}${labellingFields(labelling)}<input type="hidden" name="cell" value="${cell.response}.${cell.item}"><p class="strong">Does the response meet it? You, ${labelling.by}:</p>
<label>Remark <textarea name="remark" rows="2" maxlength="${MAX_REMARK_CHARS}">${label?.remark ?? ''}</textarea></label><p class="row">${answers}</p></form>${note}`;
}

/** How far everybody has come, and where they agree; without figures while somebody labels blind. */
export function agreementHtml(judgements: readonly Judgement[], ids: readonly Html[], labelling: Labelling): Html | '' {
  const { isBlind } = labelling;
  const people = peopleSection(labelledIn(judgements, labelling), !isBlind);
  if (people === null) return '';
  // Whoever labels blind gets no judge's verdicts in a file.
  if (isBlind) return markup`${blocksHtml([people])}`;
  return markup`${blocksHtml([people])}<form method="get" action="/judgements/labels" class="no-print">${ids}<p class="row small"><button class="quiet">Export the labels (CSV)</button></p></form>`;
}
