/** How surely a page is a guide to writing: one score of few signals, in place of a gate for each. */
import type { Rating } from '../../domain/source.ts';
import type { PageSignals } from './page-signals.ts';

interface Weighing {
  readonly of: (signals: PageSignals) => number;
  readonly weight: number;
  /** The mean over the labelled pages: a signal there says nothing. */
  readonly mean: number;
  /** What a higher, and a lower, value says. */
  readonly above: string;
  readonly below: string;
}

/**
 * Logistic regression (ridge, standardised, guides weighing 60 %) on labelled guides, adverts, filler, pages about a
 * task's subject and examples of a text; counts and rates by their logarithm.
 */
const WEIGHINGS: readonly Weighing[] = [
  {
    of: ({ craftShare }) => craftShare,
    weight: 9.54,
    mean: 0.49,
    above: 'It speaks of texts and readers throughout.',
    below: 'It speaks of its subject and hardly of texts and readers.',
  },
  {
    of: ({ advice }) => Math.log1p(advice),
    weight: 2.11,
    mean: 2.46,
    above: 'It gives much advice.',
    below: 'It gives little advice.',
  },
  {
    of: ({ examples }) => Math.log1p(examples),
    weight: 1.57,
    mean: 1.99,
    above: 'It shows examples.',
    below: 'It shows hardly any examples.',
  },
  {
    of: ({ variety }) => Math.min(variety, 0.7),
    weight: 18.99,
    mean: 0.69,
    above: 'Its wording is varied.',
    below: 'It repeats itself.',
  },
  {
    of: ({ words }) => Math.log(Math.min(Math.max(words, 20), 500)),
    weight: 3.78,
    mean: 6.09,
    above: 'It goes into detail.',
    below: 'It is thin.',
  },
  {
    of: ({ hypePerMille }) => Math.log1p(hypePerMille),
    weight: -0.61,
    mean: 1.2,
    above: 'It praises more than it says.',
    below: 'It is sober.',
  },
  {
    of: ({ promotionPerMille }) => Math.log1p(promotionPerMille),
    weight: -0.65,
    mean: 0.22,
    above: 'It sells something.',
    below: 'It sells nothing.',
  },
];
const BIAS = 2.3;
/** What changes the odds less than by a quarter is no reason. */
const MIN_REASON = 0.25;
/** Log-odds from which a page has an expertise of 2, 3, 4 and 5. In doubt, from odds of one to three on, it counts (3). */
const LEVELS = [-3, -1, 2, 4];

/** Expertise from 1 to 5, and the signals that speak for or against the page, the weightiest first. */
export function rateGuide(signals: PageSignals): Pick<Rating, 'expertise' | 'reasons'> {
  const parts = WEIGHINGS.map(({ of, weight, mean, above, below }) => {
    const difference = of(signals) - mean;
    return { value: weight * difference, reason: difference > 0 ? above : below };
  });
  const logOdds = parts.reduce((sum, { value }) => sum + value, BIAS);
  return {
    expertise: 1 + LEVELS.filter((level) => logOdds >= level).length,
    reasons: parts
      .filter(({ value }) => Math.abs(value) >= MIN_REASON)
      .sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
      .map(({ reason }) => reason),
  };
}
