/** Of lists: whether each brings a judge nearer to people, and what its items do, in two steps (checklist study, §6.1). */
import { groupsOf, type AblatedList, type EachAblation } from '../../judge/ablate-each.ts';
import type { Figure, FigureOptions } from '../../measure/figure.ts';
import { meanFigure, totalFigure } from '../../measure/mean-of-groups.ts';
import type { Effect } from '../../metrics/ablation.ts';
import { groupsBy } from '../../domain/groups.ts';
import { humanJudged, requireHumanJudged, withEach } from '../human-judged.ts';
import { listsBySystem } from '../judge-with-lists.ts';
import type { Metric } from './metric.ts';

/** The lists of all systems together: what a task has by each hangs together, so intervals draw tasks. */
const ALL = 'all lists';

export const ablation: Metric = {
  title: 'What items of checklists do',
  needs: ['responses'],
  together: ALL,
  requires: requireHumanJudged,
  measures: () => ({
    ...{ helps: 'Lists that help', harms: 'Lists that harm' },
    ...{ itemsOfHelping: 'Items of lists that help', helpingItems: 'of them help' },
    ...{ itemsOfHarming: 'Items of lists that harm', harmingItems: 'of them harm' },
  }),
  measure: async ({ experiment: { votes, seed, resamples }, rows, systems, client, tries }) => {
    const listOf = listsBySystem(systems);
    const ablated: (Pick<EachAblation, 'kind'> & { readonly name: string; readonly lists: readonly AblatedList[] })[] =
      [];
    for (const { name } of systems) {
      const cases = humanJudged(rows).filter(({ row }) => listOf(name, row).length > 0);
      const each = await tries.each(name, cases, async ({ data, row }) => {
        const beside = { subset: row.category ?? '', criteria: listOf(name, row) };
        const ablated = await client.ablateEach(withEach(data, beside), { votes, bootstrapSeed: seed });
        tries.leaveOpen(ablated.unanswered);
        return ablated;
      });
      const [first] = each;
      if (first !== undefined) ablated.push({ name, kind: first.kind, lists: each.flatMap(({ lists }) => lists) });
    }
    const all = ablated.flatMap(({ lists }) => lists);
    const together = { name: ALL, cases: [...groupsBy(all, ({ name }) => name).values()] };
    return {
      cells: [
        ...ablated.map(({ name, lists }) => ({ name, cases: lists.map((list) => [list]) })),
        ...(ablated.length < 2 ? [] : [together]),
      ].flatMap(({ name: system, cases }) =>
        Object.entries(figuresOf(cases, { resamples, seed })).map(([measure, figure]) => ({ system, measure, figure })),
      ),
      detail: { ablation: ablated.map((each) => ({ ...each, groups: groupsOf(each.lists) })) },
    };
  },
};

/** @param cases the lists of each */
function figuresOf(
  cases: readonly (readonly AblatedList[])[],
  options: FigureOptions,
): Readonly<Record<string, Figure>> {
  const lists = cases.flat();
  const share = (effect: Effect) => {
    const known = cases
      .map((own) => own.flatMap(({ whole }) => whole.effect ?? []))
      .filter((effects) => effects.length > 0);
    const sums = known.map((each) => ({ sum: each.filter((one) => one === effect).length, count: each.length }));
    const figure = meanFigure(sums, { ...options, isShare: true });
    return { ...figure, missing: lists.length - figure.scored };
  };
  /** All lists are drawn: how many of them have the effect is part of the sample. */
  const items = (effect: Effect) => {
    const ofEffect = cases.map((own) => own.filter(({ whole }) => whole.effect === effect));
    const itemsOf = ofEffect.map((own) => own.flatMap((list) => list.items ?? []));
    const total = totalFigure(
      itemsOf.map(({ length }) => length),
      options,
    );
    const signs = itemsOf.map((own) => own.flatMap(({ bySign }) => bySign ?? []));
    const sums = signs.map((own) => ({ sum: own.filter((sign) => sign === effect).length, count: own.length }));
    const share = meanFigure(sums, { ...options, isShare: true });
    return {
      total: { ...total, scored: ofEffect.flat().length },
      share: { ...share, missing: itemsOf.flat().length - share.scored },
    };
  };
  const [ofHelping, ofHarming] = [items('helps'), items('harms')];
  return {
    helps: share('helps'),
    harms: share('harms'),
    itemsOfHelping: ofHelping.total,
    helpingItems: ofHelping.share,
    itemsOfHarming: ofHarming.total,
    harmingItems: ofHarming.share,
  };
}
