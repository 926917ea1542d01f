/** Makes one verdict of repeated judgements of the same item (TICK: maj@k). Pure. */
import type { JudgedItem } from '../llm/agent-kit/judged-item.ts';
import { Winner, type OrderedPreference } from '../domain/comparison.ts';
import type { Answer, ResponseQuote, Verdict, Votes } from '../domain/judgement.ts';
import { reasonsIn, valuesOf, type Outcome } from '../domain/outcome.ts';
import { majority } from '../metrics/kappa.ts';
import { mean } from '../metrics/mean.ts';

/** A judgement whose quotes are found in the response. */
export interface CheckedJudgement extends Omit<JudgedItem, 'quotes'> {
  readonly quotes: readonly ResponseQuote[];
}

/**
 * The answer that most of the readable samples give, with the reason and the quotes of the first that gives it.
 * Unscored where fewer than half are readable, and where no answer has more votes than each other one.
 * @param samples in the order of their sample index, at least one
 */
export function tallyVotes(samples: readonly Outcome<CheckedJudgement>[]): Verdict {
  const readable = valuesOf(samples);
  const count = (answer: Answer) => readable.filter((sample) => sample.answer === answer).length;
  const votes: Votes = {
    yes: count('yes'),
    no: count('no'),
    notApplicable: count('not-applicable'),
    unscored: samples.length - readable.length,
  };
  if (!isQuorum(readable.length, samples.length)) return { status: 'unscored', reason: whyNoQuorum(samples), votes };
  const byLevel = levelVerdict(readable, votes);
  if (byLevel !== null) return byLevel;
  const answer = majority(readable.map((sample) => sample.answer));
  const spoken = readable.find((sample) => sample.answer === answer);
  if (answer === null || spoken === undefined)
    return {
      status: 'unscored',
      reason: `The votes are tied: ${votes.yes} yes, ${votes.no} no, ${votes.notApplicable} not applicable.`,
      votes,
    };
  return {
    status: 'scored',
    answer,
    by: 'model',
    reason: spoken.analysis,
    quotes: [...spoken.quotes],
    votes,
    voteShare: count(answer) / readable.length,
    yesProbability: mean(readable.flatMap(({ yesProbability }) => (yesProbability === null ? [] : [yesProbability]))),
  };
}

/** Fewer voices would pass for all that were asked. */
export function isQuorum(given: number, asked: number): boolean {
  return given > 0 && given * 2 >= asked;
}

/**
 * Without a verdict for want of readable votes: votes that tie were given, and what code could not check nobody was asked.
 * Of a panel also where the others have a verdict: it is not that of all who were asked.
 */
export function isUnread(verdict: Verdict): boolean {
  const isWhole = verdict.status === 'scored' && verdict.members === undefined;
  return !isWhole && (verdict.votes?.unscored ?? 0) > 0;
}

/** Levels are ordered, so that their middle is the verdict, of two middle ones the lower; in the words of the first that chose it. */
function levelVerdict(readable: readonly CheckedJudgement[], votes: Votes): Verdict | null {
  const chosen = readable.flatMap((sample) => (sample.level === undefined ? [] : [{ sample, ...sample.level }]));
  if (chosen.length === 0 || votes.notApplicable >= chosen.length) return null;
  const ordered = [...chosen].sort((a, b) => a.value - b.value);
  const median = ordered[Math.floor((ordered.length - 1) / 2)]?.value;
  const agreeing = chosen.filter(({ value }) => value === median);
  const [spoken] = agreeing;
  if (spoken === undefined) return null;
  const { sample, label, value } = spoken;
  return {
    status: 'scored',
    answer: sample.answer,
    by: 'model',
    reason: sample.analysis,
    quotes: [...sample.quotes],
    votes,
    voteShare: agreeing.length / readable.length,
    yesProbability: null,
    level: { label, value },
  };
}

/** The votes of one order, one by one. */
export function votesOf({ verdict }: OrderedPreference): readonly Winner[] {
  if (verdict.status === 'unscored') return [];
  return Winner.options.flatMap((winner) => Array.from({ length: verdict.votes[winner] }, () => winner));
}

function whyNoQuorum(samples: readonly Outcome<unknown>[]): string {
  const why = whyUnread(samples);
  const lost = reasonsIn(samples).length;
  return lost === samples.length ? why : `${lost} of ${samples.length} votes could not be read: ${why}`;
}

const MAX_REASONS = 3;

export function whyUnread(samples: readonly Outcome<unknown>[]): string {
  return [...new Set(reasonsIn(samples))].slice(0, MAX_REASONS).join(' ') || 'No sample was drawn.';
}
