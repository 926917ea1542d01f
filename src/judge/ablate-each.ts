/** Ablation with a checklist for each instruction, in two steps (checklist study, §6.1, appendix A.5): whole lists, then items. */
import { placeOf } from '../data/policy-verdicts.ts';
import type { Checklist } from '../domain/checklist.ts';
import { InputError, StepFailedError } from '../domain/errors.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import {
  CHECKLIST_THRESHOLDS,
  checklistEffect,
  effectBySign,
  itemEffect,
  type Effect,
  type EffectFigure,
} from '../metrics/ablation.ts';
import type { BootstrapOptions } from '../metrics/bootstrap.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { usageOf } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { newChecklist } from './new-item.ts';
import { eachCase, type CaseToJudge, type HumanJudged, type OfRow } from './repeated-verdicts.ts';
import { requireModel } from './require-model.ts';

export interface AblatedItem extends EffectFigure {
  readonly itemId: string;
  readonly text: string;
  /** As the study has it: any distance from 0. Null without a figure. */
  readonly bySign: Effect | null;
}

export interface AblatedList {
  readonly name: string;
  readonly subset: string;
  readonly whole: EffectFigure;
  /** Null: the list is neutral, and was not taken apart. */
  readonly items: readonly AblatedItem[] | null;
}

export interface ListGroup {
  readonly lists: number;
  /** Of lists that were taken apart. */
  readonly items: number;
  readonly bySign: Readonly<Record<Effect, number>>;
}

export interface EachAblation {
  readonly kind: HumanJudged['kind'];
  /** The study’s positive, negative and other lists. */
  readonly groups: Readonly<Record<Effect, ListGroup>>;
  readonly lists: readonly AblatedList[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  /** Judgements and lists that nobody gave, or that could not be read: figures leave them out. */
  readonly unanswered: number;
  readonly usage: readonly ModelUsage[];
}

export interface EachOptions extends BootstrapOptions {
  readonly judging: JudgeOptions;
  /** True: items are left out of neutral lists, too. */
  readonly everyList: boolean;
  /** Null: each case is judged by the criteria of its row. @throws StepFailedError where there is no list */
  readonly write: ((task: Task) => Promise<Checklist>) | null;
}

/**
 * Step 1 judges each case without its list and with it; step 2 without each item of the lists that help or harm. A list
 * without its only item is no list.
 * @throws InputError without a model or cases, or for a case without an instruction or criteria; LimitError, CancelledError
 */
export async function ablateEach(
  run: RunContext,
  agents: AgentModel | null,
  data: HumanJudged<OfRow>,
  options: EachOptions,
): Promise<EachAblation> {
  requireModel(agents, 'compares');
  if (data.cases.length === 0) throw new InputError('There are no cases to judge.');
  const leftOut: EachAblation['leftOut'][number][] = [];
  const { values, unanswered } = await eachCase(run, agents, options.judging, data, async (each) => {
    try {
      const list = await listFor(each.given, options);
      return [await ablateOne(each, list, data.kind, options)];
    } catch (error) {
      if (!(error instanceof StepFailedError)) throw error;
      leftOut.push({ name: each.given.name, reason: error.message });
      return [];
    }
  });
  const lists = values.flat();
  const open = unanswered + leftOut.length;
  return { kind: data.kind, groups: groupsOf(lists), lists, leftOut, unanswered: open, usage: usageOf(run, agents) };
}

type Given = HumanJudged<OfRow>['cases'][number];

/** @throws InputError; StepFailedError */
async function listFor({ name, task, criteria }: Given, { write }: EachOptions): Promise<Checklist> {
  if (task === null) throw new InputError(`${name} has no instruction.`);
  if (write !== null) return { ...(await write(task)), task };
  if (criteria.length === 0)
    throw new InputError(`${name} has no criteria to judge by.`, {
      advice: 'Give rows with criteria, or have a checklist written for each instruction.',
    });
  return newChecklist(
    task,
    criteria.map((text) => ({ text, origin: 'user' as const })),
  );
}

async function ablateOne(
  { given: { name, subset }, gold, verdicts }: CaseToJudge<Given>,
  checklist: Checklist,
  kind: HumanJudged['kind'],
  { everyList, ...options }: EachOptions,
): Promise<AblatedList> {
  const scores = async (list: Checklist | null) => (await verdicts(list)).map(placeOf);
  const [none, all] = await Promise.all([scores(null), scores(checklist)]);
  const known = { gold: placeOf(gold), none, all, without: new Map<string, readonly number[]>() };
  const whole = checklistEffect([known], CHECKLIST_THRESHOLDS[kind], options);
  if (whole.effect === null || (whole.effect === 'neutral' && !everyList)) return { name, subset, whole, items: null };
  const items = await Promise.all(
    checklist.items.map(async ({ id, question }): Promise<AblatedItem> => {
      const left = checklist.items.filter((item) => item.id !== id);
      const others = left.length === 0 ? none : await scores({ ...checklist, items: left });
      const figure = itemEffect([{ ...known, without: new Map([[id, others]]) }], id, options);
      return { itemId: id, text: question, ...figure, bySign: effectBySign(figure.delta) };
    }),
  );
  return { name, subset, whole, items };
}

export function groupsOf(lists: readonly AblatedList[]): EachAblation['groups'] {
  const group = (effect: Effect): ListGroup => {
    const inGroup = lists.filter(({ whole }) => whole.effect === effect);
    const items = inGroup.flatMap((list) => list.items ?? []);
    const count = (sign: Effect) => items.filter(({ bySign }) => bySign === sign).length;
    return {
      lists: inGroup.length,
      items: items.length,
      bySign: { helps: count('helps'), harms: count('harms'), neutral: count('neutral') },
    };
  };
  return { helps: group('helps'), harms: group('harms'), neutral: group('neutral') };
}

/** Lists that the judge could be read with and without. */
export function listsWithEffect({ helps, harms, neutral }: EachAblation['groups']): number {
  return helps.lists + harms.lists + neutral.lists;
}

/** Items that the judge could be read without. */
export function itemsWithEffect({ bySign: { helps, harms, neutral } }: ListGroup): number {
  return helps + harms + neutral;
}
