/** Items of a checklist: "The title names the finding" and "Does the title name the finding?" demand what they say. */
import { clean, isPlural, isTextPart, lowerFirst } from './tokens.ts';
import { baseOfThirdPerson, isBaseVerb } from './verbs.ts';
import { PREPOSITIONS } from './vocabulary.ts';

const MAX_SUBJECT_WORDS = 5;

/** The item as a "should" sentence, or undefined where it is neither such a statement nor such a question. */
export function checklistDemand(item: string): string | undefined {
  const sentence = item.replace(/^(?:and|then|also)\s+/iu, '');
  const tokens = sentence.split(/\s+/u);
  const asked = sentence.endsWith('?');
  if (asked && /^(?:does|do)$/iu.test(tokens[0] ?? ''))
    return demand(tokens.slice(1), (word) => (isBaseVerb(word) ? word : undefined));
  if (asked && /^is there an? /iu.test(sentence))
    return `The text should have ${lowerFirst(sentence.slice('is there '.length)).replace(/\?$/u, '')}.`;
  if (asked) return undefined;
  return demand(tokens, (word, plural) => {
    if (word === 'is' || word === 'are') return 'be';
    if (word === 'has' || word === 'have') return 'have';
    return plural ? (isBaseVerb(word) ? word : undefined) : baseOfThirdPerson(word);
  });
}

/** Splits "the title | names the finding" after a noun phrase whose head is a part of a text. */
function demand(
  tokens: readonly string[],
  baseOf: (word: string, plural: boolean) => string | undefined,
): string | undefined {
  if (!/^(?:the|each|every|an?|your|its)$/iu.test(clean(tokens[0] ?? ''))) return undefined;
  for (let index = 2; index <= Math.min(MAX_SUBJECT_WORDS, tokens.length - 2); index += 1) {
    const subject = tokens.slice(0, index);
    if (/[,:;]$/u.test(subject.at(-1) ?? '') || PREPOSITIONS.has(clean(tokens[index] ?? '')))
      return undefined;
    const head = clean(subject.at(-1) ?? '');
    const base = baseOf(clean(tokens[index] ?? ''), isPlural(head));
    if (base === undefined) continue;
    if (!isTextPart(head)) return undefined;
    const rest = tokens
      .slice(index + 1)
      .join(' ')
      .replace(/[?.]$/u, '');
    const negative = rest.startsWith('not ');
    return `${subject.join(' ')} should ${negative ? 'not ' : ''}${base} ${rest.replace(/^not /u, '')}.`;
  }
  return undefined;
}
