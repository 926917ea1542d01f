/** Which criteria tell better drafts from worse ones, by the verdicts on real drafts. */
import { InputError } from '../domain/errors.ts';
import type { Answer } from '../domain/judgement.ts';
import { type Task, taskKey } from '../domain/task.ts';
import { completeNumbers, correlation } from '../metrics/correlation.ts';
import { groupsBy } from '../domain/groups.ts';
import { mean, ratio } from '../metrics/mean.ts';

export interface JudgedDraft {
  readonly task: Task | null;
  /** Who wrote it. */
  readonly system: string;
  readonly items: readonly {
    readonly text: string;
    /** Below 0 the text states a fault; absent: it states what is good. */
    readonly weight?: number | undefined;
    readonly answer: Answer | null;
  }[];
}

/** Of one criterion. A pair is a better draft and a worse one of the same task. */
export interface ItemDiscrimination {
  readonly text: string;
  /** Below 0 the text states a fault, and what meets it is free of that. */
  readonly weight?: number | undefined;
  /** Pairs in which the better draft alone meets it; the worse one alone; both or neither. */
  readonly right: number;
  readonly wrong: number;
  readonly tied: number;
  /** Pairs with a draft that has no verdict, or that it does not apply to. */
  readonly unscored: number;
  /** The share of pairs that it separates rightly less that which it separates wrongly, -1 to 1; null without scored pairs. */
  readonly index: number | null;
  /**
   * Point-biserial correlation of its verdict with the share of the other criteria that a draft meets, over all drafts;
   * null where every draft meets it, or none does.
   */
  readonly restCorrelation: number | null;
  /** Of the drafts with a verdict, how many meet it. */
  readonly met: number;
  readonly drafts: number;
}

export interface TaskDiscrimination {
  readonly task: Task | null;
  readonly better: number;
  readonly worse: number;
  /** In the order of the checklist. */
  readonly items: readonly ItemDiscrimination[];
  /** Mean pass rates. */
  readonly rates: { readonly better: number | null; readonly worse: number | null };
}

export interface Discrimination {
  readonly better: string;
  readonly worse: string;
  readonly tasks: readonly TaskDiscrimination[];
}

/**
 * Items are told apart by their wording, tasks by instruction and context. Drafts of other systems count for nothing.
 * @throws InputError where no task has drafts of both systems
 */
export function discrimination(drafts: readonly JudgedDraft[], better: string, worse: string): Discrimination {
  const byTask = groupsBy(drafts, ({ task }) => (task === null ? '' : taskKey(task)));
  const tasks = [...byTask.values()].flatMap((own) => {
    const draftsOf = (name: string) => own.filter(({ system }) => system === name);
    const [good, poor] = [draftsOf(better), draftsOf(worse)];
    return good.length > 0 && poor.length > 0 ? [taskOf(good, poor)] : [];
  });
  if (tasks.length > 0) return { better, worse, tasks };
  const names = [...new Set(drafts.map(({ system }) => system))].map((name) => `“${name}”`);
  throw new InputError(`No task has judged drafts of both “${better}” and “${worse}”.`, {
    advice: names.length === 0 ? 'There are no verdicts.' : `The rows have: ${names.join(', ')}.`,
  });
}

function taskOf(better: readonly JudgedDraft[], worse: readonly JudgedDraft[]): TaskDiscrimination {
  const drafts = [...better, ...worse];
  const texts = [...new Set(drafts.flatMap(({ items }) => items.map(({ text }) => text)))];
  return {
    task: drafts[0]?.task ?? null,
    better: better.length,
    worse: worse.length,
    items: texts.map((text) => itemOf(text, better, worse)),
    rates: { better: meanRate(better), worse: meanRate(worse) },
  };
}

function itemOf(text: string, better: readonly JudgedDraft[], worse: readonly JudgedDraft[]): ItemDiscrimination {
  const answerOf = ({ items }: JudgedDraft) => verdictOf(items.find((item) => item.text === text)?.answer ?? null);
  const pairs = better.flatMap((good) => worse.map((poor) => [answerOf(good), answerOf(poor)] as const));
  const scored = pairs.filter(([good, poor]) => good !== null && poor !== null);
  const right = scored.filter(([good, poor]) => good === 'yes' && poor === 'no').length;
  const wrong = scored.filter(([good, poor]) => good === 'no' && poor === 'yes').length;
  const points = [...better, ...worse].flatMap((draft) => {
    const answer = answerOf(draft);
    const rest = rateOf(draft.items.filter((item) => item.text !== text));
    return answer === null ? [] : [{ meets: answer === 'yes' ? 1 : 0, rest }];
  });
  const { xs, ys } = completeNumbers(points.map(({ meets, rest }) => [meets, rest]));
  const weight = [...better, ...worse].flatMap(({ items }) => items.find((item) => item.text === text) ?? [])[0]
    ?.weight;
  return {
    text,
    ...(weight === undefined ? {} : { weight }),
    right,
    wrong,
    tied: scored.length - right - wrong,
    unscored: pairs.length - scored.length,
    index: ratio(right - wrong, scored.length),
    restCorrelation: correlation(xs, ys),
    met: points.filter(({ meets }) => meets === 1).length,
    drafts: points.length,
  };
}

/** What does not apply to a draft tells it from no other. */
function verdictOf(answer: Answer | null): 'yes' | 'no' | null {
  return answer === 'not-applicable' ? null : answer;
}

function rateOf(items: JudgedDraft['items']): number | null {
  const scored = items.filter(({ answer }) => verdictOf(answer) !== null);
  return ratio(scored.filter(({ answer }) => answer === 'yes').length, scored.length);
}

function meanRate(drafts: readonly JudgedDraft[]): number | null {
  return mean(drafts.map(({ items }) => rateOf(items)).filter((rate) => rate !== null));
}
