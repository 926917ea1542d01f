/** The client's way to figures about lists of criteria, and about policies of checklists. */
import { actionabilityFigures } from '../judge/actionability-figures.ts';
import type { FigureOptions } from '../measure/figure.ts';
import {
  editedCriteria,
  measureCriteria,
  type CriteriaFigures,
  type SystemFigures,
} from '../measure/measure-criteria.ts';
import {
  nameCategories,
  type NamedCategories,
  restateCriteria,
  type RestatedCriteria,
  sortTasks,
  type SortedTasks,
} from '../measure/annotate.ts';
import type { TaskCategory } from '../../agents/sort-kinds.ts';
import type { MeasuredList, MeasuredSystem } from '../measure/measured-list.ts';
import { type Task, taskKey } from '../domain/task.ts';
import type { Audit, AuditOptions } from '../audit/audit.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { needsModel } from '../domain/errors.ts';
import type { PolicyVerdicts } from '../data/policy-verdicts.ts';
import type { ChecklistPolicy } from '../domain/checklist-policies.ts';
import { judgeOptionsOf, type JudgeOptions } from '../judge/judge-options.ts';
import { judgePolicies } from '../judge/judge-policies.ts';
import { judgeRepeatedly, type HumanJudged, type OfRow, type RepeatedVerdicts } from '../judge/repeated-verdicts.ts';
import { measurePolicies, type PoliciesMeasured, type PoliciesOptions } from '../measure/measure-policies.ts';
import { givenChecklist, givenTask, type GivenChecklist, type InstructionOptions } from './given-input.ts';
import type { JudgingMethods } from './judging.ts';
import type { CallOptions, Start } from './runs.ts';

/** How responses are judged before and after an edit. */
type EditOptions = CallOptions & Partial<Pick<JudgeOptions, 'itemsPerCall' | 'codeChecks'>>;

export interface MeasureCriteriaOptions extends EditOptions, FigureOptions {
  /** What people ask for, by task: recall is measured of it. Default: nothing. */
  readonly given?: readonly Pick<MeasuredList, 'task' | 'criteria'>[];
  /** Where recall is measured, beside the whole list; default 5, 10 and 20. */
  readonly ks?: readonly number[];
  /** Whether the model is also asked which criteria of the lists people gave: a call for each; default: no. */
  readonly overlap?: boolean;
  /** Whether a response is written to each task and edited towards each unmet criterion, which takes many calls. */
  readonly actionability?: boolean;
  /** Lists for other data, a system's own by its name: specificity counts their words, too; default: none. */
  readonly elsewhere?: readonly MeasuredSystem[];
}

export interface MeasurePoliciesOptions extends CallOptions, PoliciesOptions {
  /** Default: the study's six. */
  readonly policies?: readonly ChecklistPolicy[] | undefined;
  /** Judgements of each response, or of each order of a pair; default 5. */
  readonly votes?: number | undefined;
  /** How often a list is asked for again where none could be read; default 0, in the study 3. */
  readonly regenerate?: number | undefined;
}

export interface PoliciesResult extends PoliciesMeasured {
  /** What the figures are taken of, for other figures. */
  readonly verdicts: PolicyVerdicts;
}

export interface MeasuringMethods {
  /**
   * Figures of lists of criteria, side by side (EvalAgent, §4.1). Recall is estimated by words and, where there is a
   * model, decided by it. @throws InputError where there are no criteria
   */
  measureCriteria(systems: readonly MeasuredSystem[], options?: MeasureCriteriaOptions): Promise<CriteriaFigures>;
  /**
   * Has the model name the categories of criteria, out of given names (TICK, appendix A).
   * @param categories at least one, all different
   * @throws InputError without a model
   */
  nameCategories(
    criteria: readonly string[],
    categories: readonly string[],
    options?: CallOptions & InstructionOptions,
  ): Promise<NamedCategories>;
  /**
   * Has the model name the kind of text that each task asks for, and sort the kinds (EvalAgent, appendix A.3).
   * @param categories at least one; names are all different
   * @throws InputError without a model
   */
  sortTasks(tasks: readonly Task[], categories: readonly TaskCategory[], options?: CallOptions): Promise<SortedTasks>;
  /**
   * Has the model restate descriptions, of the best level of a scale or of a procedure, as criteria (EvalAgent, appendix A).
   * @throws InputError without a model
   */
  restateCriteria(
    descriptions: readonly string[],
    options?: CallOptions & InstructionOptions,
  ): Promise<RestatedCriteria>;
  /**
   * Whether the judge gains from checklists (checklist study, §5): each case is judged without one, and with one by each
   * policy. @throws InputError without a model or cases
   */
  measurePolicies(data: HumanJudged<Pick<OfRow, 'subset'>>, options?: MeasurePoliciesOptions): Promise<PoliciesResult>;
  /**
   * What the judge says of each case, `votes` times (default 5; a pair in each order): the readable judgements.
   * @param checklist null: without one
   * @throws InputError without a model
   */
  judgeRepeatedly(
    data: HumanJudged,
    checklist: GivenChecklist | null,
    options?: CallOptions & Pick<MeasurePoliciesOptions, 'votes'>,
  ): Promise<RepeatedVerdicts>;
}

/** From §3.2. */
const STUDY_POLICIES = ['baseline', 'specify', 'length-0.5', 'length-1.5', 'self-refine', 'ticking'] as const;

export const DEFAULT_KS = [5, 10, 20];

export function measuringMethods(
  start: Start,
  judging: Pick<JudgingMethods, 'respond' | 'measureActionability'>,
): MeasuringMethods {
  const judgingBy = (votes: number | undefined) => judgeOptionsOf(votes === undefined ? {} : { votes });

  /** Of one response to each task (EvalAgent, §4.1); a task without one is left out. */
  async function actionabilityOf(
    { lists }: MeasuredSystem,
    options: EditOptions,
  ): Promise<Pick<SystemFigures, 'actionability' | 'actionabilityByTask' | 'edited'>> {
    const edited = await Promise.all(
      lists.map(async ({ task, criteria }) => {
        const { responses } = await judging.respond(task, options);
        const [written] = responses;
        if (written?.status !== 'done' || criteria.length === 0) return [];
        const record = await judging.measureActionability(written.value, criteria, { ...options, instruction: task });
        return [{ task, record }];
      }),
    );
    const records = edited.flat();
    return {
      actionability: actionabilityFigures(records.map(({ record }) => record)),
      actionabilityByTask: records.map(({ record }) => record.figures),
      edited: records.flatMap(({ task, record }) => editedCriteria(task, record)),
    };
  }

  return {
    measureCriteria: (systems, options = {}) =>
      start(options, async (run, agents) => {
        const { given = [], ks = DEFAULT_KS } = options;
        const figures = await measureCriteria(run, agents, systems, {
          ...options,
          given: new Map(given.map(({ task, criteria }) => [taskKey(task), criteria])),
          ks: [...ks].sort((a, b) => a - b),
        });
        if (options.actionability !== true) return figures;
        // The seed of the figures is none of the judge.
        const { seed: _, ...editing } = options;
        const measured = figures.systems.map(async (system, at) => {
          const lists = systems[at];
          return lists === undefined ? system : { ...system, ...(await actionabilityOf(lists, editing)) };
        });
        return { ...figures, systems: await Promise.all(measured) };
      }),
    nameCategories: (criteria, categories, options = {}) =>
      start(options, async (run, agents) => {
        if (agents === null) throw needsModel('Naming categories needs a model.');
        return nameCategories(run, agents, givenTask(options), criteria, categories);
      }),
    sortTasks: (tasks, categories, options = {}) =>
      start(options, async (run, agents) => {
        if (agents === null) throw needsModel('Sorting tasks needs a model.');
        return sortTasks(run, agents, tasks, categories);
      }),
    restateCriteria: (descriptions, options = {}) =>
      start(options, async (run, agents) => {
        if (agents === null) throw needsModel('Restating criteria needs a model.');
        return restateCriteria(run, agents, givenTask(options), descriptions);
      }),
    measurePolicies: (data, options = {}) =>
      start(options, async (run, agents) => {
        const { policies = STUDY_POLICIES, regenerate = 0, thresholds, unread, resamples, seed, votes } = options;
        const verdicts = await judgePolicies(run, agents, data, { policies, judging: judgingBy(votes), regenerate });
        return { verdicts, ...measurePolicies(verdicts, { thresholds, unread, resamples, seed }) };
      }),
    judgeRepeatedly: (data, given, { votes, ...options } = {}) =>
      start(options, (run, agents) => {
        const checklist = given === null ? null : givenChecklist(given, {});
        return judgeRepeatedly(run, agents, data, checklist, judgingBy(votes));
      }),
  };
}

/** Null where no stored text could be compared. */
export async function verifiedQuotes(
  client: { audit(set: CriteriaSet, options: AuditOptions): Promise<Audit> },
  set: CriteriaSet,
): Promise<MeasuredList['verified']> {
  const { verification } = await client.audit(set, { criteria: [] });
  const { quotesCompared: compared, quotesWrong } = verification;
  return compared === 0 ? null : { compared, held: compared - quotesWrong };
}
