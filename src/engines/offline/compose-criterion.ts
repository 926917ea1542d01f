/** Puts advice into the words of a criterion and of its yes/no question. */
import type { AdviceForm } from './advice-form.ts';
import { clean, isPlural, isTextPart } from './tokens.ts';
import { gerund, isBaseVerb, thirdPerson } from './verbs.ts';
import { DETERMINERS, PREPOSITIONS } from './vocabulary.ts';

export interface Wording {
  readonly text: string;
  readonly question: string;
}

/** The form's phrases must be free of second person and of a final full stop. */
export function composeCriterion(form: AdviceForm): Wording {
  const lead = form.lead === null ? '' : `, ${form.lead},`;
  const asked = form.lead === null ? 'Does the response' : `${upperFirst(form.lead)}, does the response`;
  if (form.subject !== null) {
    const phrase = demandPhrase(form.subject, form.verbPhrase, form.negative);
    return { text: `The response should${lead} ${phrase}.`, question: `${asked} ${phrase}?` };
  }
  if (form.negative) {
    return {
      text: `The response should${lead} not ${form.verbPhrase}.`,
      question: `${asked} avoid ${mapVerbs(form.verbPhrase, gerund)}?`,
    };
  }
  return { text: `The response should${lead} ${form.verbPhrase}.`, question: `${asked} ${form.verbPhrase}?` };
}

/** "the title" + "name the finding" → "have a title that names the finding". */
function demandPhrase(named: string, verbPhrase: string, negative: boolean): string {
  const subject = inSingular(named);
  const tokens = subject.split(' ');
  const edge = tokens.findIndex((token, index) => index > 0 && PREPOSITIONS.has(clean(token)));
  const head = clean(tokens.at(edge === -1 ? -1 : edge - 1) ?? '');
  const first = clean(tokens[0] ?? '');
  const plural =
    !/^(?:each|every|one|no|a|an|everything|nothing|everybody|nobody)$/u.test(first) &&
    (isPlural(head) || subject.includes(' and '));
  const said = negative ? negated(verbPhrase, plural) : mapVerbs(verbPhrase, (base) => finite(base, plural));
  const isPart = isTextPart(head);
  const definite = !plural && /^(?:the|a|an|your)$/u.test(first);
  const bare = !DETERMINERS.has(first);
  if (
    isPart &&
    (definite || (bare && plural && !negative)) &&
    !/ (?:of|and|in|for|to|against|with|best|most|main|only|same|\w{3,}est) /u.test(subject)
  ) {
    const noun = definite ? tokens.slice(1).join(' ') : subject;
    return `have ${plural || bare || UNCOUNTED.test(noun) ? noun : `${/^[aeiou]/u.test(noun) ? 'an' : 'a'} ${noun}`} that ${said}`;
  }
  return `ensure that ${subject} ${said}`;
}

const UNCOUNTED =
  /(?:evidence|content|dialogue|detail|language|material|wording|text|punctuation|diction|syntax|vocabulary|proof)$/u;

/** Parts that a text has once: advice on "openings" is advice on its opening. */
const HAD_ONCE =
  /^(?:the )?((?:\S+ ){0,2})(opening|ending|title|headline|introduction|conclusion|summary|lead|beginning|hook|opener|close|closing)s$/u;

function inSingular(subject: string): string {
  const match = HAD_ONCE.exec(subject);
  return match === null ? subject : `the ${match[1] ?? ''}${match[2] ?? ''}`;
}

function finite(base: string, plural: boolean): string {
  if (base === 'be') return plural ? 'are' : 'is';
  return plural ? base : thirdPerson(base);
}

function negated(verbPhrase: string, plural: boolean): string {
  if (/^be\b/u.test(verbPhrase)) return verbPhrase.replace(/^be\b/u, plural ? 'are not' : 'is not');
  return `${plural ? 'do' : 'does'} not ${verbPhrase}`;
}

/** Changes the first verb and those coordinated with it ("open with a case and name the date"). */
function mapVerbs(verbPhrase: string, change: (base: string) => string): string {
  const tokens = verbPhrase.split(' ');
  let first = true;
  return tokens
    .map((token, index) => {
      const word = clean(token);
      if (!isBaseVerb(word)) return token;
      const before = tokens[index - 1] ?? '';
      const next = clean(tokens[index + 1] ?? '');
      const heads =
        first &&
        tokens
          .slice(0, index)
          .every((earlier) => /ly$|^(?:just|only|not|even|ever|never)$/u.test(clean(earlier)));
      const coordinated =
        !first &&
        /^(?:and|or|then|nor|but)$/u.test(clean(before)) &&
        (word === 'be' ||
          DETERMINERS.has(next) ||
          PREPOSITIONS.has(next) ||
          /^(?:it|them|that|how|what|why|whether)$/u.test(next) ||
          (index === 2 && isBaseVerb(clean(tokens[0] ?? ''))));
      if (!heads && !coordinated) return token;
      first = false;
      return token.toLowerCase().replace(word, change(word));
    })
    .join(' ');
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
