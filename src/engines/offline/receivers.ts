/** Who receives a text. */
import { RECEIVERS, TEXT_PARTS } from './vocabulary.ts';

/** Things that are named like people ("papers", "plants"). */
const THINGS =
  /^(?:chambers|papers|letters|answers|openers|headers|covers|characters|orders|matters|pointers|markers|starters|fillers|layers|drawers|chapters|posters|offers|powers|corners|borders|others|flowers|towers|rivers|quarters|centers|computers|folders|tigers|dangers|fingers|shoulders|newspapers|restaurants|plants|variants|constants|lists|exists|twists)$/u;

/** Whether a noun names people who receive a text: a known one, or a plural made like "listeners" or "specialists". */
export function isReceiver(noun: string): boolean {
  if (THINGS.test(noun) || TEXT_PARTS.has(noun)) return false;
  return (
    RECEIVERS.has(noun) ||
    /^[a-z]{3,}(?:ers|ists|ants)$/u.test(noun) ||
    ['children', 'kids', 'adults', 'teenagers', 'parents', 'experts', 'beginners'].includes(noun)
  );
}
