/** Orders: "Name the finding", "Never thank anybody first", "No jargon". */
import type { AdviceCore } from './advice-form.ts';
import { CLAUSE_EDGE, clean, isPlural, lowerFirst, wordAt } from './tokens.ts';
import { NOUN_FIRST } from './verb-list.ts';
import { baseOfThirdPerson, isBaseVerb } from './verbs.ts';
import { ADVERBS, AUXILIARIES, DETERMINERS, MODAL, PLAIN_ADJECTIVES, PREPOSITIONS } from './vocabulary.ts';

const NEVER_HEADS = new Set(
  'like welcome better suppose please mean matter need depend long lower mind bother found wish live love hope fret even back'.split(
    ' ',
  ),
);
/** A verb that may be followed by a that-clause or by a noun with its own clause. */
const SAYING = new Set(
  'say show state explain note remember mention ensure check tell assume prove argue admit acknowledge demonstrate suggest signal make believe decide know see imply confirm verify'.split(
    ' ',
  ),
);

export function readImperative(tokens: readonly string[]): AdviceCore | undefined {
  const phrase = tokens.join(' ');
  const negated = /^(?:do not|don['’]t|never)\s+(?:ever\s+|you\s+)?(.*)$/iu.exec(phrase);
  if (negated?.[1] !== undefined) {
    const rest = negated[1].split(' ');
    const verbIndex = ADVERBS.test(wordAt(rest, 0)) ? 1 : 0;
    if (!isBaseVerb(wordAt(rest, verbIndex)) || rest.length < 2) return undefined;
    // "Don't just list" leaves open what to do instead.
    if (/^(?:just|only|merely|simply) /u.test(negated[1])) return undefined;
    const turned = /^(?:forget|neglect|fail|hesitate|be afraid|be shy|be scared) to (.*)$/iu.exec(negated[1]);
    if (turned?.[1] !== undefined)
      return { subject: null, verbPhrase: turned[1], negative: false, declared: false };
    return { subject: null, verbPhrase: negated[1], negative: true, declared: false };
  }
  if (/^do [a-z]/iu.test(phrase) && isBaseVerb(wordAt(tokens, 1))) return readImperative(tokens.slice(1));
  if (/^no [a-z]/iu.test(phrase) && tokens.length <= 9 && isBareNounPhrase(tokens.slice(1))) {
    return {
      subject: null,
      verbPhrase: `contain no ${tokens.slice(1).join(' ')}`,
      negative: false,
      declared: false,
    };
  }
  const adverbFirst = /^(?:always|only|\w+ly)$/iu.test(wordAt(tokens, 0)) && isBaseVerb(wordAt(tokens, 1));
  const plain = adverbFirst && wordAt(tokens, 0) === 'always' ? tokens.slice(1) : tokens;
  const head = wordAt(plain, adverbFirst && plain === tokens ? 1 : 0);
  if (!isBaseVerb(head) || NEVER_HEADS.has(head)) return undefined;
  if (!headsImperative(head, plain.slice(adverbFirst && plain === tokens ? 2 : 1), plain[0] ?? ''))
    return undefined;
  return { subject: null, verbPhrase: lowerFirst(plain.join(' ')), negative: false, declared: false };
}

/** "No show of learning", but not "No audience ever complained". */
function isBareNounPhrase(tokens: readonly string[]): boolean {
  const edge = tokens.findIndex((token) => CLAUSE_EDGE.has(clean(token)));
  const noun = edge === -1 ? tokens : tokens.slice(0, edge);
  return (
    !hasFiniteVerb(tokens) &&
    !tokens.join(' ').includes(',') &&
    !noun.some(
      (token, index) =>
        /^(?:ever|one|matter|need)$/u.test(clean(token)) || (index > 0 && clean(token).endsWith('ed')),
    )
  );
}

/** Tells "Report the loss" from "Report titles are short". */
function headsImperative(head: string, rest: readonly string[], headToken: string): boolean {
  if (/[,:;.]$/u.test(headToken)) return false;
  const next = wordAt(rest, 0);
  if (next === '' || AUXILIARIES.has(next) || MODAL.test(next)) return head === 'be' || head === 'let';
  if (head === 'thank' && next === 'you') return false;
  // "Present tense and indicative mood", "Stage 2", "Title page", "Last changed": labels.
  if (head === 'present' && /^(?:tense|perfect|day|for)$/u.test(next)) return false;
  if (/^(?:last|title|date)$/u.test(head) && !DETERMINERS.has(next) && next !== 'it') return false;
  if (NOUN_FIRST.has(head) && /^\d/u.test(rest[0] ?? '')) return false;
  // "Start date, working days": a list of things.
  if (
    /^(?:start|end|name|number|subject|contact|order|cost|price|place|time)$/u.test(head) &&
    /^\p{Ll}+,$/u.test(rest[0] ?? '') &&
    !isPlural(next)
  )
    return false;
  if (next === 'of') return /^(?:think|beware|dispose|speak|talk|make|write)$/u.test(head);
  if (next === 'that' && !SAYING.has(head))
    return (
      !isBaseVerb(wordAt(rest, 1)) &&
      baseOfThirdPerson(wordAt(rest, 1)) === undefined &&
      !AUXILIARIES.has(wordAt(rest, 1))
    );
  // "Research shows that …", but "Keep paragraphs to five lines".
  if (baseOfThirdPerson(next) !== undefined) {
    const after = wordAt(rest, 1);
    const ends = /[,.;:]$/u.test(rest[0] ?? '') || after === '';
    if (
      NOUN_FIRST.has(head) ||
      !(
        ends ||
        PREPOSITIONS.has(after) ||
        CLAUSE_EDGE.has(after) ||
        /^(?:and|or|to|not|only|rather|where)$/u.test(after)
      )
    )
      return false;
  }
  if (next === 'and' || next === 'or') return isBaseVerb(wordAt(rest, 1));
  if (
    DETERMINERS.has(next) ||
    PREPOSITIONS.has(next) ||
    CLAUSE_EDGE.has(next) ||
    /^(?:it|them|him|her|us|me|yourself|you|readers|people|sure|everyone|someone|anything|nothing|everything|something|only|not|out|up)$/u.test(
      next,
    ) ||
    /^[\d⟦“"‘£$€]/u.test(rest[0] ?? '')
  ) {
    // "Say the size is small" has a clause of its own; "Paragraph three can carry the quote" is no order.
    return SAYING.has(head) || head === 'let' || !hasAuxiliary(rest);
  }
  if (NOUN_FIRST.has(head) && !PLAIN_ADJECTIVES.has(next)) return false;
  // "Travel pages receive more than they can print": a plural and its verb.
  if (
    isPlural(next) &&
    isBaseVerb(wordAt(rest, 1)) &&
    !PREPOSITIONS.has(wordAt(rest, 1)) &&
    (isArticleNext(rest[2]) || DETERMINERS.has(wordAt(rest, 2)))
  )
    return false;
  return !hasFiniteVerb(rest);
}

function hasFiniteVerb(tokens: readonly string[]): boolean {
  for (const [index, token] of tokens.entries()) {
    const word = clean(token);
    if (CLAUSE_EDGE.has(word)) return false;
    if (AUXILIARIES.has(word) && word !== 'do') return true;
    if (
      index > 0 &&
      baseOfThirdPerson(word) !== undefined &&
      !isInNounPhrase(tokens[index - 1]) &&
      isArticleNext(tokens[index + 1])
    )
      return true;
    if (/[,;:]$/u.test(token)) return false;
  }
  return false;
}

function isInNounPhrase(before: string | undefined): boolean {
  const word = clean(before ?? '');
  return DETERMINERS.has(word) || PREPOSITIONS.has(word) || PLAIN_ADJECTIVES.has(word);
}

function hasAuxiliary(tokens: readonly string[]): boolean {
  for (const token of tokens) {
    const word = clean(token);
    if (CLAUSE_EDGE.has(word) || /^(?:you|it|they|we|i|he|she|readers?|listeners?)$/u.test(word))
      return false;
    if (AUXILIARIES.has(word) && !/^(?:do|be|been|have|ought)$/u.test(word)) return true;
    if (/[,;:]$/u.test(token)) return false;
  }
  return false;
}

function isArticleNext(token: string | undefined): boolean {
  return token !== undefined && /^(?:a|an|the|your|it|them|how|what|to)$/u.test(clean(token));
}
