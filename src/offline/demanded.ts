/** The one thing that a piece of advice asks to have, or bans: "add a timeline by quarter" → the timeline. */
import { words } from '../text/words.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { conceptsOf, isGeneralConcept } from './concepts.ts';

const PROVIDING =
  'add|include|give|provide|contain|attach|offer|have|mention|state|name|say|tell|specify|supply|pose|disclose|announce|set out|present|list';
const BANNING = 'avoid|omit|skip|leave out|drop|use no|contain no|have no';
const DEMAND = new RegExp(
  `^(?:the response should )?(?:also |always |do )?(?:(?:not|never|don['’]t|do not) (?:\\w+ly )?(?:use|${PROVIDING})|${PROVIDING}|${BANNING}|(?=leave \\S+ out\\b)leave) (?:out )?(.+)$`,
  'iu',
);
/** Where the first noun phrase ends. */
const EDGE = /[,;:.(]|\b(?:of|for|in|on|by|with|at|as|that|which|who|and|or|unless|when|where|if|to|from|until|than|because|so|out|near|within|above|below|before|after|once|along|early|you|the writer|is|are|was|were)\b/iu;

/** The notion of the demanded thing; undefined where it is a clause or a word of any advice. */
export function demandedThing(text: string): string | undefined {
  const rest = DEMAND.exec(text.trim())?.[1];
  if (rest === undefined || /^(?:what|who|how|why|where|when|whether|if|that|it|them)\b/iu.test(rest)) return undefined;
  const phrase = rest.replace(/^which /iu, '').split(EDGE)[0] ?? '';
  const head = words(phrase)
    .flatMap((word) => word.split('-'))
    .filter((word) => !STOP_WORDS.has(word))
    .at(-1);
  if (head === undefined) return undefined;
  const [concept] = conceptsOf(head);
  return concept === undefined || isGeneralConcept(concept) ? undefined : concept;
}
