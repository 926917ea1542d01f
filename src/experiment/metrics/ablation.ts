/** Of lists: whether each brings a judge nearer to people, and what its items do, in two steps (checklist study, §6.1). */
import {
  groupsOf,
  itemsWithEffect,
  listsWithEffect,
  type AblatedList,
  type EachAblation,
} from '../../judge/ablate-each.ts';
import { plainFigure, type Figure } from '../../measure/figure.ts';
import { ratio } from '../../metrics/mean.ts';
import { humanJudged, requireHumanJudged, withEach } from '../human-judged.ts';
import { listsBySystem } from '../judge-with-lists.ts';
import type { Metric } from './metric.ts';

export const ablation: Metric = {
  title: 'What items of checklists do',
  needs: ['responses'],
  requires: requireHumanJudged,
  measures: () => ({
    ...{ helps: 'Lists that help', harms: 'Lists that harm' },
    ...{ itemsOfHelping: 'Items of lists that help', helpingItems: 'of them help' },
    ...{ itemsOfHarming: 'Items of lists that harm', harmingItems: 'of them harm' },
  }),
  measure: async ({ experiment: { votes, seed }, rows, systems, client, tries }) => {
    const listOf = listsBySystem(systems);
    const ablated: (Pick<EachAblation, 'kind'> & { readonly name: string; readonly lists: readonly AblatedList[] })[] =
      [];
    for (const { name } of systems) {
      const cases = humanJudged(rows).filter(({ row }) => listOf(name, row).length > 0);
      const each = await tries.each(name, cases, ({ data, row }) => {
        const beside = { subset: row.category ?? '', criteria: listOf(name, row) };
        return client.ablateEach(withEach(data, beside), { votes, bootstrapSeed: seed });
      });
      const [first] = each;
      if (first !== undefined) ablated.push({ name, kind: first.kind, lists: each.flatMap(({ lists }) => lists) });
    }
    return {
      cells: ablated.flatMap(({ name: system, lists }) =>
        Object.entries(figuresOf(lists)).map(([measure, figure]) => ({ system, measure, figure })),
      ),
      detail: { ablation: ablated.map((each) => ({ ...each, groups: groupsOf(each.lists) })) },
    };
  },
};

function figuresOf(lists: readonly AblatedList[]): Readonly<Record<string, Figure>> {
  const groups = groupsOf(lists);
  const { helps, harms } = groups;
  const share = (count: number, known: number, all: number) => plainFigure(ratio(count, known), known, all - known);
  const knownLists = listsWithEffect(groups);
  return {
    helps: share(helps.lists, knownLists, lists.length),
    harms: share(harms.lists, knownLists, lists.length),
    itemsOfHelping: plainFigure(helps.items, helps.lists),
    helpingItems: share(helps.bySign.helps, itemsWithEffect(helps), helps.items),
    itemsOfHarming: plainFigure(harms.items, harms.lists),
    harmingItems: share(harms.bySign.harms, itemsWithEffect(harms), harms.items),
  };
}
