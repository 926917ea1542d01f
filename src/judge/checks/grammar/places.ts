/** Where something is asked for: the response under any of its names, the title, "the third paragraph", "each sentence". */
import type { Part, Place } from '../code-check.ts';
import { RESPONSE } from './claims.ts';
import { either, map, maybe, sequence, tokens, type Parser } from './reading.ts';

/** What people call a whole response; never a word that may name a part of it (introduction, conclusion). */
export const DOCUMENT_NOUN =
  '(?:(?:micro|mini|nano|flash)-)?(?:response|answer|reply|output|text(?: message)?|message|letter|e-?mail|memo(?:randum)?|note|post|tweet|caption|ad(?:vert(?:isement)?)?|article|essay|story|stories|poem|haiku|limerick|sonnet|speech|summary|synopsis|abstract|description|bio(?:graphy)?|blurb|slogan|tagline|motto|report|guide|plan|document|template|review|recipe|script|dialogue|explanation|instructions|directions|announcement|invitation|notice|newsletter|blog|press release|release|statement|proposal|resume|résumé|cv|translation|version|draft|piece|copy|content|contents|composition|narrative|tale|fable|fairy tale|joke|riddle|song|verse|lyrics|rap|outline|itinerary|agenda|minutes|faq|profile|pitch|definition|feedback|comment|obituary|toast|prompt|posting|manual|tutorial|brief|briefing|overview|transcript|monologue|scene|chapter|editorial|op-ed|entry|writing|work|rewrite|rewording|paraphrase|argument|analysis|critique|testimonial|complaint|apology|eulogy|handout|leaflet|flyer|brochure|card|checklist|thread|assignment|passage|submission|page|file|result|wording|snippet|interview|quote|quotation|readme|update|reminder|paragraph|listing|bulletin|journal|diary(?: entry)?|log(?: entry)?|menu|quiz|questionnaire|warning|acknowledg(?:e)?ment|foreword|preface|dedication|prayer|vow|label|ode|ballad|elegy|sms|subtitle|voiceover|sketch|play|anecdote|parable|myth|legend|memoir|autobiography|biography|poster|pamphlet|infographic|glossary|digest|recap|gist|takeaway|tl;dr|cheat sheet|rhyme|verses|vignette|drabble|lesson|lecture|sermon|column|dispatch|circular|communiqué|tip|hint|advice|fun fact|horoscope|forecast|alert|notification|teaser|hymn|chant|jingle|mantra|affirmation|wish|compliment|petition|inquiry|enquiry|follow-up|catchphrase|recommendation|commentary|rebuttal|soliloquy|confirmation|voicemail|autoreply)';
const NOT_A_MODIFIER =
  '(?:first|second|third|fourth|fifth|last|opening|closing|final|each|every|main|title|number|length|same|following|of|in|and|or|with|no|any|one|word|words|sentence|sentences|line|paragraph|list|table|is|are|be|not|that|which|per|executive)';
/** Any word; naming what is no letter compiles far faster than naming all letters. */
export const MODIFIER = `(?:(?!${NOT_A_MODIFIER} )[^\\s\\d⟦⟧.,;:!?()<>#*]+ )`;
const OTHERWISE =
  'it|everything|the whole (?:thing|of it)|all of it|the lot|all (?:of )?(?:the )?text|the (?:entire )?(?:writing|wording)';
const named = (modifiers: string): string =>
  `(?:the|this|that|your|its|his|her|their|my|our|an?)(?: (?:entire|whole|full|complete|overall))? ${modifiers}${DOCUMENT_NOUN}(?: as a whole| itself)?`;
const DOCUMENT = `(?:${named(`${MODIFIER}{0,2}`)}|(?:entire|whole) ${DOCUMENT_NOUN}|${OTHERWISE})`;
const WRITER =
  '(?:(?:the )?(?:(?:ai |virtual |support |customer (?:support|service) )?(?:assistant|chatbot|bot)|classifier|llm|language model|writer|author|model|ai|speaker|respondent|responder|candidate|student|user|sender|applicant)|you|it|they)';

const atStart =
  <Value>(parser: Parser<Value>): Parser<Value> =>
  (wording, at) =>
    at === 0 ? parser(wording, at) : [];

/** The response, as the thing that is so and so. */
/** "the text list" is also "the text", which lists. */
export const document: Parser<Place> = map(
  either(
    ...[2, 1, 0].map((count) => tokens(named(`${MODIFIER}{${count}}`))),
    tokens(`(?:entire|whole) ${DOCUMENT_NOUN}|${OTHERWISE}`),
    tokens(WRITER),
    atStart(
      tokens(
        '(?:response|answer|reply|output|text|summary|essay|poem|story|e-?mail|(?:blog )?post|tweet|caption|message|letter|article|(?:(?:product|meta|video|job) )?description|report|review|speech|blurb|slogan|tagline|memo|script|bio|limerick|haiku)',
      ),
    ),
  ),
  () => RESPONSE,
);

const PARTS: readonly (readonly [Part, string])[] = [
  ['sentence', 'sentences?'],
  ['paragraph', '(?:paragraphs?|stanzas?)'],
  ['line', 'lines?'],
  ['word', 'words?'],
  ['bullet', '(?:bullet(?:ed)?(?: |-)(?:points?|items?|entries|entry|lines?)|bullets?)'],
  ['numbered-item', 'numbered (?:items?|points?|steps?|entries|entry)'],
  ['list-item', '(?:list (?:items?|entries|entry|points?)|items?(?: (?:of|in|on) the list)?)'],
  ['heading', '(?:markdown )?(?:section )?(?:sub-?)?head(?:ing|er)s?'],
];

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  opening: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
  '4th': 4,
  '5th': 5,
  '6th': 6,
  last: -1,
  final: -1,
  closing: -1,
  concluding: -1,
};
const ORDINAL = `(${Object.keys(ORDINALS).join('|')}|second(?:-| )to(?:-| )last|penultimate)`;
/** Read by one shared rule: its pattern is long. */
const ofDocument = <Value>(part: Parser<Value>): Parser<Value> =>
  map(sequence(part, maybe(sequence(tokens('of|in'), document))), ([found]) => found);

const nth = PARTS.map(([part, source]) =>
  map(
    ofDocument(tokens(`(?:(?:the|its|their|your) )?(?:very )?${ORDINAL} ${source}`)),
    ([ordinal = '']): Place => {
      return { where: 'nth', part, nth: ORDINALS[ordinal] ?? -2 };
    },
  ),
);
const numbered = PARTS.map(([part, source]) =>
  map(ofDocument(tokens(`${source} (?:number |no \\. )?(\\d+)`)), ([nth = '']): Place | null =>
    Number(nth) > 0 ? { where: 'nth', part, nth: Number(nth) } : null,
  ),
);
const each = PARTS.map(([part, source]) =>
  map(
    ofDocument(
      tokens(
        `(?:each|every|each and every|all)(?: (?:of the|1 of the|single|of its|of your|the|generated|written))? ${source}`,
      ),
    ),
    (): Place => ({ where: 'each', part, orNone: false }),
  ),
);
const title = map(ofDocument(tokens(`(?:the|its|your) (?:markdown )?(?:title|headline)`)), (): Place => ({
  where: 'title',
}));

const subjectLine = map(ofDocument(tokens(`(?:the|its|your) (?:e-?mail )?subject(?: line)?`)), (): Place => ({
  where: 'subject-line',
}));

/** "Sentences have …", "the bullet points are …": what is said of them all is said of each. */
const allParts = (
  [
    ['sentence', 'sentences'],
    ['paragraph', '(?:paragraphs|stanzas)'],
    ['line', 'lines'],
    ['bullet', '(?:bullet points|bullets|bulleted items)'],
    ['numbered-item', 'numbered (?:items|points|steps)'],
    ['list-item', 'list items'],
    ['heading', 'headings'],
  ] as const
).map(([part, source]) =>
  map(
    ofDocument(tokens(`(?:the |its |your |their )?(?:individual |single )?${source}(?: each)?`)),
    (): Place => ({
      where: 'each',
      part,
      orNone: false,
    }),
  ),
);
/** As a subject only: "with sentences" names things. */
export const pluralParts: Parser<Place> = either(...allParts);

/** The title, the nth part, each part. */
export const partPlace: Parser<Place> = either(title, subjectLine, ...nth, ...numbered, ...each);

/** "No sentence", "none of the sentences": a denied claim about each. */
export const noPart: Parser<Place> = either(
  ...PARTS.map(([part, source]) =>
    map(
      ofDocument(tokens(`(?:no (?:single )?|none of (?:the|its|your) |not a single )${source}`)),
      (): Place => {
        return { where: 'each', part, orNone: true };
      },
    ),
  ),
);

/** "in the first paragraph", "somewhere in the reply", "per paragraph"; the response where nothing else is named. */
export const adjunct: Parser<Place> = either(
  map(
    tokens(
      `(?:anywhere|somewhere|throughout|at all|at any point|overall|in total|altogether)?(?:(?:^| )?(?:in|within|inside|(?<=(?:absent|missing|omitted|excluded|left out|removed|banned|barred|free|gone) )from|throughout|across|of) (?:all of )?(?:${DOCUMENT}|(?:the|its|your) (?:[^\\s\\d⟦.,;:()]+ )?(?:list|table)))`,
    ),
    () => RESPONSE,
  ),
  map(
    tokens('(?:anywhere|somewhere|throughout|at all|at any point|overall|in total|altogether|entirely)'),
    () => RESPONSE,
  ),
  (wording, at) =>
    tokens('(?:with)?in|inside|of|on|at')(wording, at).flatMap(([, next]) => partPlace(wording, next)),
  ...PARTS.map(([part, source]) =>
    map(tokens(`per ${source}`), (): Place => ({ where: 'each', part, orNone: false })),
  ),
);
