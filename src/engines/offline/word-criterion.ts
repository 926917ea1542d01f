/** Words a demand as a criterion and a yes/no question. Keeps the original words if they are not plain. */
import { isOfMany, type Demand, type Reader } from './demand-types.ts';
import { maskQuotes, restoreQuotes, upperFirst } from './sentence-text.ts';
import { words } from '../../text/words.ts';
import { gerund, isTextPart } from './lexicon.ts';
import { withoutSecondPerson } from './second-person.ts';
import { tag } from './tagger.ts';

interface WordedCriterion {
  readonly text: string;
  readonly question: string;
}

/** The reason of a demand, which follows it; what a dash, a semicolon or "and" adds may be a condition or a warning, and stays, as does what an abbreviation precedes (“Mr. Smith”). */
const REASON =
  /(?:,\s+(?:so|or|because|since|as|for|otherwise|then)\s+(?=(?:you|it|they|he|she|we|this|that|there|these|the reader|readers?|people|nobody|no one|most|many)\b)|(?<!\b(?:just|only|simply|merely|solely|even|partly))\s+(?:because|since)\s+(?=\w+)|(?<![\s(]\p{L}{1,3}|\p{L}\.\p{L})\.\s+(?!\p{Ll})).*$/su;
/** A whole sentence or phrase quoted at the very end as an example, whose things are not those of the task: "…: “We sold the van.”" */
const EXAMPLE = /\s*(?:\((?=[“"])|:\s*(?=[“"]))[“"](?:[^\s“”"]+\s+){3,}[^“”"]*[”"]\)?\.?$/u;
const MIN_LEFT_WORDS = 3;
const YES_NO = /^(?:is|are|do|does|can|will)\b/iu;

export function wordCriterion(demand: Demand, sentence: string, { isWhole }: Reader): WordedCriterion {
  const plain = (text: string): string | undefined => {
    const short = text.replace(EXAMPLE, '');
    const { text: masked, quotes } = maskQuotes(namesWords(short) ? text : short);
    const thirdPerson = withoutSecondPerson(trimmed(masked), isWhole);
    return thirdPerson === undefined ? undefined : restoreQuotes(thirdPerson, quotes);
  };
  switch (demand.form) {
    case 'order': {
      const order = plain(`${demand.verb} ${demand.rest}`.trim());
      const lead = demand.lead === null ? '' : plain(demand.lead);
      if (order === undefined || lead === undefined) return kept(sentence);
      const fronted = lead === '' ? '' : `, ${lead},`;
      const [verb = '', ...rest] = order.split(' ');
      const adverb = demand.adverb === '' ? '' : `${demand.adverb} `;
      const action = demand.negative ? ['avoid', `${adverb}${gerund(verb)}`, ...rest].join(' ') : `${adverb}${order}`;
      return {
        text: ended(`The response should${fronted} ${demand.negative ? 'not ' : ''}${adverb}${order}`),
        question: `Does the response${fronted} ${action}?`,
      };
    }
    case 'part':
    case 'reader': {
      const subject = plain(demand.subject);
      const predicate = plain(demand.predicate);
      if (subject === undefined || predicate === undefined) return kept(sentence);
      if (demand.form === 'part') return partCriterion(subject, predicate, demand.negative);
      const able = predicate.replace(/^be able to /u, '');
      const done = able === predicate ? `let ${subject} ${predicate}` : `enable ${subject} to ${able}`;
      return { text: ended(`The response should ${done}`), question: `Does the response ${done}?` };
    }
    case 'question': {
      const question = inner(upperFirst(demand.sentence));
      if (YES_NO.test(question) && words(question).some((word) => isTextPart(word) || isWhole(word)))
        return { text: `The response should make the answer to “${question}” a yes.`, question };
      return {
        text: `The response should answer the question “${question}”`,
        question: `Is the question “${question}” answered in the response?`,
      };
    }
    case 'kept':
      return kept(sentence);
  }
}

/** "Use the words": what is quoted after it says which. */
function namesWords(text: string): boolean {
  return isTextPart(/\b(?:the|this|these) (?:\w+ )?(\w+)$/iu.exec(text)?.[1] ?? '');
}

function partCriterion(subject: string, predicate: string, negative: boolean): WordedCriterion {
  const isPlural = tag(`the ${subject}`).at(-1)?.is('Plural') === true;
  const not = negative ? 'not ' : '';
  const isState = predicate.startsWith('be ');
  const auxiliary = isState ? (isPlural ? 'Are' : 'Is') : isPlural ? 'Do' : 'Does';
  const part = isOfMany(subject) ? `${subject} of the response` : `the response’s ${subject}`;
  return {
    text: ended(`${upperFirst(part)} should ${not}${predicate}`),
    question: `${auxiliary} ${part} ${not}${isState ? predicate.slice(3) : predicate}?`,
  };
}

function kept(sentence: string): WordedCriterion {
  const advice = inner(upperFirst(trimmed(sentence)));
  return {
    text: `The response should follow the advice “${advice}”.`,
    question: `Does the response follow the advice “${advice}”?`,
  };
}

/** A full stop, unless a quotation brings its own. */
function ended(text: string): string {
  return /[.?!]”$/u.test(text) ? text : `${text}.`;
}

/** Quotation marks inside a quotation are single. */
function inner(text: string): string {
  return text.replaceAll(/[“"]([^“”"]*)[”"]/gu, '‘$1’').replace(/[.!]+$/u, '');
}

function trimmed(text: string): string {
  const whole = text.trim().replace(/[.!:;,]+$/u, '');
  const cut = whole.replace(REASON, '');
  const open = cut.split('(').length - cut.split(')').length;
  const short = open > 0 ? cut.slice(0, cut.lastIndexOf('(')).trim() : cut;
  return (short.split(' ').length >= MIN_LEFT_WORDS ? short : whole).replace(/[,;:]+$/u, '');
}
