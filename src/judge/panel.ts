/** A panel: several judge models, each by itself; the majority or the mean of those that gave a verdict. */
import type { Comparison, ResponseScore } from '../domain/comparison.ts';
import type { Verdict } from '../domain/judgement.ts';
import type { AgentProvenance } from '../domain/model.ts';
import { done, reasonsIn, unscored, type Outcome } from '../domain/outcome.ts';
import { accuracy, share, type Pair, type Share } from '../metrics/accuracy.ts';
import { cohenKappa, majority } from '../metrics/kappa.ts';
import { mean } from '../metrics/mean.ts';
import { isQuorum, isUnread, tallyVotes, type CheckedJudgement } from './tally-votes.ts';

type Verdictless = ReturnType<typeof unscored>;

/** Members without a verdict abstain; where more than half do, the panel has none. */
function sitting<Vote extends { readonly status: 'scored' }>(
  members: readonly (Vote | Verdictless)[],
): readonly Vote[] | Verdictless {
  const votes = members.filter((each): each is Vote => each.status === 'scored');
  const reasons = reasonsIn(members);
  return isQuorum(votes.length, members.length)
    ? votes
    : unscored(`${reasons.length} of ${members.length} members of the panel gave no verdict: ${reasons[0] ?? ''}`);
}

/**
 * The answer of most members, each of whom has one voice however often it was asked.
 * @param members in the order of the panel, at least one
 */
export function tallyPanel(members: readonly { readonly model: string; readonly verdict: Verdict }[]): Verdict {
  const answers = members.map(({ model, verdict }) => ({
    model,
    answer: verdict.status === 'scored' ? verdict.answer : null,
  }));
  const sat = sitting<Extract<Verdict, { status: 'scored' }>>(members.map(({ verdict }) => verdict));
  const tallied = tallyVotes(
    members.map(({ verdict }): Outcome<CheckedJudgement> => {
      if (verdict.status === 'unscored') return unscored(verdict.reason);
      const { answer, reason, quotes, yesProbability, level } = verdict;
      const judged = { answer, analysis: reason, quotes, yesProbability };
      return done(level === undefined ? judged : { ...judged, level });
    }),
  );
  // A member whose own votes tie abstains, but was read.
  const unread = members.filter(({ verdict }) => isUnread(verdict)).length;
  const votes = tallied.votes && { ...tallied.votes, unscored: unread };
  return { ...('status' in sat ? sat : tallied), votes, members: answers };
}

/** The winner with more members behind it than any other; a tie where none has. */
export function panelWinner(results: readonly Comparison['result'][]): Comparison['result'] {
  const sat = sitting<Extract<Comparison['result'], { status: 'scored' }>>(results);
  if ('status' in sat) return sat;
  return { status: 'scored', winner: majority(sat.map(({ winner }) => winner)) ?? 'tie', flipped: null };
}

export function panelScore(results: readonly ResponseScore[]): ResponseScore {
  const sat = sitting<Extract<ResponseScore, { status: 'scored' }>>(results);
  if ('status' in sat) return sat;
  const scores = sat.map(({ score }) => score);
  return { status: 'scored', score: mean(scores) ?? NaN, samples: scores, reason: sat[0]?.reason ?? '' };
}

/** Names the members without a verdict, whatever the others say. */
export function abstentionWarnings(
  members: readonly { readonly model: string; readonly result: Comparison['result'] | ResponseScore }[],
): readonly string[] {
  return members.flatMap(({ model, result }) =>
    result.status === 'unscored' ? [`${model} of the panel gave no verdict: ${result.reason}`] : [],
  );
}

/** All members have the same prompts: of each agent, the models that answered for it. */
export function panelProvenance(members: readonly AgentProvenance[]): AgentProvenance {
  const entries = members.flatMap((member) => Object.entries(member));
  const modelsOf = (agent: string) =>
    entries.flatMap(([name, { model }]) => (name === agent ? [model] : [])).join(', ');
  return Object.fromEntries(entries.map(([agent, { promptHash }]) => [agent, { model: modelsOf(agent), promptHash }]));
}

export interface MemberFigures {
  readonly model: string;
  readonly given: number;
  readonly abstained: number;
  /** Against the labels of people, and against the panel as a whole. */
  readonly accuracy: Share;
  readonly withPanel: Share;
}

export interface PanelFigures {
  readonly members: readonly MemberFigures[];
  /** Of two members: how often both say the same, and Cohen's kappa; means over all pairs of members, null where none has one. */
  readonly agreement: { readonly share: number | null; readonly kappa: number | null };
}

/** What a panel said of one thing: a pair, or an item; null: no verdict, or no label. */
export interface PanelVerdict<Label> {
  readonly members: readonly { readonly model: string; readonly verdict: Label | null }[];
  readonly panel: Label | null;
  readonly gold: Label | null;
}

/** Figures of each member over many verdicts, and of their agreement. Null where no panel judged. Pure. */
export function panelFigures<Label>(
  verdicts: readonly PanelVerdict<Label>[],
  accuracyOf: (pairs: readonly Pair<Label>[]) => Share = accuracy,
): PanelFigures | null {
  const models = [...new Set(verdicts.flatMap(({ members }) => members.map(({ model }) => model)))];
  if (models.length === 0) return null;
  const byModel = new Map(
    models.map((model) => [
      model,
      verdicts.map(({ members }) => members.find((member) => member.model === model)?.verdict ?? null),
    ]),
  );
  const verdictsBy = (model: string) => byModel.get(model) ?? [];
  const beside = (model: string, others: readonly (Label | null)[]) =>
    verdictsBy(model).map((predicted, index) => ({ predicted, gold: others[index] ?? null }));
  const pairs = models.flatMap((one, index) => models.slice(index + 1).map((other) => beside(one, verdictsBy(other))));
  const figuresOf = (figure: (pair: (typeof pairs)[number]) => number | null) =>
    mean(pairs.map(figure).filter((value) => value !== null));
  const [panel, gold] = [verdicts.map((verdict) => verdict.panel), verdicts.map((verdict) => verdict.gold)];
  const isLabelled = gold.some((label) => label !== null);
  return {
    members: models.map((model) => {
      const verdictCount = verdictsBy(model).filter((verdict) => verdict !== null).length;
      return {
        model,
        given: verdictCount,
        abstained: verdicts.length - verdictCount,
        accuracy: isLabelled ? accuracyOf(beside(model, gold)) : share(0, 0, 0),
        withPanel: accuracy(beside(model, panel)),
      };
    }),
    agreement: {
      share: figuresOf((pair) => accuracy(pair).value),
      kappa: figuresOf((pair) => cohenKappa(pair).value),
    },
  };
}
