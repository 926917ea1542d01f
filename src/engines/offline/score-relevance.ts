/** Scores criteria by support, concreteness and plain wording. The topic does not count. */
import type { DraftCriterion, RelevanceVerdict, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { plural } from '../../text/plural.ts';
import { wordCount, words } from '../../text/words.ts';
import { isReceiver, isTextPart } from './lexicon.ts';

const KEPT = /^The response should (?:follow the advice|cover the point) “/u;
/** As this engine words what is to be avoided. */
const FAULT = /^The response should (?:avoid|not)\b/u;
const CONDITIONAL = /\b(?:if|when|where|unless|once)\b/iu;
const CONCRETE = /\d|“|\b(?:one|two|three|four|five|first|last|name|date|number|each|every)\b/iu;
const SHORT_WORDS = 7;
const LONG_WORDS = 26;

export const scoreRelevance: Step<DraftCriterion, RelevanceVerdict> = (_run, _task, items) =>
  Promise.resolve(new Map(items.map((item) => [item.id, done(scoreOf(item))])));

/** Also those with the same sentence: what several guides repeat is what they hold to be important. */
export function sourceCount({ advice }: Pick<DraftCriterion, 'advice'>): number {
  return new Set(advice.map(({ sourceId }) => sourceId)).size;
}

function scoreOf(criterion: DraftCriterion): RelevanceVerdict {
  const { text, explicit, sourceExpertise, support } = criterion;
  const sources = sourceCount(criterion);
  // As "Support" counts them.
  const copies = sources > support.sources ? ` and ${sources - support.sources} more with the same sentence` : '';
  const length = wordCount(text);
  const isConcrete = CONCRETE.test(text);
  const namesPart = words(text).some((word) => isTextPart(word) || isReceiver(word));
  const score =
    4 +
    (sourceExpertise - 3) * 0.25 +
    Math.min(2, sources - 1) +
    (isConcrete ? 1 : 0) +
    (namesPart ? 1 : 0) +
    (KEPT.test(text) ? -1 : 0.5) +
    (length < SHORT_WORDS || length > LONG_WORDS ? -0.5 : 0.5) +
    (CONDITIONAL.test(text) ? -0.5 : 0) -
    (explicit ? 4 : 0);
  const reasons = [
    'specific guidance for this kind of text',
    ...(sources > 1 ? [`in ${plural(support.sources, 'source')}${copies}`] : []),
    isConcrete ? 'concrete' : namesPart ? 'names what it is about' : 'leaves room for judgement',
    ...(explicit ? ['already stated in the instruction'] : []),
  ].join(', ');
  return {
    score: Math.min(10, Math.max(0, Math.round(score * 100) / 100)),
    reason: `${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}.`,
    isFault: FAULT.test(text),
  };
}
