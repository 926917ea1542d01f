/** The form that asks for criteria. It keeps what was typed, and says in words why it was refused. */
import { SETTINGS } from '../config/settings.ts';
import type { Problem } from '../domain/job.ts';
import { flag, markup, type Html } from '../report/markup.ts';
import { option, refusal } from './page.ts';

export interface AskForm {
  /** By their names, as they were typed. */
  readonly fields: Readonly<Partial<Record<FieldName, string>>>;
  /** Why they were refused. */
  readonly problem: Problem | null;
  /** Kinds of text to choose from, where none is plain. */
  readonly kinds: readonly string[];
}

/** Errors name the fields as people see them. */
const LABELS = {
  instruction: 'The writing task',
  context: 'Audience, source text or other circumstances',
  mode: 'How',
  kind: 'Kind of text',
  queries: 'Searches',
  since: 'No page older than',
  allowDomains: 'Only these domains',
} as const;
export type FieldName = keyof typeof LABELS;
export const FIELD_NAMES = Object.keys(LABELS) as readonly FieldName[];

function reasonText({ detail, errors = [] }: Problem): string {
  const labels: Readonly<Record<string, string>> = LABELS;
  const named = errors.map(({ pointer, detail: what }) => {
    const field = pointer.split('/')[1] ?? '';
    return `${labels[field] ?? field}: ${what}.`;
  });
  return named.length === 0 ? detail : named.join(' ');
}

/** Of the buttons that answer which kind is meant: the field may hold another one. Empty: none of those that are offered. */
export const CHOSEN_KIND = 'chosenKind';

/** @param hasModel without one the kind counts, and stands beside the task */
export function askForm({ fields, problem, kinds }: AskForm, hasModel: boolean): Html {
  const { instruction = '', context = '', mode = '', kind = '', queries = '', since = '', allowDomains = '' } = fields;
  const modes = [option('', 'as set up', mode), ...SETTINGS.mode.choices.map((each) => option(each, each, mode))];
  const hasLimits = FIELD_NAMES.some(
    (name) => name !== 'instruction' && (hasModel || name !== 'kind') && (fields[name] ?? '') !== '',
  );
  const kindField = markup`<label>${LABELS.kind}${hasModel ? ', without a model' : ''} <input type="text" name="kind" maxlength="100" placeholder="as the task says, such as cover letter" value="${kind}"></label>`;
  const choices = kinds.map(
    (name) => markup`<button class="quiet" name="${CHOSEN_KIND}" value="${name}">${name}</button>`,
  );
  // Below the button that sends the form: Enter in a field presses the first one.
  const question =
    kinds.length === 0
      ? ''
      : markup`<p class="note warn" role="alert">The kind of text is not plain. Which is it? You can also name another one above.</p><p class="row">${choices}<button class="quiet" name="${CHOSEN_KIND}" value="">None of these</button></p>`;
  return markup`<p class="soft">Groundrule reads what experts advise on this kind of text, and keeps the proof for every criterion.</p>
${refusal(problem === null ? undefined : reasonText(problem))}<form method="post" action="/ask" class="card">
<label for="instruction">${LABELS.instruction}</label>
<textarea id="instruction" name="instruction" required maxlength="20000" rows="3" placeholder="Write a cover letter for a first job in nursing">${instruction}</textarea>
${hasModel ? '' : kindField}
<details${flag('open', hasLimits)}><summary class="soft">Circumstances and limits</summary>
<label>${LABELS.context} <textarea name="context">${context}</textarea></label>
<div class="fields"><label>${LABELS.mode} <select name="mode">${modes}</select></label>
${hasModel ? kindField : ''}
<label>${LABELS.queries} <input type="number" name="queries" min="1" max="10" value="${queries}"></label>
<label>${LABELS.since} <input type="text" name="since" placeholder="2020-01-31" pattern="\\d{4}-\\d\\d-\\d\\d" title="A day, such as 2020-01-31" value="${since}"></label>
<label>${LABELS.allowDomains} <input type="text" name="allowDomains" placeholder="edu, gov.uk" value="${allowDomains}"></label></div></details>
<p class="row"><button>Find the criteria</button></p>
${question}</form>`;
}
