/** Cuts a sentence into the clauses that can each be a piece of advice, and trims what only explains. */
import { atPlace, placeNamed } from './text-places.ts';
import { CLAUSE_EDGE, clean, lowerFirst, wordAt } from './tokens.ts';
import { DETERMINERS, PREPOSITIONS, TEXT_PARTS } from './vocabulary.ts';
import { AUXILIARIES } from './vocabulary.ts';
import { NOUN_FIRST } from './verb-list.ts';
import { baseOfThirdPerson, isBaseVerb } from './verbs.ts';

const MAX_LABEL_WORDS = 6;

/**
 * The independent clauses of a sentence (quotations masked).
 * @param label a lead-in of its own ("Photographs.") that "it" or "them" in the sentence may stand for.
 */
export function splitClauses(sentence: string, label?: string): string[] {
  const pieces = withoutContrast(sentence).split(/;\s+|\s+[–—]\s+(?=(?:do|don['’]t|never|avoid)\b)/u);
  return pieces.flatMap((piece, index) => {
    const said = piece.trim().replace(/^(?:and|but|so|then)\s+/iu, '');
    const labelled = index === 0 ? labelOf(said) : undefined;
    if (labelled === undefined) return [label === undefined ? said : withReferent(said, label)];
    return [withReferent(labelled.rest, labelled.label), said];
  });
}

/** "Do not list the parts; list what each does": what is forbidden is only the contrast to what follows. */
function withoutContrast(sentence: string): string {
  return sentence.replace(/^(?:do not|don['’]t|never) (\w+)\b[^;:]*[;:]\s+(?=\1\b)/iu, '');
}

/** What follows ", so" or ", and" in a sentence that states before it advises ("…, so every break needs a reason"). */
export function conclusionsOf(clause: string): string[] {
  return [...clause.matchAll(/, (?:so|and|but|yet|therefore|hence) /gu)].map((match) =>
    clause.slice(match.index + match[0].length),
  );
}

/** "Title: keep it short" → label "Title". */
function labelOf(clause: string): { readonly label: string; readonly rest: string } | undefined {
  const match = /^([^:]{2,60}):\s+(.+)$/su.exec(clause);
  const label = match?.[1];
  const rest = match?.[2];
  if (label === undefined || rest === undefined || label.split(' ').length > MAX_LABEL_WORDS)
    return undefined;
  const tokens = label.split(' ').map(clean);
  if (
    isBaseVerb(tokens[0] ?? '') &&
    tokens.length > 1 &&
    (DETERMINERS.has(tokens[1] ?? '') || PREPOSITIONS.has(tokens[1] ?? ''))
  )
    return undefined;
  if (tokens.some((token) => AUXILIARIES.has(token))) return undefined;
  return { label, rest };
}

/** "Keep it under 60 characters" said of a "Title" → "Keep the title under 60 characters". */
function withReferent(clause: string, label: string): string {
  const noun = lowerFirst(label.replace(/^\d+[.)]\s*/u, '').trim());
  if (noun.includes('⟦') || noun.split(' ').length > MAX_LABEL_WORDS) return clause;
  const plural = noun.endsWith('s') || noun.includes(' and ');
  const words = noun.split(' ');
  const head = clean(words.at(-1) ?? '');
  const known =
    TEXT_PARTS.has(head) ||
    TEXT_PARTS.has(head.replace(/s$/u, '')) ||
    plural ||
    placeNamed(noun) !== undefined;
  if (!known) return clause;
  const named = plural || DETERMINERS.has(clean(words[0] ?? '')) ? noun : `the ${noun}`;
  const pronoun = plural ? /^(\S+) them\b/u : /^(\S+) it\b/u;
  if (pronoun.test(clause)) return clause.replace(pronoun, `$1 ${named}`);
  const place = placeNamed(noun);
  return place !== undefined && isBaseVerb(wordAt(clause.split(' '), 0)) ? atPlace(clause, place) : clause;
}

const EXPLAINS =
  /, which\b.*$|,? (?:because|since (?=\w+ (?:is|are|has|have|will|can|\w+s)\b)|whereas|(?<=, )as (?=(?:it|they|this|the \w+ (?:is|are|will|has))\b)|so (?!that )(?=[a-z]+ (?:what|the|a|it|them)\b|(?:the |it |they |readers? |people |nobody |a |an |you |your )|\w+ (?:can|will|may)\b)|for (?=(?:it|they|he|she|this|that|nobody|the \w+ (?:is|will|has))\b)|however|even (?:if|though|when)|though|although|not least)\b.*$/su;
const NEW_CLAUSE =
  /, (?:and|but|or|so|then|yet|for|because|since|where|who|whose|even|not because|as|after which|if only|otherwise|in which|the \w+ being) (.*)$/su;
/** "each aim needs a method, each method needs a reason" */
const SPLICED_CLAUSE =
  /(?:,|(?<!\b(?:you|we|they|he|she|it)) and(?= (?:the|it|they|you|we|then)\b)) ((?:each|every|the|an?|some|no|one|your|it|they|you|we|then|nobody|readers)\b.*)$/su;
/** Work that follows on an order ("… and check that it fits"). */
const WORK_AFTER = /^(?:check|ask|read|see|cut|delete|revise|count|send|test|look|make|mark|move)$/u;
const ASIDE = /\s*\([^()]*\)/gu;

/** The clause without bracketed and dashed asides. */
export function withoutAsides(clause: string): string {
  return clause
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(ASIDE, '')
    .replace(/ ,/gu, ',')
    .replace(/\s[–—]\s[^–—]*\s[–—]\s/u, ' ')
    .replace(/\s*[–—]\s.*$/su, '')
    .replace(/—.*$/su, '')
    .replace(/[\s.,;!]+$/u, '');
}

/** A verb phrase without what explains it or orders something more; `keepsPurpose` spares "so that …". */
export function trimVerbPhrase(verbPhrase: string, keepsPurpose: boolean): string {
  let text = withoutColonTail(verbPhrase.replace(/;.*$/su, ''));
  if (!keepsPurpose) text = text.replace(/,? (?:so that|in order that)\b.*$/su, '');
  const explained = text.replace(EXPLAINS, '');
  if (explained !== '') text = explained;
  return withoutSecondOrder(withoutNewClause(withoutNewClause(text, SPLICED_CLAUSE), NEW_CLAUSE))
    .replace(/[\s.,;:!]+$/u, '')
    .replace(/[,;]? (?:and|or|but|then|nor)$/u, '')
    .replace(
      /,?\s*(?:with (?:one|two|few) exceptions?)$|,\s*(?:too|as well|please|of course|for example|for instance|if you can|if possible|where possible|instead|though|again|say|then|always)$/iu,
      '',
    );
}

/** A tail that lists or quotes stays; a tail that is a sentence of its own explains. */
function withoutColonTail(text: string): string {
  const match = /^(.*?):\s+(.*)$/su.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return text;
  const tail = match[2];
  const tokens = tail.split(' ').map(clean);
  // Quoted wording after a colon is a sample.
  if (tail.includes('⟦') && match[1].split(' ').length >= 3) return match[1];
  if (!/,| and | or |\d/u.test(tail)) return match[1];
  const finite =
    tokens.some((token) => AUXILIARIES.has(token) || /^(?:it|they|you|that|this|i|we)$/u.test(token)) ||
    isBaseVerb(tokens[0] ?? '') ||
    tokens.slice(1).some((token) => baseOfThirdPerson(token) !== undefined && !token.endsWith('ts'));
  return finite || tokens.length > 16 ? match[1] : text;
}

function withoutNewClause(text: string, boundary: RegExp): string {
  const match = boundary.exec(text);
  const tail = match?.[1];
  if (match === null || tail === undefined) return text;
  const tokens = tail.split(' ');
  const first = clean(tokens[0] ?? '');
  const edge = tokens.findIndex((token) => CLAUSE_EDGE.has(clean(token)));
  const main = tokens.slice(0, edge === -1 ? 8 : Math.min(edge, 8));
  const finite =
    main.some(
      (token, index) =>
        AUXILIARIES.has(clean(token)) ||
        (index > 0 && baseOfThirdPerson(clean(token)) !== undefined && isFollowedByObject(tokens[index + 1])),
    ) || /^(?:it|they|you|this|that|these|he|she|we|i|nobody|don['’]t|do|never|avoid|not)$/u.test(first);
  return finite || /^, (?:where|who|whose|even|because|since|otherwise|yet)\b/u.test(match[0])
    ? text.slice(0, match.index)
    : text;
}

/** "name the post, give the date and sign": the first order alone; its own "and" between nouns stays. */
function withoutSecondOrder(text: string): string {
  const tokens = text.split(' ');
  for (let index = 3; index < tokens.length; index += 1) {
    // "leave out greetings and farewells, use said": the list before the comma is closed.
    const closed =
      (tokens[index - 1] ?? '').endsWith(',') &&
      tokens.slice(0, index - 1).includes('and') &&
      isBaseVerb(clean(tokens[index] ?? '')) &&
      index < tokens.length - 1;
    if (
      closed &&
      !tokens[index]?.endsWith(',') &&
      !tokens.slice(index).some((token) => /^(?:and|or)$/u.test(token))
    )
      return tokens.slice(0, index).join(' ');
    if (!isBaseVerb(clean(tokens[index] ?? '')) || !isFollowedByObject(tokens[index + 1])) continue;
    const link = tokens[index - 1] ?? '';
    const afterComma =
      (link.endsWith(',') &&
        !(PREPOSITIONS.has(clean(tokens[index + 1] ?? '')) && NOUN_FIRST.has(clean(tokens[index] ?? '')))) ||
      (/^(?:and|or|then|but)$/u.test(link) && (tokens[index - 2] ?? '').endsWith(','));
    const works = /^(?:and|then)$/u.test(link) && WORK_AFTER.test(clean(tokens[index] ?? ''));
    if (!afterComma && !works) continue;
    let end = index;
    while (end > 0 && /^(?:and|or|then|but)$/u.test(tokens[end - 1] ?? '')) end -= 1;
    return tokens.slice(0, end).join(' ');
  }
  return text;
}

function isFollowedByObject(token: string | undefined): boolean {
  const word = clean(token ?? '');
  return (
    DETERMINERS.has(word) ||
    PREPOSITIONS.has(word) ||
    /^(?:it|them|that|how|what|why|whether|when|where|you|readers?|people|only|back|away)$/u.test(word) ||
    word.startsWith('⟦')
  );
}
