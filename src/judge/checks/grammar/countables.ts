/** The names of what can be counted: "words", "Markdown headings", "question marks", "square-bracket placeholders". */
import type { Countable, PlainCountable } from '../code-check.ts';
import { either, map, tokens, type Parser } from './reading.ts';
import { BESIDES_HEADER } from './vocabulary.ts';

/** Examples of the mark itself, which change nothing: "(**…**)", "such as [address]", "(lines starting with #)". */
const GLOSS_TOKEN =
  "(?:⟦\\d+⟧|\\*+[^*]+\\*+|\\{\\{[^}]*\\}\\}|\\{[^{}]*\\}|<[^<>]*>|\\[[^\\]]*\\]|< <[^<>]*> >|[\\p{L}']+'[\\p{L}]+|\\p{L}+ (?:not|is)|urls?|hyperlinks?|https? ?:?\\S*|www\\S*|lines? (?:starting|beginning) with|or|and|etc|[^\\p{L}\\p{N}\\s()]+)";
const GLOSS = `(?:(?: ,)? (?:\\( )?(?:such as|like|e\\.g(?: \\.|(?! \\.))|for example|for instance|i\\.e(?: \\.|(?! \\.))|that is|namely)(?: [,:])? ${GLOSS_TOKEN}(?: ${GLOSS_TOKEN})*(?: \\))?| \\( (?:(?:e\\.g \\.|i\\.e \\.|such as|like|for example) (?:, )?)?${GLOSS_TOKEN}(?: ${GLOSS_TOKEN})* \\))?`;
const MD = '(?:markdown |md )?';
const AT_END = '(?:placed |standing )?at (?:the|its|your) (?:very )?end(?: of (?:the|your|its) \\p{L}+)?';
/** What may stand in bold, in quotes or in brackets. */
const TEXT =
  '(?:key )?(?:text|words?|phrases?|passages?|sections?|spans?|parts?|terms?|expressions?|sentences?|lines?|keywords?)';
const TEXTS = `${TEXT}(?:(?: or| and/or|/) ${TEXT})?`;
const BEING =
  '(?:(?:that |which )?(?:are|is|be|should be|must be|have to be|appears?|appearing|stands?|standing|comes?) )?(?:(?:set|put|printed|written|marked|formatted|enclosed|wrapped|placed|typed|given) )?';
const WITH_ASTERISKS =
  '(?: (?:(?:using|with|by|in|between) (?:(?:double|single) )?asterisks|using markdown|with markdown))?';
const IN_MD = '(?: (?:in|of|using|with) markdown(?: format| syntax| style)?)?';

const plain: readonly (readonly [PlainCountable, string])[] = [
  ['distinct-word', '(?:different|distinct|unique) words'],
  [
    'all-capital-word',
    `(?:words? ${BEING}(?:entirely |fully |completely |all |wholly )?(?:in|with) (?:all |only |full )?(?:capital letters|capitals|caps|upper ?-?case(?: letters)?|capital letters only)|(?:all-?(?: |-)?caps|fully capitali[sz]ed|(?:all-?|fully )?upper-?(?: |)case|all-capital|all capital|capital) words?)`,
  ],
  ['word', 'words?'],
  ['question', 'questions?|(?:interrogative|question) sentences?|interrogatives?'],
  ['exclamation', 'exclamations?|exclamatory sentences?'],
  ['sentence', '(?:complete |full )?sentences?'],
  [
    'paragraph',
    'paragraphs?(?:(?: ,)? (?:(?:separated|divided|set apart) )?by (?:an? )?(?:blank|empty) lines?| ,? ?with (?:(?:an?|1) )?(?:empty|blank|free) lines? (?:in )?(?:between|separating|after)(?: (?:them|each(?: (?:of them|1|pair|paragraph))?|(?:every )?2 paragraphs|the paragraphs|paragraphs|1 and the next|1 another))?)?|stanzas?|(?:text )?blocks? of text|verses',
  ],
  [
    'line',
    '(?:non-?(?: )?(?:empty|blank) |text )?lines?(?: of text)?(?: ?,? not counting (?:empty|blank)(?: lines| ones)?)?',
  ],
  [
    'character-without-spaces',
    '(?:non-space |non-whitespace )?characters? ?,? ?(?:\\( )?(?:(?:excluding|without|not counting|not including|ignoring) (?:the )?(?:white)?spaces|spaces (?:excluded|not (?:counted|included)))(?: \\))?|non-(?:white)?space characters?',
  ],
  [
    'character',
    'char(?:acter)?s?(?: ?,? ?(?:\\( )?(?:(?:including|with|counting) (?:the )?(?:white)?spaces(?: and punctuation)?|spaces (?:included|counted|count))(?: \\))?)?',
  ],
  ['letter', 'letters?'],
  ['bulleted-list', `${MD}(?:bullet(?:ed|ed-point|-point| point)?|unordered) lists?`],
  ['numbered-list', `${MD}(?:numbered|ordered) lists?`],
  ['list', `${MD}lists?`],
  ['checkbox', `${MD}(?:check ?-?box(?:es)?|task list items?|(?:unchecked |empty )?tick ?-?box(?:es)?)`],
  [
    'numbered-item',
    '(?:numbered|ordered)(?: list)? (?:items?|points?|steps?|entries|entry|lines?|tips?|ideas?|questions?|suggestions?|instructions?|reasons?|bullets?|paragraphs?|rules?|recommendations?|facts?|examples?)',
  ],
  [
    'bullet',
    `${MD}(?:bullet(?:ed)?|unordered)(?: |-)(?:list )?(?:points?|items?|entries|entry|lines?)|${MD}bullets?`,
  ],
  [
    'list-item',
    `${MD}(?:list|listed) (?:items?|entries|entry|points?)|(?:bullet(?:ed)?(?: point)?|unordered)(?: lists?)? (?:or|and|nor) (?:numbered|ordered) lists?|(?:numbered|ordered)(?: lists?)? (?:or|and|nor) (?:bullet(?:ed)?|unordered) lists?`,
  ],
  ['subheading', `${MD}sub-?(?: )?head(?:ing|er)s?${IN_MD}`],
  ['heading', `${MD}(?:section )?head(?:ing|er)s?${IN_MD}`],
  ['table', `${MD}tables?${IN_MD}`],
  ['table-row', `(?:data |table |body )?rows?(?: of data)?${BESIDES_HEADER}`],
  ['table-column', '(?:table )?columns?'],
  ['code-block', `${MD}(?:fenced )?code (?:blocks?|fences?)|fenced blocks?`],
  ['block-quote', `${MD}block ?-?quotes?|${MD}block ?-?quotations?`],
  [
    'divider',
    `${MD}(?:dividers?|horizontal (?:rules?|lines?|dividers?|separators?)|thematic breaks?)(?: (?:standing )?(?:alone )?on (?:its|their|a) (?:own |separate )?lines?)?${IN_MD}`,
  ],
  [
    'web-address',
    '(?:urls?|web ?(?:addresses|address|site addresses|links?|urls?)|https?(?: |-)links?)(?: (?:that |which )?(?:beginning|starting|begins?|starts?) with https?(?: :)?(?: ?//)?)?|links? (?:that |which )?(?:beginning|starting|begins?|starts?) with https?(?: :)?(?: ?//)?',
  ],
  [
    'markdown-link',
    '(?:markdown|md) (?:hyper-?)?links?|(?:hyper-?)?links? (?:written |given |formatted )?(?:in|as) (?:markdown|md)(?: format| syntax| style)?',
  ],
  ['link', '(?:hyper-?)?links?(?: to (?:an? )?(?:web ?(?:site|page)s?|external (?:site|page|source)s?))?'],
  ['email-address', '(?:valid |real )?e-?mail (?:addresses|address)'],
  ['phone-number', '(?:valid |tele)?(?:phone|telephone|mobile|contact phone) numbers?'],
  ['image', `${MD}(?:embedded )?images?${IN_MD}`],
  [
    'bold',
    `(?:${MD}(?:bold(?:ed|face)?|bold-?face(?:d)?)(?: |-)?(?:text|words?|phrases?|passages?|sections?|spans?|parts?|formatting|type|print|terms?|expressions?)|${TEXTS} ${BEING}in ${MD}bold(?: (?:type|face|print))?|${TEXTS} (?:that |which )?(?:are|is|be|should be|must be) (?:in )?bold(?:ed)?|bolded ${TEXTS}|${MD}bold)${WITH_ASTERISKS}${IN_MD}`,
  ],
  [
    'italic',
    `(?:${MD}italic(?:s|i[sz]ed)?(?: |-)?(?:text|words?|phrases?|passages?|sections?|spans?|parts?|formatting|type|terms?)|${TEXTS} ${BEING}in ${MD}italics?|${TEXTS} (?:that |which )?(?:are |is |be )?itali(?:c)?i[sz]ed|${MD}italics)${WITH_ASTERISKS}${IN_MD}`,
  ],
  ['highlight', '(?:highlighted (?:sections?|parts?|phrases?|passages?|words?)|highlights?)'],
  [
    'placeholder',
    '(?:fields?|slots?|spots?|gaps?|blanks?|variables?|items?|tokens?) (?:(?:set |written |marked |enclosed |put |given )?(?:in|with|within|inside|by) )\\[?(?:(?:square|curly|angle|angled|double|single) )*(?:brackets|braces)\\]?(?: (?:(?:are |is )?left )?(?:(?:for (?:the|your|its) \\p{L}+ )?to (?:be )?(?:fill(?:ed)? in|complete[d]?|replaced?)))?|(?:(?:square(?: |-)?bracket(?:ed)?|bracketed|fill-in|template|unfilled|unresolved|empty|leftover|remaining|generic|unreplaced) )*(?:placeholders?|(?:bracketed )?blanks|gaps|template (?:variables?|fields?|tags?|markers?)|(?:bracketed|fill-in) (?:fields?|gaps?))(?: (?:text|fields?|tokens?|words?))?(?: ?,? ?(?:\\( )?(?:(?:set |written |marked |represented |enclosed |shown |wrapped |put |given |indicated )?(?:in|by|with|within|inside|using) (?:(?:square|curly|angle|angled|double|single) )*(?:brackets|braces)|(?:for (?:the|your|its) \\p{L}+ )?to (?:be )?(?:fill(?:ed)? in|complete[d]?|replaced?))(?: \\))?)?(?: left(?: (?:in|unfilled|open|over|to fill in))?)?',
  ],
  [
    'angle-title',
    'title ?,? (?:(?:that is )?(?:set|wrapped|enclosed|put|written|placed|contained|shown|marked) )?(?:in|inside|within|between|by|with) (?:double angular brackets|double angle brackets|< <(?: and|,|\\.\\.\\.|…)? ?> >|< <[^<>]*> >)',
  ],
  ['subject-line', '(?:e-?mail )?subject(?: |-)lines?'],
  ['title', `(?:clear )?${MD}title(?: line)?`],
  ['closing-emoji', `emojis? ${AT_END}`],
  ['closing-hashtag', `hash ?-?tags? ${AT_END}`],
  ['emoji', 'emojis?|emoticons?|smileys?'],
  ['hashtag', 'hash ?-?tags?'],
  ['mention', '(?:@-?mentions?|user mentions?)'],
  ['digit', '(?:numeric(?:al)? )?digits?|numerals'],
  [
    'number',
    'numbers? (?:(?:that are )?(?:written|given|shown) )?(?:in|as|using) (?:digits|figures|numerals)|numeric(?:al)? values?|figures written in digits',
  ],
  ['capital-letter', '(?:capital|upper-?(?: )?case)(?: letters?| characters?)|capitals'],
  ['lower-case-letter', 'lower-?(?: )?case (?:letters?|characters?)'],
  ['contraction', '(?:contractions?|contracted (?:forms?|words?))'],
  [
    'postscript',
    '(?:post-?scripts?|p\\.s\\.?)(?: (?:that )?(?:starts|begins|starting|beginning|introduced|marked|opening|labell?ed|called) (?:(?:with|by|as) )?(?:p\\.s(?: \\.)?|⟦\\d+⟧))?|p\\.s(?: \\.)?',
  ],
  [
    'quotation',
    `(?:(?:direct |verbatim )?quot(?:ation|e)s?|${TEXTS}) ${BEING}(?:in|inside|within|between|by) (?:double )?(?:quotation marks|quotes|quote marks)`,
  ],
  [
    'parenthesis',
    `(?:(?:pairs? of )?parenthes[ei]s|parenthetical (?:remarks?|asides?)|round brackets|parentheticals?|(?:${TEXTS}|remarks?|asides?|notes?|comments?) ${BEING}(?:in|inside|within|between|by) (?:parentheses|round brackets))`,
  ],
  ['markdown', 'markdown(?: (?:formatting|syntax|markup|mark-up|elements?))?'],
  ['percentage', 'percentages?|per ?cent(?:age)? (?:figures?|values?)'],
  [
    'money',
    '(?:dollar |euro |money |currency |monetary )(?:amounts?|values?|figures?|sums?)|sums? of money|amounts? of money|prices? in (?:dollars|euros|pounds)',
  ],
  [
    'clock-time',
    '(?:clock )?times?(?: of day)? (?:in (?:the )?)?(?:24(?: |-)hour(?: clock)?(?: format| notation)?|(?:the )?(?:format |form )?hh ?: ?mm(?: format)?)',
  ],
  ['blank-line', '(?:blank|empty) lines?'],
  ['footnote', 'footnotes?(?: markers?| references?)?'],
  [
    'csv-row',
    `(?:csv (?:data )?(?:rows?|lines?|records?)|(?:data )?(?:rows?|lines?|records?)(?: of data)? (?:in|of) (?:the|its|your) csv(?: file| output| table| data)?)${BESIDES_HEADER}`,
  ],
  [
    'csv-column',
    '(?:csv (?:columns?|fields?)|columns? (?:in|of) (?:the|its|your) csv(?: file| output| table| data)?)',
  ],
];

/** Punctuation by name. */
const marks: readonly (readonly [string, readonly string[], string])[] = [
  ['question mark', ['?', '？'], 'question marks?'],
  ['exclamation mark', ['!', '！'], 'exclamation (?:marks?|points?)'],
  ['semicolon', [';'], 'semi-?colons?'],
  ['colon', [':'], 'colons?'],
  ['comma', [','], 'commas?'],
  ['em dash', ['—'], '(?:em|long)(?: |-)dash(?:es)?'],
  ['en dash', ['–'], 'en(?: |-)dash(?:es)?'],
  ['dash', ['—', '–'], 'dash(?:es)?'],
  ['hyphen', ['-'], 'hyphens?'],
  ['ellipsis', ['…', '...'], 'ellips[ei]s|(?:3|triple) dots'],
  ['full stop', ['.'], 'full stops?|periods?'],
  ['quotation mark', ['"', '“', '”', '„', '«', '»'], '(?:double )?(?:quotation|quote) marks?|double quotes'],
  ['apostrophe', ["'", '’'], 'apostrophes?'],
  ['asterisk', ['*'], 'asterisks?|asterisk symbols?'],
  ['ampersand', ['&'], 'ampersands?'],
  ['slash', ['/'], '(?:forward )?slash(?:es)?'],
  ['percent sign', ['%'], 'per ?cent(?:age)? signs?'],
  ['dollar sign', ['$'], 'dollar signs?'],
  ['square bracket', ['[', ']'], 'square brackets'],
  ['underscore', ['_'], 'underscores?'],
  [
    'line break',
    ['\n'],
    '(?:line ?breaks?|new(?: |-)?lines?|hard returns?|line feeds?|carriage returns?)(?: characters?| symbols?)?',
  ],
  ['tab', ['\t'], 'tab characters?'],
  ['backtick', ['`'], 'back-?ticks?'],
  ['hash sign', ['#'], 'hash signs?|pound signs?'],
  ['pipe', ['|'], 'pipe (?:characters?|symbols?)|vertical bars?'],
  ['plus sign', ['+'], 'plus signs?'],
  ['equals sign', ['='], 'equals? signs?'],
  ['at sign', ['@'], 'at(?: |-)signs?|@ signs?'],
  ['curly bracket', ['{', '}'], 'curly (?:brackets|braces)'],
];

const ORDINAL_LEVEL: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, top: 1 };

const plainNames = plain.map(([what, source]) =>
  map(
    tokens(`(?:${source})${GLOSS}(?:(?: ,)? left (?:for (?:the|your) \\p{L}+ )?to (?:be )?fill(?:ed)? in)?`),
    (): Countable => ({ what }),
  ),
);
const markNames = marks.map(([name, found, source]) =>
  map(tokens(`(?:${source})${GLOSS}`), (): Countable => ({ what: 'mark', name, marks: [...found] })),
);
const headingLevels = map(
  tokens(
    `(?:${MD}(first|second|third|fourth|top)(?:-| )level ${MD}(?:sub)?head(?:ing|er)s?|${MD}level(?:-| )(\\d) ${MD}(?:sub)?head(?:ing|er)s?|${MD}h([1-6])s?(?: head(?:ing|er)s?)?|(?:sub)?head(?:ing|er)s? (?:of|at|on) level (\\d)|${MD}head(?:ing|er)s? (?:that )?(?:starting|beginning|marked|introduced|start|begin|written) with (#{2,6}))${GLOSS}`,
  ),
  ([ordinal = '', ...digits]): Countable | null => {
    const said = digits.join('');
    const level = ORDINAL_LEVEL[ordinal] ?? (said.startsWith('#') ? said.length : Number(said));
    return level >= 1 && level <= 6 ? { what: 'heading-of-level', level } : null;
  },
);
const CODE = 'python|javascript|typescript|java|json|sql|bash|shell|html|css|yaml|ruby|go|rust|c';
const codeBlocksIn = map(
  tokens(
    `(?:fenced )?(?:(${CODE}) code blocks?|code blocks? (?:in|of|for|with|(?:marked|tagged|labell?ed) (?:as|with)) (${CODE})(?: code)?)`,
  ),
  ([before = '', after = '']): Countable => ({ what: 'code-block-in', language: before || after }),
);

export const countable: Parser<Countable> = either(headingLevels, codeBlocksIn, ...plainNames, ...markNames);
