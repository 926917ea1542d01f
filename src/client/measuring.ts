/** The client's way to figures about lists of criteria. */
import { actionabilityFigures } from '../judge/actionability-figures.ts';
import type { FigureOptions } from '../measure/figure.ts';
import { editedCriteria } from '../measure/edited-criteria.ts';
import { measureCriteria, type CriteriaFigures, type SystemFigures } from '../measure/measure-criteria.ts';
import { taskKey, type MeasuredList, type MeasuredSystem } from '../measure/measured-list.ts';
import { nameCategories, type NamedCategories } from '../measure/name-categories.ts';
import { restateCriteria, type RestatedCriteria } from '../measure/restate-criteria.ts';
import type { Audit } from '../audit/audit.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { needsModel } from '../domain/errors.ts';
import type { JudgeOptions } from '../judge/judge-options.ts';
import { givenTask, type InstructionOptions } from './given-input.ts';
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
   * Has the model restate descriptions, of the best level of a scale or of a procedure, as criteria (EvalAgent, appendix A).
   * @throws InputError without a model
   */
  restateCriteria(
    descriptions: readonly string[],
    options?: CallOptions & InstructionOptions,
  ): Promise<RestatedCriteria>;
}

export const DEFAULT_KS = [5, 10, 20];

export function measuringMethods(
  start: Start,
  judging: Pick<JudgingMethods, 'respond' | 'measureActionability'>,
): MeasuringMethods {
  /** Of one response to each task (EvalAgent, §4.1); a task without one is left out. */
  async function actionabilityOf(
    { lists }: MeasuredSystem,
    options: EditOptions,
  ): Promise<Pick<SystemFigures, 'actionability' | 'edited'>> {
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
      edited: records.flatMap(({ task, record }) => editedCriteria(task, record)),
    };
  }

  return {
    measureCriteria: (systems, options = {}) =>
      start(options, async (run, agents) => {
        const {
          given = [],
          ks = DEFAULT_KS,
          overlap = false,
          actionability = false,
          elsewhere = [],
          resamples,
          seed,
          ...editing
        } = options;
        const figures = await measureCriteria(run, agents, systems, {
          given: new Map(given.map(({ task, criteria }) => [taskKey(task), criteria])),
          ks: [...ks].sort((a, b) => a - b),
          overlap,
          elsewhere,
          resamples,
          seed,
        });
        const measured = await Promise.all(
          figures.systems.map(async (system, at) => {
            const lists = systems[at];
            if (!actionability || lists === undefined) return system;
            return { ...system, ...(await actionabilityOf(lists, editing)) };
          }),
        );
        return { ...figures, systems: measured };
      }),
    nameCategories: (criteria, categories, options = {}) =>
      start(options, async (run, agents) => {
        if (agents === null) throw needsModel('Naming categories needs a model.');
        return nameCategories(run, agents, givenTask(options), criteria, categories);
      }),
    restateCriteria: (descriptions, options = {}) =>
      start(options, async (run, agents) => {
        if (agents === null) throw needsModel('Restating criteria needs a model.');
        return restateCriteria(run, agents, givenTask(options), descriptions);
      }),
  };
}

/** Null where no stored text could be compared. */
export async function verifiedQuotes(
  client: { audit(set: CriteriaSet): Promise<Audit> },
  set: CriteriaSet,
): Promise<MeasuredList['verified']> {
  const { verification } = await client.audit(set);
  const { quotesCompared: compared, quotesWrong } = verification;
  return compared === 0 ? null : { compared, held: compared - quotesWrong };
}
