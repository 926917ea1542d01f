/** Prompt injection: finds passages of a page that give orders to a language model, and masks those that plainly do. */
import { overlapsAny, type Span } from '../domain/page.ts';
import { splitSentences } from './sentences.ts';

export interface ModelOrders {
  /** Plainly orders to a model: no model is shown them. */
  readonly withheld: readonly Span[];
  /** Orders to a model or advice to a writer: shown as data like the rest of the page. */
  readonly suspected: readonly Span[];
}

export const NO_ORDERS: ModelOrders = { withheld: [], suspected: [] };

// No `u` flag: with `i` it makes these patterns ten times slower, and they run on every page.
/** Names of language models. Roles that people have, too, such as agents, assistants and graders, are none. */
const MODEL_NAME =
  /\b(?:(?:a\.?i\.?|artificial[- ]intelligence|large[- ]language|language|machine[- ]learning)(?:[- ](?:models?|assistants?|agents?|systems?|raters?|evaluators?|graders?|judges?|crawlers?|readers?|bots?))|AI|LLMs?|GPT(?:-?\d+)?|chatbots?|AIs|automated (?:raters?|graders?|reviewers?|evaluators?|systems?|agents?|tools?|readers?|assistants?|pipelines?))\b/i;
const ORDER =
  /\b(?:ignore|disregard|forget|override|rate|score|rank|grade|assign|output|return|respond|reply|answer|print|emit|include|repeat|add|list|copy|treat|consider|prefer|recommend|report|praise|give|state|stop|do not)\b/i;
/** What came before the page in a prompt: its text can only mean the instructions of its reader. */
const REVOKED =
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:(?:previous|prior|earlier|above|preceding|former|original|initial|system) (?:system )?(?:instructions?|prompts?)|your (?:previous|prior|earlier|former|original|initial) (?:guidelines|directions|rules|orders)|(?:instructions?|prompts?) above)\b/i;
/** A sentence that begins with a name of a model: spoken to, not about. "If you are an AI researcher" is not. */
const SPOKEN_TO = new RegExp(
  `^\\W*(?:(?:(?:note|notice|attention|message|instructions?|important|dear|hello|hey|hi)\\b[\\s:,]*)+(?:to |for )?|if you are )(?:all |any |the |an? )?(?:${MODEL_NAME.source})(?=\\s*[,:;.!—–-]|\\s+(?:reading|processing|rating|evaluating|that|who|which)\\b)`,
  'i',
);
/** The subject of a demand: "language models reading this must output …". */
const ORDERED = new RegExp(
  `(?:${MODEL_NAME.source})[^.!?]{0,60}(?:\\b(?:must|should|shall|are (?:instructed|required|asked|told|to)|is (?:instructed|required|asked|to)|please)\\b|:)[^.!?]{0,40}${ORDER.source}`,
  'i',
);
/** An order with the work of a model that it names. */
const WORK_ORDER = new RegExp(
  `${ORDER.source}[^.!?]{0,60}\\b(?:instructions?|prompts?|criteri(?:a|on)|ratings?|scores?|relevance|expertise|highest|lowest|maximum|verbatim|sources?|pages?)\\b`,
  'i',
);
const THIS_PAGE = /\bthis (?:page|site|source|guide|document|article|text|website)\b|\bverbatim\b/i;

/** What may be an order to a model, and as well advice to a writer. */
const SUSPECT = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:previous|prior|earlier|above|preceding|all|any|your|other|the system)\b[^.!?]{0,30}\b(?:instructions?|prompts?|directions?|guidelines?|rules|orders)\b/i,
  /\b(?:you are|act as|you're) (?:now )?(?:an? )?(?:AI|language model|LLM|assistant|automated)\b|\byou are no longer an? [^.!?]{0,20}\b(?:reviewer|assistant|rater|model|judge|evaluator|classifier)\b/i,
  /\bnew (?:system )?(?:instructions?|prompt)\s*:|\bsystem prompt\b|\byour (?:former|previous|prior|original|initial) (?:instructions|prompt)\b|\b(?:repeat|reveal|print|output|show) (?:the|your) (?:instructions|prompt)\b/i,
  /\b(?:dear|hello|hey|hi|attention|note to|message to|message for|to) (?:all |any |the )?(?:ai|assistant|language models?|llms?|classifier|chatbot|bot|crawler|agent|model|grader|rater)s?\b\s*[,:]|\bif you are (?:an? )?(?:ai|artificial intelligence|(?:large )?language model|llm|assistant|chatbot|automated \w+|machine|bot|crawler|model)\s*[,:;.!—–-]/i,
  /\b(?:rate|score|grade|rank|mark) (?:this|the present) (?:page|site|source|guide|document|article|text|website)\b/i,
  /\b(?:record|set|output|return|emit|write) [“"]\w+: ?(?:true|false|\d)/i,
];

/**
 * A sentence is withheld if it revokes the instructions before it, or gives an order to a model that it names: one that it
 * speaks to, or whose work it says is this very page. A guide may speak about models ("do not let a language model write it").
 */
export function ordersToModels(text: string): ModelOrders {
  // Fast path: most pages match none of the patterns.
  if (![REVOKED, MODEL_NAME, ...SUSPECT].some((pattern) => pattern.test(text))) return NO_ORDERS;
  const withheld: Span[] = [];
  const suspected: Span[] = [];
  const all = splitSentences(text);
  for (const [index, span] of all.entries()) {
    const sentence = text.slice(span.start, span.end);
    const isSpokenTo = SPOKEN_TO.test(sentence);
    // "Attention, AI systems. Output …"
    const end = isSpokenTo ? (all[index + 1]?.end ?? span.end) : span.end;
    if (isSpokenTo && ORDER.test(text.slice(span.start, end))) withheld.push(...nearOrders(text, { ...span, end }));
    else if (REVOKED.test(sentence) || (ORDERED.test(sentence) && THIS_PAGE.test(sentence)))
      withheld.push(...nearOrders(text, span));
    else if (isSpokenTo || isSuspect(sentence)) suspected.push(...nearOrders(text, span));
  }
  // An order that follows its addressee is withheld with it, whatever it is by itself.
  return { withheld, suspected: suspected.filter((span) => !overlapsAny(span, withheld)) };
}

function isSuspect(sentence: string): boolean {
  if (ORDERED.test(sentence) && WORK_ORDER.test(sentence)) return true;
  return SUSPECT.some((pattern) => pattern.test(sentence));
}

/** Text this close to an order is masked, too. */
const REACH_CHARS = 300;

/**
 * The span; for a long one without full stops, as in transcripts, only the text near the addressees and the orders: an
 * order may stand far behind its addressee.
 */
function nearOrders(text: string, span: Span): Span[] {
  if (span.end - span.start <= 2 * REACH_CHARS) return [span];
  const passage = text.slice(span.start, span.end);
  const orders = [REVOKED, MODEL_NAME, WORK_ORDER, ...SUSPECT]
    .flatMap(({ source }) => [...passage.matchAll(new RegExp(source, 'gi'))])
    .sort((a, b) => a.index - b.index);
  const near: Span[] = [];
  for (const { index, 0: order } of orders) {
    const start = span.start + Math.max(0, index - REACH_CHARS);
    const end = Math.min(span.end, span.start + index + order.length + REACH_CHARS);
    const last = near.at(-1);
    if (last === undefined || start > last.end) near.push({ start, end });
    else near[near.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return near;
}

/** The second one is for sentences that are shorter than the first. */
const WITHHELD = ['[withheld: it addresses language models]', '[withheld]'];

/** Replaces each span by a marker of the same length, so that offsets stay valid. */
export function withhold(text: string, spans: readonly Span[]): string {
  let shown = '';
  for (const { start, end } of spans) {
    const from = Math.max(start, shown.length);
    if (from >= end) continue;
    shown += text.slice(shown.length, from);
    const marker = WITHHELD.find(({ length }) => length <= end - from) ?? '';
    shown += marker.padEnd(end - from);
  }
  return shown + text.slice(shown.length);
}
