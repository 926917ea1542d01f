/** The one thing that a piece of advice asks to have, or bans: "add a timeline by quarter" → the timeline. */
import { words } from '../../text/words.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { conceptsOf, isGeneralConcept } from './concepts.ts';

const PROVIDING =
  'add|include|give|provide|contain|attach|offer|have|mention|state|name|say|tell|specify|supply|pose|disclose|announce|set out|present|list';
const BANNING = 'avoid|omit|skip|leave out|drop|use no|contain no|have no';
const DEMAND = new RegExp(
  `^(?:the response should )?(?:also |always |do )?(?:(?:not|never|don['’]t|do not) (?:\\w+ly )?(?:use|${PROVIDING})|${PROVIDING}|${BANNING}|(?=leave \\S+ out\\b)leave) (?:out )?(.+)$`,
  'iu',
);
const BAN = new RegExp(`\\b(?:not|never|don['’]t|leave|${BANNING})\\b`, 'iu');
/** Where the first noun phrase ends. */
const EDGE =
  /[,;:.(]|\b(?:of|for|in|on|by|with|at|as|that|which|who|and|or|unless|when|where|if|to|from|until|than|because|so|out|near|within|above|below|before|after|once|along|early|you|the writer|is|are|was|were)\b/iu;

/** The notion of the demanded thing; undefined where it is a clause or a word of any advice. */
export function demandedThing(text: string): string | undefined {
  const rest = DEMAND.exec(text.trim())?.[1];
  if (
    rest === undefined ||
    /^(?:[“"]|(?:what|who|how|why|where|when|whether|if|that|it|them)\b)/iu.test(rest)
  )
    return undefined;
  const phrase = rest.replace(/^which /iu, '').split(EDGE)[0] ?? '';
  // "The evidence that is inconvenient" is not just any evidence; a ban on some superlatives is much like one on all.
  const restricted = /^,? ?(?:that|which|who)\b/iu.test(rest.slice(rest.indexOf(phrase) + phrase.length));
  if (restricted && !BAN.test(text)) return undefined;
  // "The date of the event" is another date than that of delivery.
  if (/^of\b/iu.test(rest.slice(rest.indexOf(phrase) + phrase.length))) return undefined;
  const head = words(phrase)
    .flatMap((word) => word.split('-'))
    .filter((word) => !STOP_WORDS.has(word) && !word.endsWith('ly'))
    .at(-1);
  if (head === undefined) return undefined;
  const [concept] = conceptsOf(head);
  return concept === undefined || isGeneralConcept(concept) ? undefined : concept;
}
