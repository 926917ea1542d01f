/** Scores criteria by what a judge of this kind of text needs. The instruction's topic never counts. */
import type { DraftCriterion, RelevanceVerdict, Step } from '../domain/engine.ts';
import { done } from '../domain/outcome.ts';
import { wordCount } from '../text/words.ts';
import { signatureOf, similarityOf, type Signature } from './same-advice.ts';
import { concretenessOf } from './concreteness.ts';

interface Scored {
  readonly item: DraftCriterion;
  readonly signature: Signature;
  readonly base: number;
  readonly reason: string;
}

/** From this likeness on, the lesser of two criteria is half a repetition. */
const REPETITION = 0.75;

export const scoreRelevance: Step<DraftCriterion, RelevanceVerdict> = (_run, _task, items) => {
  const signatures = new Map(items.map((item) => [item.id, signatureOf(item.text)]));
  const scored = items
    .map((item) => scoreAlone(item, signatures))
    .sort((a, b) => b.base - a.base || (a.item.text < b.item.text ? -1 : a.item.text > b.item.text ? 1 : 0));
  const taken: Scored[] = [];
  const verdicts = scored.map((entry) => {
    const repeated = taken.some((better) => similarityOf(better.signature, entry.signature) >= REPETITION);
    taken.push(entry);
    const score = Math.min(
      10,
      Math.max(0, Math.round((repeated ? entry.base * 0.55 : entry.base) * 100) / 100),
    );
    const reason = repeated ? 'It repeats, in part, a criterion that ranks higher.' : entry.reason;
    return [entry.item.id, done({ score, reason })] as const;
  });
  return Promise.resolve(new Map(verdicts));
};

function scoreAlone(item: DraftCriterion, signatures: ReadonlyMap<string, Signature>): Scored {
  const signature = signatures.get(item.id) ?? signatureOf(item.text);
  const concreteness = concretenessOf(item.text);
  const support = Math.min(1, (item.support.sites - 1) * 0.5 + (item.support.sources - 1) * 0.35);
  const central = centralityOf(signature, item, signatures);
  const fromSource = item.sourceRelevance >= 2 ? 3 : item.sourceRelevance === 1 ? 0.5 : 0;
  const expertise = (Math.min(5, Math.max(1, item.sourceExpertise)) - 3) * 0.25;
  const length = wordCount(item.text);
  const size = length < 8 ? -0.8 : length > 24 ? -0.6 : 0;
  const base =
    fromSource +
    expertise +
    2 * support +
    central +
    3.5 * concreteness.score +
    size +
    1 -
    (item.explicit ? 5 : 0);
  const reasons = [
    item.sourceRelevance >= 2 ? 'specific guidance for this kind of text' : 'general writing advice',
    ...(item.support.sources > 1 ? [`agreed by ${item.support.sources} sources`] : []),
    concreteness.reason,
    ...(item.explicit ? ['already stated in the instruction'] : []),
  ];
  const sentence = reasons.join(', ');
  return { item, signature, base, reason: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` };
}

/** 0–1: how far the rest of the advice deals with the same things. */
function centralityOf(own: Signature, item: DraftCriterion, all: ReadonlyMap<string, Signature>): number {
  let best = 0;
  let sum = 0;
  for (const [id, other] of all) {
    if (id === item.id) continue;
    let shared = 0;
    for (const stem of own.stems) if (other.stems.has(stem)) shared += 1;
    const likeness = own.stems.size === 0 ? 0 : shared / own.stems.size;
    sum += likeness;
    best = Math.max(best, likeness);
  }
  return all.size <= 1 ? 0 : Math.min(1, (sum / (all.size - 1)) * 4 + best * 0.3);
}
