/** Prompt injection: finds sentences of a page that address a language model, and masks them. */
import type { Span } from '../domain/page.ts';
import { splitSentences } from './sentences.ts';

// No `u` flag: with `i` it makes these patterns ten times slower, and they run on every page.
const MACHINE =
  /\b(?:(?:a\.?i\.?|artificial[- ]intelligence|large[- ]language|language|machine[- ]learning)[- ](?:models?|assistants?|agents?|systems?|raters?|evaluators?|graders?|judges?|crawlers?|readers?|bots?)|LLMs?|GPT(?:-?\d+)?|chatbots?|AIs|automated (?:raters?|graders?|reviewers?|evaluators?|systems?|agents?|tools?|readers?|assistants?|pipelines?)|(?:the|any|an) (?:assistant|rater|grader|crawler|bot)|system prompt)\b/i;
/** Orders that only make sense to a machine. They need no addressee. */
const PLAIN_ORDER =
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:previous|prior|earlier|above|preceding|all|any|your|other|the system)\b[^.!?]{0,30}\b(?:instructions?|prompts?|directions?|guidelines?|rules|orders)\b|\b(?:you are|act as|you're) (?:now )?(?:an? )?(?:AI|language model|LLM|assistant|automated)\b|\bnew (?:system )?(?:instructions?|prompt)\s*:|\byour (?:system prompt|(?:former|previous|prior|original|initial) (?:instructions|prompt))\b|\b(?:repeat|reveal|print|output|show) (?:the|your) (?:system )?(?:instructions|prompt)\b|\byou are no longer an? [^.!?]{0,20}\b(?:reviewer|assistant|rater|model|judge|evaluator|classifier)\b|\b(?:record|set|output|return|emit|write) [“"]\w+: ?(?:true|false|\d)/i;
/** Salutations of a machine. */
const SALUTATION =
  /\b(?:dear|hello|hey|hi|attention|note to|message to|message for|to) (?:all |any |the )?(?:ai|assistant|language models?|llms?|classifier|chatbot|bot|crawler|agent|model|grader|rater)s?\b\s*[,:]|\bif you are (?:an? )?(?:ai|artificial intelligence|(?:large )?language model|llm|assistant|chatbot|automated \w+|machine|bot|crawler|model)\b(?! user)/i;
/** Orders that are suspicious only if a machine is addressed or its work is named. */
const ADDRESSED_ORDER =
  /\b(?:ignore|disregard|forget|rate|score|rank|grade|mark|assign|output|return|respond|reply|answer|print|emit|include|repeat|add|list|copy|treat|consider|prefer|recommend|report|state|give|must|should|instructed|required|do not|stop)\b/i;
const MACHINE_WORK =
  /\b(?:instructions?|prompts?|criteria|criterion|rating|ratings|scores?|relevance|expertise|highest|maximum|top|this (?:page|site|source|guide|document|article|text)|other (?:pages?|sources?|sites?)|following|verbatim|10\/10|5\/5|out of (?:5|10|five|ten))\b/i;
const VOCATIVE = new RegExp(
  `^(?:(?:note|notice|attention|message|instructions?|important|for|to|dear|hello|hey)\\b[\\s:,]*)+(?:to |for )?(?:all |any |the |an? )?(?:${MACHINE.source})`,
  'i',
);
/** Such an order with the work that it names. */
const WORK_ORDER = new RegExp(`${ADDRESSED_ORDER.source}[^.!?]{0,60}${MACHINE_WORK.source}`, 'i');
/** "Rate this page 5" is always an order to a rater. */
const RATE_THIS =
  /\b(?:rate|score|grade|rank|mark) (?:this|the present) (?:page|site|source|guide|document|article|text|website)\b[^.!?]{0,60}\b(?:highest|maximum|top|best|first|expert|[1-9]|10|five|ten|relevan\w+|expertise)\b/i;

/**
 * Sentences with orders to a language model or an automated rater. A false positive costs the page one sentence. A guide may
 * mention such tools ("do not let a language model write it for you"): a sentence counts only if its order names a
 * machine's work (instructions, ratings, criteria to output).
 */
export function addressesModels(text: string): Span[] {
  // Fast path: most pages match none of the patterns.
  if (![PLAIN_ORDER, RATE_THIS, SALUTATION, MACHINE].some((pattern) => pattern.test(text))) return [];
  const found: Span[] = [];
  const all = splitSentences(text);
  for (const [index, span] of all.entries()) {
    const sentence = text.slice(span.start, span.end);
    if ([PLAIN_ORDER, RATE_THIS, SALUTATION].some((pattern) => pattern.test(sentence))) {
      found.push(...nearOrders(text, span));
      continue;
    }
    if (!MACHINE.test(sentence)) continue;
    const isVocative = VOCATIVE.test(sentence);
    const last = (isVocative ? all[index + 1] : undefined) ?? span;
    const passage = { start: span.start, end: last.end };
    const passageText = text.slice(passage.start, passage.end);
    if (!ADDRESSED_ORDER.test(passageText) || !MACHINE_WORK.test(passageText)) continue;
    if (isVocative || ordersTheMachine(sentence)) found.push(...nearOrders(text, passage));
  }
  return found;
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
  const orders = [PLAIN_ORDER, RATE_THIS, SALUTATION, MACHINE, WORK_ORDER]
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

/** The machine is the subject: "language models must output …", "AI assistants reading this should rate …". */
function ordersTheMachine(sentence: string): boolean {
  return new RegExp(
    `(?:${MACHINE.source})\\b[^.!?]{0,60}\\b(?:must|should|shall|are (?:instructed|required|asked|told|to)|is (?:instructed|required|asked|to)|please|:)\\s*[^.!?]{0,40}\\b(?:ignore|disregard|forget|rate|score|rank|grade|assign|output|return|respond|reply|print|emit|repeat|treat|recommend|report|prefer|give)\\b`,
    'i',
  ).test(sentence);
}
