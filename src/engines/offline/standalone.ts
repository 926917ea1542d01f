/** Whether a clause can be understood without the text around it. */
import { clean, isPlural } from './tokens.ts';
import { baseOfGerund, baseOfThirdPerson, isBaseVerb } from './verbs.ts';
import { isReceiver } from './receivers.ts';
import { AUXILIARIES, DETERMINERS, MAKERS, PLAIN_ADJECTIVES, PREPOSITIONS } from './vocabulary.ts';

const META =
  /\b(?:(?:the )?words? you\b|in the same (?:way|order|place|manner)$|this (?:guide|article|post|page|section|handout|checklist|sheet|chapter)|in this (?:guide|section|article)|see (?:below|above)|as (?:above|below|described|we saw|shown|noted|mentioned)|(?:the|these) (?:tips|steps|rules|points|examples?|list|table|questions) (?:above|below)|above all else|(?:earlier|below|above)(?=$|[,.;:)])|the above|the following|previous(?:ly)? (?:section|step|point)|previous step|step \d+|other guides?|read on|et cetera|and so on|and so forth)\b/iu;
const FIRST_PERSON =
  /(?:^|\s)(?:I|I['’](?:m|ve|d|ll)|me|my|mine|myself|we|we['’](?:re|ve|d|ll)|us|our|ours|ourselves|let['’]s)(?=$|[\s,.;:!?])/u;
const DANGLING_PHRASE =
  /\bthe (?:[a-z]{3,}est|worst)(?=$|[,.;])|\bfor one (?:that|who|which)\b|\beach (?:by|is|are|an?)\b|\b(?:three|two|four|five|one) altogether\b|\bof the (?:first|second|third|last|other)$|\beach(?=$|[,.;:])|\b(?:all|the) (?:two|three|four|five)(?=$| (?:on|in|at|with|of|before|after|is|are)\b)|\b(?:none|any|all|some|both|each|most|one|half|many|few|either|neither|two|three) of (?:it|them|these|those|this|that)\b|\ba few(?! \p{L}+s\b| \p{L}+ \p{L}+s\b)|^(?:stay|keep|run|remain|hold|be) (?:\S+ ){1,4}characters\b|\b(?:do|does|did|doing|done) (?:so|this|that|it)\b|\b(?:the (?:same|other|others|latter|former|rest|opposite|reverse|second one|first one|two|three|four|former))(?=$|[,.;:!?]| (?:is|are|was|should|can|in|of (?:it|them)|at|on|for|to)\b)|\b(?:a|an|the|that|this|each|every|another|which|better|good|only|last|next|other|\w+er|\w+est) ones?(?=$|[,.;:!?]| (?:that|which|who|you|the writer|in|to|is|with|from|of|at|on)\b)|\b(?:each|every|any|either|neither) one\b(?! of)|(?<!\b(?:with|and|than|to|not|from|over) (?:\w+ ){1,2})\bones\b|\bsuch (?!as\b|an? \w+ as\b)|\b(?:here|elsewhere|thereby|thereof|instead|either|likewise|vice versa|apiece|respectively|accordingly)(?=$|[.,;:!?])|\b(?:too|as well)(?=$|[.;:!?])|(?:^|\s)(?:there)(?=$|[,.;:!?])|(?<!\b(?:at|by|to|into|or|of|how|page|first|last|under|below|exceed) )\b(?:one|both|each|two|three|none|some|many|few|most|more|another|others|less|enough|all)(?=$|[,.;:!?])|\bthe (?:one|two)(?=$|[,.;:!?])|\bthose(?! (?:who|that|which|with|of|in|for|at|to|from)\b)|\bthese\b|\bthis\b/iu;
/** "Aim for 2,000 to 7,500", "one of five", "give each to a person". */
const BARE_NUMBER =
  /\b(?:aim (?:for|at)|go for|stay (?:under|below|within)|keep (?:to|under|below|within)|limit to) (?:(?:about|around|roughly|between|at most) )?[\d,.]+(?: (?:to|and|or) [\d,.]+)?$|\bone of (?:two|three|four|five|six|seven|eight|nine|ten|\d+)$|(?:^|, )let (?:it|them|him|her)\b|^\S+ each (?:to|at|in|with|an?|the|by|for)\b/iu;
const LETS_THAT =
  /^(?:say|says|show|shows|state|states|explain|explains|note|remember|mention|ensure|check|tell|prove|argue|admit|acknowledge|demonstrate|suggest|signal|believe|decide|know|see|imply|confirm|verify|so|such|sure|clear|evidence|fact|idea|means|mean|convinced|certain|now|given|provided|except|reason|sense|proof|claim|feel|reader|readers|them|everything|anything|nothing|something|one|all|only|those|in|signals|find|assume|hope|promise|likely|impression)$/u;

/** Null where the clause stands alone; otherwise what it lacks. Quotations are masked. */
export function danglingReference(clause: string): string | null {
  if (FIRST_PERSON.test(clause)) return 'It speaks of its author in the first person.';
  if (META.test(clause)) return 'It refers to other places of the guide.';
  if (DANGLING_PHRASE.test(clause) || BARE_NUMBER.test(clause))
    return 'It refers to something said before it.';
  const tokens = clause.split(' ');
  let singular = false;
  let plural = false;
  let person = false;
  // "The writer" is one person and never "they".
  let persons = false;
  for (const [index, token] of tokens.entries()) {
    const word = clean(token);
    const next = clean(tokens[index + 1] ?? '');
    const before = clean(tokens[index - 1] ?? '');
    if (
      /^(?:it|its|itself)$/u.test(word) &&
      !isDummyIt(word, tokens, index) &&
      (!singular || (word === 'it' && isObject(tokens, index) && !isTakenUp(tokens, index)))
    )
      return 'It refers to something said before it.';
    if (/^(?:they|them|their|theirs|themselves)$/u.test(word) && !plural && !persons)
      return 'It refers to something said before it.';
    if (/^(?:he|she|him|her|his|hers)$/u.test(word) && !singular && !person)
      return 'It refers to something said before it.';
    if (
      word === 'that' &&
      (isDemonstrative(
        token,
        clean(tokens[index - 2] ?? ''),
        before,
        next,
        tokens[index + 2] === undefined,
      ) ||
        isPhraseOfThat(before, next, tokens[index + 2]))
    )
      return 'It refers to something said before it.';
    if (isPerson(word)) person = true;
    if (isPerson(word) && !MAKERS.has(word)) persons = true;
    if (index > 0 && !word.startsWith('⟦') && isNounLike(word, before)) {
      if (isPlural(word)) plural = true;
      // A person is never "it".
      else if (!isPerson(word)) singular = true;
    }
  }
  return null;
}

function isPerson(word: string): boolean {
  return (
    isReceiver(word) ||
    MAKERS.has(word) ||
    /^(?:person|character|anyone|somebody|someone|everyone|writer|speaker|expert|partner)$/u.test(word)
  );
}

/** "make it clear that …", "what it is like to …", "it is …". */
function isDummyIt(word: string, tokens: readonly string[], index: number): boolean {
  if (word !== 'it') return false;
  const rest = tokens
    .slice(index + 1)
    .join(' ')
    .toLowerCase();
  const before = clean(tokens[index - 1] ?? '');
  return (
    /^(?:make|makes)$/u.test(before) &&
    /^(?:clear|plain|obvious|easy|hard|possible|harder|easier) (?:that|what|who|why|how|to|for)\b/u.test(rest)
  );
}

/** "Contradict it", "about it": no subject of what follows. */
function isObject(tokens: readonly string[], index: number): boolean {
  const before = clean(tokens[index - 1] ?? '');
  return isBaseVerb(before) || PREPOSITIONS.has(before) || baseOfGerund(before) !== undefined;
}

/** Another clause lies between "it" and what was named: "use one comparison and follow it", "name a date or drop it". */
function isTakenUp(tokens: readonly string[], index: number): boolean {
  return tokens
    .slice(2, index)
    .some(
      (token) =>
        /[,;:]$/u.test(token) ||
        /^(?:and|or|but|then|unless|until|if|when|where|before|after|because|while|than|without)$/u.test(
          clean(token),
        ),
    );
}

/** "That mood": a noun phrase of its own after a preposition ("in that it lasts" is none). */
function isPhraseOfThat(before: string, next: string, after: string | undefined): boolean {
  return (
    PREPOSITIONS.has(before) &&
    !DETERMINERS.has(next) &&
    !PREPOSITIONS.has(next) &&
    !/^(?:it|they|you|he|she|we|there|readers?|people)$/u.test(next) &&
    (after === undefined || !AUXILIARIES.has(clean(after)))
  );
}

function isDemonstrative(
  token: string,
  earlier: string,
  before: string,
  next: string,
  isClosed: boolean,
): boolean {
  if (/[,.;:!?]$/u.test(token) || next === '') return true;
  // "Serve that result": at the end, even a word that may be a verb is the noun.
  if (isClosed && isBaseVerb(before) && !LETS_THAT.test(before)) return true;
  if (
    AUXILIARIES.has(next) ||
    baseOfThirdPerson(next) !== undefined ||
    (isBaseVerb(next) && !LETS_THAT.test(before))
  )
    return PREPOSITIONS.has(before);
  if (
    DETERMINERS.has(next) ||
    /^(?:you|it|they|he|she|there|readers?|people|nobody|someone|the|can|will|no)$/u.test(next)
  )
    return PREPOSITIONS.has(before) && !/^(?:in|so|except|given)$/u.test(before);
  if (LETS_THAT.test(before)) return false;
  // "that sentence" after a verb or preposition points back; "a claim that nobody checks" does not.
  const isNoun = DETERMINERS.has(earlier) || PLAIN_ADJECTIVES.has(earlier) || PREPOSITIONS.has(earlier);
  return (
    PREPOSITIONS.has(before) ||
    (isBaseVerb(before) && !isNoun) ||
    (baseOfThirdPerson(before) !== undefined && !isPlural(next) && !DETERMINERS.has(earlier) && isClosed)
  );
}

/** A word that may be the antecedent of a pronoun: what follows a determiner, an adjective or a preposition, roughly. */
function isNounLike(word: string, before: string): boolean {
  if (word === '' || DETERMINERS.has(word) || PREPOSITIONS.has(word) || AUXILIARIES.has(word)) return false;
  if (
    /^(?:it|they|them|and|or|but|not|you|if|when|where|what|how|why|so|as|then|than|who|which|ly)$/u.test(
      word,
    ) ||
    word.endsWith('ly')
  )
    return false;
  return (
    DETERMINERS.has(before) ||
    PREPOSITIONS.has(before) ||
    !isBaseVerb(word) ||
    isPlural(word) ||
    isBaseVerb(before)
  );
}
