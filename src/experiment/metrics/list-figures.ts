/** Figures of lists of criteria, measured once for all metrics that are of lists. */
import type { Figure } from '../../measure/figure.ts';
import type { CriteriaFigures, SystemFigures } from '../../measure/measure-criteria.ts';
import type { MeasuredSystem } from '../../measure/measured-list.ts';
import { criteriaOf } from '../../data/row.ts';
import { itemOptions } from '../chosen-of.ts';
import type { Given, Measured } from './metric.ts';

/** Measures all that the experiment's metrics ask of lists, when it is first asked. */
export function listFigures({
  experiment,
  tasks,
  systems,
  elsewhere,
  client,
  tries,
}: Pick<Given, 'experiment' | 'tasks' | 'systems' | 'client' | 'tries'> & {
  /** The lists for the other data of the experiment. */
  readonly elsewhere: readonly MeasuredSystem[];
}): Given['figuresOfLists'] {
  const { metrics, at: ks, resamples, seed } = experiment;
  const items = itemOptions(experiment);
  let figures: Promise<CriteriaFigures | null> | undefined;
  const measure = async () => {
    if (systems.length === 0) return null;
    const given =
      metrics.includes('recall') || metrics.includes('overlap')
        ? tasks
            .map((row) => ({ task: row.task, criteria: criteriaOf(row) }))
            .filter(({ criteria }) => criteria.length > 0)
        : [];
    const actionability = metrics.includes('actionability');
    const overlap = metrics.includes('overlap');
    const options = {
      ...{ ...items, given, overlap, actionability, elsewhere, resamples, seed },
      ...(ks === undefined ? {} : { ks }),
    };
    const [measured = null] = await tries.each('figures of criteria', [systems], (all) =>
      client.measureCriteria(all, options),
    );
    return measured;
  };
  return () => (figures ??= measure());
}

export async function cellsOfLists(
  figuresOfLists: Given['figuresOfLists'],
  measuresOf: (system: SystemFigures) => Readonly<Record<string, Figure>>,
): Promise<Measured> {
  const figures = await figuresOfLists();
  const cells = (figures?.systems ?? []).flatMap((system) =>
    Object.entries(measuresOf(system)).map(([measure, figure]) => ({ system: system.name, measure, figure })),
  );
  return { cells, detail: { criteria: figures } };
}
