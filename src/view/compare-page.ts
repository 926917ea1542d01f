/** Two sets side by side: what both ask for, what was reworded, and what only one asks for. */
import type { ComparedSets } from '../audit/compare-sets.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import type { SetSummary } from '../domain/ports.ts';
import { blocksHtml } from '../report/html.ts';
import { markup, type Html } from '../report/markup.ts';
import { badge, lines, list, paint, say, type Block, type ListItem } from '../report/report.ts';
import { wordChanges } from '../report/text-pieces.ts';
import { setTitle } from '../report/whole-set.ts';
import { modeText, plural } from '../report/words.ts';
import { shorten } from '../text/printable.ts';
import { option, type Page } from './page.ts';

const MAX_NAME_CHARS = 70;

export interface Comparing {
  /** To choose from. */
  readonly sets: readonly SetSummary[];
  readonly chosen: { readonly before?: string | undefined; readonly after?: string | undefined };
  /** Null: two sets are still to be chosen. */
  readonly compared: {
    readonly before: CriteriaSet;
    readonly after: CriteriaSet;
    readonly result: ComparedSets;
  } | null;
}

export async function comparePage({ sets, chosen, compared }: Comparing): Promise<Page> {
  const blocks = compared === null ? [] : await comparedBlocks(compared);
  const body = markup`<h1>Two sets side by side</h1>
<p class="soft">Two models, before and after, the web against a library: which criteria both have, and which only one.</p>
<form method="get" class="card no-print"><div>${chooser('before', 'This set', sets, chosen.before)}${chooser('after', 'with this one', sets, chosen.after)}</div><p class="row"><button>Compare</button></p></form>
${blocksHtml(blocks)}`;
  return { title: 'Compare sets', body };
}

function chooser(name: string, label: string, sets: readonly SetSummary[], chosen: string | undefined): Html {
  const known = sets.some(({ id }) => id === chosen) || chosen === undefined ? [] : [option(chosen, chosen, chosen)];
  const options = sets.map(({ id, instruction, startedAt, mode, models, engine, parent }) => {
    const made = [startedAt.slice(0, 10), modeText(mode), models.join(', ') || engine];
    const about = parent === null ? made : [...made, `without ${parent.without.join(', ')}`];
    return option(id, `${about.join(' · ')} · ${shorten(instruction, MAX_NAME_CHARS)} (${id.slice(0, 9)})`, chosen);
  });
  return markup`<label>${label} <select name="${name}" required>${option('', 'choose …', chosen)}${known}${options}</select></label>`;
}

async function comparedBlocks(compared: NonNullable<Comparing['compared']>): Promise<readonly Block[]> {
  const { before, after, result } = compared;
  const { kept, reworded, added, gone } = result;
  const linkTo = (set: CriteriaSet) => ({ text: setTitle(set), path: `/sets/${set.id}` });
  const changes = reworded.map(async (pair): Promise<ListItem> => ({
    head: paint.soft(`${pair.before.id} → ${pair.after.id}`),
    blocks: [await wordChanges(pair.before.text, pair.after.text)],
  }));
  const goneItems = gone.map((criterion) => criterionOf(criterion, before));
  const newItems = added.map((criterion) => criterionOf(criterion, after));
  const keptItems = kept.map((pair) => criterionOf(pair.after, after, pair.before.id));
  const group = (title: string, items: readonly ListItem[]): Block => {
    return { kind: 'section', title, count: items.length, parts: [list(items, 'cards')] };
  };
  return [
    lines(
      say`${linkTo(before)} has ${plural(before.content.criteria.length, 'criterion', 'criteria')}, ${linkTo(after)} ${after.content.criteria.length}.`,
      say`${badge(`${kept.length} kept`)} ${badge(`${reworded.length} reworded`, 'accent')} ${badge(`${added.length} new`, 'good')} ${badge(`${gone.length} gone`, 'bad')}`,
    ),
    group('Gone', goneItems),
    group('New', newItems),
    group('Reworded', await Promise.all(changes)),
    group('Kept', keptItems),
  ];
}

function criterionOf({ id, text, support }: Criterion, set: CriteriaSet, formerId: string = id): ListItem {
  const link = { ...paint.soft(id), path: `/sets/${set.id}/criteria/${id}` };
  const facts = [plural(support.sources, 'source'), ...(formerId === id ? [] : [`was ${formerId}`])];
  return { head: say`${link} ${text} ${paint.soft(facts.join(' · '))}` };
}
