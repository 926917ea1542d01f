/** Signs that a composed criterion may not stand. None decides alone: they are weighed (`soundness.ts`). */
import { wordCount } from '../../text/words.ts';
import type { AdviceForm } from './advice-form.ts';
import { isBareDemand } from './bare-demand.ts';
import { specialCircumstance } from './circumstance.ts';
import { pointsAtUnknown, type IsKnown } from './common-ground.ts';
import { doubtfulGrammar } from './doubtful-grammar.ts';
import { doubtfulReference } from './doubtful-reference.ts';
import { notPlain } from './plain-demand.ts';
import { danglingReference } from './standalone.ts';

export interface Doubt {
  readonly sign: Sign;
  /** A sentence for people. */
  readonly reason: string;
}
export type Sign =
  | 'backward'
  | 'bare'
  | 'dangling'
  | 'grammar'
  | 'long'
  | 'person'
  | 'reference'
  | 'special'
  | 'spliced'
  | 'unknown'
  | 'unplain';

/** What a sentence is read against. */
export interface Ground {
  /** Stems of the task's words. */
  readonly asked: ReadonlySet<string>;
  readonly isKnown: IsKnown;
}

/** A criterion on its way from the advice to its words. */
interface Composition {
  /** The advice as it was read. */
  readonly said: AdviceForm;
  /** Without its wrapping ("make sure that …"). */
  readonly plain: AdviceForm;
  /** Said of the text instead of to the writer. */
  readonly resolved: AdviceForm;
  /** What follows "The response should", quotations masked. */
  readonly demand: string;
  readonly text: string;
}

const MAX_WORDS = 30;
const OWN_PAGE = 'It speaks of a thing that only its own page has introduced.';
const BACKWARD = 'It refers to something said before it.';
const SPLICED = 'It joins two orders that do not belong together.';
const PARTICULAR = 'It speaks of a particular person.';

export function doubtsAbout(
  { said, plain, resolved, demand, text }: Composition,
  isWhole: (nounPhrase: string) => boolean,
  ground: Ground,
): readonly Doubt[] {
  return [
    ...told('special', specialCircumstance(resolved, isWhole, ground.asked)),
    ...told('dangling', danglingReference(standing(said, resolved))),
    // The unresolved words tell "your criteria" from "the criteria"; a part that something is demanded of is named.
    ...when(pointsAtUnknown(plain.verbPhrase, ground.isKnown), 'unknown', OWN_PAGE),
    ...told('grammar', doubtfulGrammar(demand)),
    ...told('reference', doubtfulReference(demand, resolved.lead !== null)),
    ...told('unplain', notPlain(resolved)),
    ...when(wordCount(text) > MAX_WORDS, 'long', 'It is too long for one criterion.'),
    ...when(isBareDemand(text), 'bare', 'It says too little to be judged.'),
  ];
}

function when(holds: boolean, sign: Sign, reason: string): readonly Doubt[] {
  return holds ? [{ sign, reason }] : [];
}

/** Some reasons are signs of their own, whoever gives them. */
function told(sign: Sign, reason: string | null): readonly Doubt[] {
  if (reason === null) return [];
  if (sign === 'dangling' && reason === BACKWARD) return [{ sign: 'backward', reason }];
  if (reason === SPLICED) return [{ sign: 'spliced', reason }];
  if (reason === PARTICULAR) return [{ sign: 'person', reason }];
  return [{ sign, reason }];
}

/** What has to be understood by itself. "When you quote a figure" has become "when it quotes": this "it" is the response. */
function standing(said: AdviceForm, { lead, subject, verbPhrase }: AdviceForm): string {
  const ofResponse = said.lead?.includes('you') === true;
  const named = ofResponse && lead !== null ? lead.replace(/^(\w+) it\b/u, '$1 the response') : lead;
  return [named, subject, verbPhrase].filter((part) => part !== null).join(', ');
}
