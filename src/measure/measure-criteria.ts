/** How good lists of criteria are, side by side (EvalAgent, §4.1). */
import type { Actionability, ActionabilityFigures } from '../domain/judged-work.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { MeasuredList, MeasuredSystem } from './measured-list.ts';
import { type Task, taskKey } from '../domain/task.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { implicitnessAgainst } from '../metrics/implicitness.ts';
import { requireSome } from '../metrics/mean.ts';
import { pairedBootstrap, type PairedDifference } from '../metrics/bootstrap.ts';
import { redundancy } from '../metrics/redundancy.ts';
import { specificityIn } from '../metrics/specificity.ts';
import { spreadOf, type Spread } from '../metrics/spread.ts';
import { drawOptions, resamplesFor, type Figure, type FigureOptions } from './figure.ts';
import { groundingOf, type GroundingFigures } from './grounding.ts';
import { meanOfGroups, meanOfSums, sumOf, type Sum } from './mean-of-groups.ts';
import { overlapOf, type Overlap } from './overlap.ts';
import {
  coveredByModel,
  coveredByWords,
  recallFigures,
  recallOf,
  type CoveredList,
  type GivenCriteria,
  type RecallFigures,
} from './recall.ts';

const TEXT_FIGURES = ['specificity', 'selfSpecificity', 'implicitness', 'redundancy'] as const;
export type TextFigureName = (typeof TEXT_FIGURES)[number];
export type SpreadName = Exclude<TextFigureName, 'redundancy'>;

export interface SystemFigures {
  readonly name: string;
  readonly tasks: number;
  readonly criteria: number;
  /** Means over the criteria of all tasks. */
  readonly texts: Readonly<Record<TextFigureName, Figure>>;
  /** By words always, where criteria are given; by the model where there is one. */
  readonly recall: readonly RecallFigures[];
  /** By words where criteria are given; by the model where that is asked for. */
  readonly overlap: readonly Overlap[];
  readonly grounding: GroundingFigures | null;
  readonly spreads: Readonly<Record<SpreadName, Spread>>;
  readonly lengths: readonly number[];
  /** Null where it was not asked for. */
  readonly actionability: ActionabilityFigures | null;
  /** Task by task; absent where it was not asked for. */
  readonly actionabilityByTask?: readonly ActionabilityFigures[];
  /** Criteria that a response did not meet at first; absent where actionability was not asked for. */
  readonly edited?: readonly EditedCriterion[];
}

/** What an edit towards one criterion did (EvalAgent, table 13). */
export interface EditedCriterion {
  readonly task: Task;
  readonly text: string;
  /** Whether it is met after the edit; null: the edit could not be judged. */
  readonly repaired: boolean | null;
  /** Criteria that were met before, and are not after it. */
  readonly broken: number;
  /** As `implicitnessAgainst` gives it. */
  readonly implicitness: number | null;
}

export interface SystemDifference extends PairedDifference {
  readonly first: string;
  readonly second: string;
  readonly figure: TextFigureName | 'recallByWords' | 'recallByModel';
  /** Those that both have. */
  readonly tasks: number;
}

export interface CriteriaFigures {
  /** Criteria that frequencies were counted over: those of all systems, and those of `elsewhere`. */
  readonly pool: number;
  readonly systems: readonly SystemFigures[];
  /** Of every two systems over the tasks of both; none where they share fewer than two. */
  readonly differences: readonly SystemDifference[];
}

export interface CriteriaOptions extends FigureOptions {
  /** Empty: recall is not measured. */
  readonly given: GivenCriteria;
  /** Where recall is measured, beside the whole list; ascending. */
  readonly ks: readonly number[];
  /** Whether the model is also asked which criteria of the lists people gave: a call for each; default: no. */
  readonly overlap?: boolean;
  /** Lists for other data, a system's own by its name: their words count in frequencies (EvalAgent, appendix F.1), and no more. */
  readonly elsewhere?: readonly MeasuredSystem[];
}

interface MeasuredTask {
  readonly key: string;
  readonly values: Readonly<Record<TextFigureName, readonly number[]>>;
}

interface Measured {
  readonly system: MeasuredSystem;
  readonly tasks: readonly MeasuredTask[];
  readonly recalls: Readonly<Record<RecallFigures['by'], readonly CoveredList[]>>;
  readonly overlap: readonly Overlap[];
}

/**
 * @param agents null: no model is asked
 * @throws InputError where there are no criteria
 */
export async function measureCriteria(
  run: RunContext,
  agents: AgentModel | null,
  systems: readonly MeasuredSystem[],
  options: CriteriaOptions,
): Promise<CriteriaFigures> {
  const { elsewhere = [] } = options;
  requireSome(criteriaOf(systems), 'criteria');
  const pool = criteriaOf([...systems, ...elsewhere]);
  const specificity = specificityIn(pool);
  const measured = await Promise.all(
    systems.map(async (system): Promise<Measured> => {
      const { name, lists } = system;
      const ownSpecificity = specificityIn(criteriaOf([system, ...elsewhere.filter((other) => other.name === name)]));
      const { given, overlap = false } = options;
      const recalls = {
        words: coveredByWords(lists, given),
        model: agents === null || given.size === 0 ? [] : await coveredByModel(run, agents, lists, given),
      };
      return {
        system,
        tasks: lists.map((list) => measureTask(list, specificity, ownSpecificity)),
        recalls,
        overlap: await overlapOf(run, overlap ? agents : null, lists, given, recalls),
      };
    }),
  );
  return {
    pool: pool.length,
    systems: measured.map((each) => figuresOf(each, options)),
    differences: measured.flatMap((first, at) =>
      measured.slice(at + 1).flatMap((second) => differencesOf(first, second, options)),
    ),
  };
}

function criteriaOf(systems: readonly MeasuredSystem[]): readonly string[] {
  return systems.flatMap(({ lists }) => lists.flatMap(({ criteria }) => criteria));
}

type ValueOf = (criterion: string) => number | null;

function measureTask({ task, criteria }: MeasuredList, specificity: ValueOf, ownSpecificity: ValueOf): MeasuredTask {
  const each = (valueOf: ValueOf) => criteria.flatMap((criterion) => valueOf(criterion) ?? []);
  const repeated = redundancy(criteria);
  return {
    key: taskKey(task),
    values: {
      specificity: each(specificity),
      selfSpecificity: each(ownSpecificity),
      implicitness: each(implicitnessAgainst(task.instruction)),
      redundancy: repeated === null ? [] : criteria.map(() => repeated),
    },
  };
}

function figuresOf({ system, tasks, recalls, overlap }: Measured, options: CriteriaOptions): SystemFigures {
  const { name, lists } = system;
  const criteria = criteriaOf([system]).length;
  const textFigure = (figure: TextFigureName): Figure => {
    const groups = tasks.map(({ values }) => values[figure]);
    const measured = meanOfGroups(groups, options);
    return { ...measured, missing: criteria - measured.scored };
  };
  const spread = (figure: SpreadName) => spreadOf(tasks.flatMap(({ values }) => values[figure]));
  return {
    name,
    tasks: tasks.length,
    criteria,
    texts: {
      specificity: textFigure('specificity'),
      selfSpecificity: textFigure('selfSpecificity'),
      implicitness: textFigure('implicitness'),
      redundancy: textFigure('redundancy'),
    },
    recall: (['words', 'model'] as const).flatMap((by) => recallFigures(by, recalls[by], options.ks, options) ?? []),
    overlap,
    grounding: groundingOf(lists),
    spreads: {
      specificity: spread('specificity'),
      selfSpecificity: spread('selfSpecificity'),
      implicitness: spread('implicitness'),
    },
    lengths: lists.map((list) => list.criteria.length),
    actionability: null,
  };
}

/** Fewer tasks say nothing about the next one. */
const MIN_SHARED_TASKS = 2;

function differencesOf(first: Measured, second: Measured, options: FigureOptions): readonly SystemDifference[] {
  const compare = (
    figure: SystemDifference['figure'],
    partsOf: (measured: Measured) => ReadonlyMap<string, Sum>,
  ): readonly SystemDifference[] => {
    const [ofFirst, ofSecond] = [partsOf(first), partsOf(second)];
    const shared = [...ofFirst.keys()].filter((key) => ofSecond.has(key));
    const inShared = (parts: ReadonlyMap<string, Sum>) => shared.flatMap((key) => parts.get(key) ?? []);
    if (shared.length < MIN_SHARED_TASKS || resamplesFor(shared.length, options) === 0) return [];
    const drawing = drawOptions(shared.length, options);
    const difference = pairedBootstrap(inShared(ofFirst), inShared(ofSecond), meanOfSums, drawing);
    return [{ first: first.system.name, second: second.system.name, figure, tasks: shared.length, ...difference }];
  };
  const ofTexts = (figure: TextFigureName) => (measured: Measured) =>
    new Map(measured.tasks.map(({ key, values }) => [key, sumOf(values[figure])]));
  const ofRecall = (by: RecallFigures['by']) => (measured: Measured) =>
    new Map(
      measured.recalls[by].flatMap((list) =>
        list.coverage.length === 0 ? [] : [[list.key, { sum: recallOf(list, null), count: 1 }] as const],
      ),
    );
  return [
    ...TEXT_FIGURES.flatMap((figure) => compare(figure, ofTexts(figure))),
    ...compare('recallByWords', ofRecall('words')),
    ...compare('recallByModel', ofRecall('model')),
  ];
}

/** What edits towards unmet criteria did, criterion by criterion. */
export function editedCriteria(task: Task, { checklist, edits }: Actionability): readonly EditedCriterion[] {
  const implicitness = implicitnessAgainst(task.instruction);
  const textOf = new Map<string, string>(checklist.items.map(({ id, text }) => [id, text]));
  return edits.map(({ itemId, outcome, broken }) => {
    const text = textOf.get(itemId) ?? '';
    const repaired = outcome.status === 'scored' ? outcome.repaired : null;
    return { task, text, repaired, broken: broken.length, implicitness: implicitness(text) };
  });
}
