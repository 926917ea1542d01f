/** The head of every page of a set, and where its parts link to. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { blocksHtml, inlineHtml } from '../report/html.ts';
import { markup, type Html } from '../report/markup.ts';
import { badge, lines, notes, paint, verbatim } from '../report/report.ts';
import { setNotes } from '../report/set-notes.ts';
import type { Links } from '../report/source.ts';
import { contextOfSet, countsOfSet, originOfSet, parentLine } from '../report/whole-set.ts';
import { plural } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import { tabs } from './page.ts';

const PATHS = {
  Criteria: '',
  Sources: '/sources',
  Judge: '/judge',
  Curate: '/curate',
  'Live audit': '/live',
  Run: '/run',
} as const;
/** Of the instruction in the title: a longer one stands whole in the details. */
const MAX_TITLE_CHARS = 240;

export type SetTab = keyof typeof PATHS;

export function setHead(set: CriteriaSet, here: SetTab): Html {
  const all = Object.entries(PATHS).map(([name, path]) => ({ name, path: `/sets/${set.id}${path}` }));
  const compare = { name: 'Compare', path: `/compare?before=${set.id}` };
  return markup`<p class="kind">Criteria for</p>
<h1 class="verse" dir="auto">${shorten(set.content.task.instruction, MAX_TITLE_CHARS)}</h1>
${aboutHtml(set)}
${tabs('This set', [...all, compare], here)}`;
}

/** One line that opens: a phone has to show criteria above the fold. Wide windows show all of it. */
function aboutHtml(set: CriteriaSet): Html {
  const { task, warnings } = set.content;
  const warned = warnings.length === 0 ? '' : markup` ${inlineHtml(badge(plural(warnings.length, 'warning'), 'warn'))}`;
  const whole = task.instruction.length > MAX_TITLE_CHARS ? task.instruction : null;
  const details = [lines(paint.soft(originOfSet(set))), verbatim(whole), contextOfSet(set), notes('warn', ...warnings)];
  return markup`<div class="small">${blocksHtml([lines(parentLine(set, (id) => `/sets/${id}`)), ...setNotes(set.content, false)])}
<details class="about"><summary class="soft">${countsOfSet(set)}${warned}</summary>${blocksHtml(details)}</details></div>`;
}

/** A criterion has a page of its own: a list need not show it. */
export function setLinks(id: string): Links {
  return {
    source: (sourceId) => ({ path: `/sets/${id}/sources#${sourceId}` }),
    criterion: (criterionId) => ({ path: `/sets/${id}/criteria/${criterionId}` }),
  };
}
