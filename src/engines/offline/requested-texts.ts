/** Where an instruction asks for a text, by its grammar: sentence for sentence, in order. */
import type { TextRequest } from '../../domain/guide-kind.ts';
import { NEGATION, REFERRING } from '../../text/not-asked-for.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { words } from '../../text/words.ts';
import { nounPhrasesAt, type TextKind } from './noun-phrase.ts';
import { runningText } from './running-text.ts';

export interface RequestedText extends Omit<TextRequest, 'phrases' | 'beginnings' | 'further'> {
  readonly kinds: readonly TextKind[];
}

const TO_WHOM = String.raw`(?:\s+(?:me|us|him|her|them|up|out|down|(?:for|to) (?:me|us)))*`;
/** Verbs whose object is a text. */
const WRITES = String.raw`(?:(?:re)?write|(?:re)?draft|compose|create|prepare|produce|craft|generate|revise|complete|continue)`;
/** Verbs whose object may be one. */
const GIVES = String.raw`(?:brainstorm|develop|design|establish|formulate|make|put together|give|deliver|provide|add|suggest|share|construct|build|invent|compile|tell|come up with|finish|improve|edit|polish|proofread|shorten|do|submit|outline|plan|script|help(?: me| us)?(?: out)? with|what(?:'s| is| are)(?= (?:an? |some )?(?:good|great|nice|catchy|funny|cute) ))`;
const NEEDS = String.raw`(?:(?:need|want|require|(?:am |'m )?(?:looking for|writing|working on|drafting|preparing))|(?:(?:have|need|(?:'ve )?got|(?:am |'m )?supposed) to|must) (?:${WRITES}|hand in|turn in|submit|give|deliver|make|do))`;
const ASKS = new RegExp(String.raw`^(?:${WRITES}|writing|drafting|${GIVES})\b${TO_WHOM}\s+`, 'iu');
const WRITTEN = new RegExp(String.raw`^(?:${WRITES}|writing|drafting)\b`, 'iu');
const WANTS = new RegExp(String.raw`^(?:(?:i|we)\s*(?:urgently |really |just |now )?)?${NEEDS}\b${TO_WHOM}\s+`, 'iu');
/** A later clause that asks: ", write …", ", please give …", ", and I need …". */
const CLAUSE = new RegExp(
  String.raw`[,;]\s+(?:and |so |but |then )?(?=(?:please|kindly|can you|could you|help me|help us|${WRITES})\s|(?:i|we)(?:'d| would| want| need)\b)`,
  'giu',
);
/** What an order goes on to: "Read my notes and write me a eulogy". */
const GOES_ON = new RegExp(String.raw`\sand\s+(?:then\s+)?(?=${WRITES}\b${TO_WHOM}\s+(?:an?|some|the|my|our)\s)`, 'iu');
/** "Ask my brother to sit down and write", "tell the class how people plan and write": somebody else does. */
const OF_OTHERS = /\b(?:to|if|how|why|what|who|which|when|where|whether|that\s+\w+)\b/iu;
const MENTIONS = new RegExp(
  String.raw`\b(?:${WRITES}|writing|drafting|crafting|composing|help(?: me| us)?(?: out)? with)\b${TO_WHOM}\s+`,
  'giu',
);
/** "I run a shop and need a report on …"; not "I don't need a report", nor "people who want a report". */
const WISHES = new RegExp(
  String.raw`(?<!${NEGATION}|\b(?:who|which|that)\s+)(?:\b(?:need|want|would like|looking for)|'d like)${TO_WHOM}\s+(?=an?\s)`,
  'giu',
);
/** "As a teacher, …" */
const ROLE = /^as an? [^,.]{1,150},\s+/iu;
/** "Turn these notes into a brief". */
const RESHAPES =
  /^(?:turn|convert|transform|rework|reshape|recast|adapt|change|rewrite|write up|condense|expand|distil|weave|combine|merge)\b/iu;
const INTO = /\b(?:into|as|in the form of)\s+(?=(?:an?|one|two|three)\s)/iu;
/** Without an article: "into slides", if a kind is called so; "into French" names none. */
const INTO_BARE = new RegExp(String.raw`\binto\s+(?!(?:${REFERRING})\s)`, 'iu');
/** "Take this talk and turn it into a song", "describe your day in the form of a recipe". */
const FORM =
  /\b(?:(?:turn|convert|transform|adapt|rewrite|make) (?:it|this|that|them|these|those) into|in the (?:form|format|shape|guise) of|(?:written|told|formatted|phrased|structured|framed|disguised) (?:as|like)|as if (?:it|this) were)\s+(?=(?:an?|one|two|three)\s)/iu;
const COURTESY =
  /^(?:(?:please|kindly|hi|hello|hey|thanks|ok|okay|now|then|so|first|firstly|next|finally|also|and|just|(?:can|could|would|will) (?:you|u)(?: please| kindly)?|(?:i|we)(?:'d| would) (?:like|love)(?: for)? you to|(?:i|we) (?:want|need) (?:you|your help) to|you (?:should|need to|must|are (?:required|asked|going) to|will)|your (?:task|job|goal) is to|(?:the|this) task is to|help(?! (?:me |us )?(?:out )?with\b)(?: me| us)?(?: to)?|let's|let us|try to|go ahead and|tell (?:me|us)(?= (?:how|why|what)\b)|do you know(?= (?:how|why|what)\b)|i wonder(?= (?:how|why|what)\b))[\s,!:]+)+/iu;
/** "Report a bug": a first word before a determiner is a verb. */
const ORDER =
  /^\w+(?<!ing|ed|en)\s+(?:an?|the|my|our|your|this|that|these|those|me|us|all|each|every|whether|if|from)\s/iu;
/** "A user story is a short …": it tells what the text is. */
const STATEMENT =
  /^(?:(?!(?:whose|that|which|who|to|for|about|on|from|in)\s)[\w'’-]+\s+){1,6}(?:is|are|was|were|has|have|had)\s/iu;
/** "Give the brand a motto". */
const RECEIVER = /^(?:the|this|these|those|my|our)\s[^.,;:]*?\s(?=an?\s)/iu;
/** The space after a sentence is sometimes missing. */
const SENTENCE_END = /(?<=[.!?;:])\s+|(?<=\p{Ll}{2}[.!?])(?=\p{Lu}\p{Ll}+\s)|\n+/u;
/** A long brief says at its start or at its end what it wants. Characters. */
const READ = { start: 4000, end: 1500 };

export function requestedTexts(instruction: string): readonly RequestedText[] {
  const { start, end } = READ;
  const read =
    instruction.length <= start + end ? instruction : `${instruction.slice(0, start)}\n${instruction.slice(-end)}`;
  const sentences = runningText(read, (line) => WRITTEN.test(line))
    .replaceAll('’', "'")
    // "A 1,000-word piece": this comma ends no clause.
    .replace(/(?<=\d)[.,](?=\d)/gu, '')
    .replace(/(?<=\d) ?–(?= ?\d)/gu, '-')
    .split(SENTENCE_END)
    .flatMap((sentence) =>
      sentence
        .split(CLAUSE)
        .flatMap(withWhatFollows)
        .map((clause, place) => ({ clause, isLater: place > 0 })),
    )
    .map(({ clause, isLater }) => ({
      sentence: clause.replace(/^[^\p{L}\p{N}]+/u, '').replace(ROLE, ''),
      isLater,
    }))
    .filter(({ sentence }) => sentence !== '');
  return sentences.flatMap(({ sentence, isLater }, index) => {
    const isDirect = index === 0 || isLater || sentence.trimEnd().endsWith('?');
    const plain = sentence.replace(COURTESY, '');
    return [...inSentence(plain, index), ...formIn(plain)].map((request) => ({ ...request, isDirect }));
  });
}

type InSentence = Omit<RequestedText, 'isDirect'>;

function inSentence(sentence: string, index: number): readonly InSentence[] {
  const reshaped = RESHAPES.test(sentence) ? INTO.exec(sentence) : null;
  const result = reshaped === null ? '' : sentence.slice(reshaped.index + reshaped[0].length);
  if (nounPhrasesAt(result).length > 0) return [requestOf(sentence, result, 'written')];
  const asks = ASKS.exec(sentence);
  const title = index === 0 && asks === null && isTitle(sentence) ? nounPhrasesAt(sentence) : [];
  if (asks !== null) {
    const rest = sentence.slice(asks[0].length);
    const object = /^give/iu.test(sentence) ? rest.replace(RECEIVER, '') : rest;
    const request = requestOf(sentence, object, WRITTEN.test(sentence) ? 'written' : 'asked');
    if (request.kinds.length > 0) return [request];
  }
  const objects = (pattern: RegExp, by: RequestedText['by']) =>
    [...sentence.matchAll(pattern)].map((match) =>
      requestOf(sentence, sentence.slice(match.index + match[0].length), by),
    );
  const aside = [...objects(MENTIONS, 'mentioned'), ...objects(WISHES, 'wished')];
  const wants = WANTS.exec(sentence);
  if (wants !== null) return [requestOf(sentence, sentence.slice(wants[0].length), 'wanted'), ...aside];
  const first = { sentence, kinds: title, object: title.length > 0 ? sentence : null };
  // "A story from this: …"
  if (title.length > 0) return [{ ...first, by: sentence.trimEnd().endsWith(':') ? 'asked' : 'title' }, ...aside];
  const by = isOrder(sentence) ? 'ordered' : 'said';
  const bare = RESHAPES.test(sentence) ? INTO_BARE.exec(sentence) : null;
  if (bare !== null) return [requestOf(sentence, sentence.slice(bare.index + bare[0].length), by), ...aside];
  return [{ ...first, by }, ...aside];
}

/** The kind that the text imitates. */
function formIn(sentence: string): readonly InSentence[] {
  const form = FORM.exec(sentence);
  return form === null ? [] : [requestOf(sentence, sentence.slice(form.index + form[0].length), 'written')];
}

function requestOf(sentence: string, given: string, by: RequestedText['by']): InSentence {
  // "Both a cover letter and a CV"
  const object = given.replace(/^(?:both|either)\s+(?!of\b)/iu, '');
  const kinds = nounPhrasesAt(object);
  return { sentence, kinds, object: kinds.length > 0 ? object : null, by };
}

function withWhatFollows(clause: string): readonly string[] {
  const next = GOES_ON.exec(clause);
  const order = clause.slice(0, next?.index).replace(COURTESY, '');
  if (next === null || !isOrder(order) || OF_OTHERS.test(order)) return [clause];
  return [clause.slice(0, next.index), clause.slice(next.index + next[0].length)];
}

function isTitle(sentence: string): boolean {
  return (
    !isOrder(sentence) &&
    !/^(?!(?:an?|some)\s).*:\s*$|\s.*\?\s*$|^(?:the|my|our)\s/iu.test(sentence) &&
    !STATEMENT.test(sentence)
  );
}

function isOrder(sentence: string): boolean {
  return ORDER.test(sentence) && !STOP_WORDS.has(words(sentence)[0] ?? '');
}
