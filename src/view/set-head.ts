/** The head of every page of a set, and where its parts link to. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { blocksHtml } from '../report/html-blocks.ts';
import { markup, type Html } from '../report/markup.ts';
import type { Links } from '../report/source.ts';
import { aboutSet } from '../report/whole-set.ts';
import { tabs } from './page.ts';

const PATHS = { Criteria: '', Sources: '/sources', Judge: '/judge', Curate: '/curate', 'Live audit': '/live' } as const;

export type SetTab = keyof typeof PATHS;

export function setHead(set: CriteriaSet, here: SetTab): Html {
  const all = Object.entries(PATHS).map(([name, path]) => ({ name, path: `/sets/${set.id}${path}` }));
  const compare = { name: 'Compare', path: `/compare?before=${set.id}` };
  return markup`<p class="kind">Criteria for</p>
<h1 class="verse" dir="auto">${set.content.task.instruction}</h1>
<div class="small">${blocksHtml(aboutSet(set, (id) => `/sets/${id}`))}</div>
${tabs('This set', [...all, compare], here)}`;
}

export function setLinks(id: string): Links {
  return {
    source: (sourceId) => ({ path: `/sets/${id}/sources#${sourceId}` }),
    criterion: (criterionId) => ({ path: `/sets/${id}#${criterionId}` }),
  };
}
