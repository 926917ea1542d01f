/** Advice in table rows such as "element | what it does | common mistake". */
import { sharesStem } from './section.ts';
import { inBaseForm } from './demand.ts';
import { readImperative } from './imperative.ts';
import { clean, fromGerund, isPlural, isTextPart, lowerFirst } from './tokens.ts';
import { baseOfThirdPerson, isBaseVerb } from './verbs.ts';
import { DETERMINERS, PREPOSITIONS } from './vocabulary.ts';

/** What each column says of the element in the first, which is a part of the text or (`cases`) a circumstance; undefined where it is neither advice nor warning. */
export type Columns = readonly (Role | undefined)[];
type Role = 'cases' | 'does' | 'asks' | 'warns';

const SEPARATOR = ' | ';
const WARNS =
  /\b(?:mistakes?|avoid|don['’]?t|errors?|pitfalls?|faults?|wrong|weak|trap|leave out|not to|never|problem)\b/iu;
const DOES = /\b(?:does|they do|job|task|role|purpose|function)\b/iu;
const ASKS =
  /\b(?:what it|what to|what goes|purpose|function|job|does|contains?|contents?|rule|advice|good|aim|should|must|do|task|role|covers?)\b/iu;
const CASES = /^(?:if|when|situation|occasion|case|circumstance|event|type|kind|sort|genre|purpose)s?\b/iu;
const MAX_ELEMENT_WORDS = 5;

/** The roles of the columns, from the header row. */
export function columnsOf(headerRow: string, hasRows: boolean): Columns {
  if (!hasRows) return [];
  return headerRow.split(SEPARATOR).map((header, index) => {
    if (index === 0) return CASES.test(header) ? 'cases' : undefined;
    if (WARNS.test(header)) return 'warns';
    if (DOES.test(header)) return 'does';
    return ASKS.test(header) ? 'asks' : undefined;
  });
}

/** Each advising cell with its element (`asked`: stems of the task), quoted from the row's start so that the quote says what it is about. */
export function adviceOfRow(
  row: string,
  columns: Columns,
  asked: ReadonlySet<string>,
): { readonly text: string; readonly quote: string }[] {
  const cells = row.split(SEPARATOR);
  const element = cells[0]?.trim() ?? '';
  if (
    cells.length !== columns.length ||
    element.split(' ').length > MAX_ELEMENT_WORDS ||
    !/^[\p{L} ’'/-]+$/u.test(element)
  )
    return [];
  // A row for a circumstance is advice only where the task names that circumstance, and then it speaks of the whole.
  const isCase = columns[0] === 'cases';
  if (isCase && !sharesStem(element, asked)) return [];
  return cells.flatMap((cell, index) => {
    const role = index === 0 ? undefined : columns[index];
    if (role === undefined || (isCase && role !== 'asks')) return [];
    const said = cellAdvice(element, cell.trim(), role);
    if (said === undefined) return [];
    return [{ text: said, quote: cells.slice(0, index + 1).join(SEPARATOR) }];
  });
}

function cellAdvice(element: string, cell: string, role: Role): string | undefined {
  const said = cell.split(/[.;] /u)[0]?.replace(/\.$/u, '') ?? '';
  const [first = '', ...rest] = said.split(' ');
  if (rest.length === 0) return undefined;
  const subject = subjectOf(element);
  const word = clean(first);
  if (first.endsWith(',') && role === 'asks') return listed(element, said);
  if (/[,;:]$/u.test(first)) return undefined;
  const base =
    baseOfThirdPerson(word) ??
    (role !== 'asks' &&
    isBaseVerb(word) &&
    isPlural(clean(element)) &&
    (role === 'does' || PREPOSITIONS.has(clean(rest[0] ?? ''))) &&
    !DETERMINERS.has(clean(rest[0] ?? ''))
      ? word
      : undefined);
  if (
    base !== undefined &&
    !/^(?:points|results|details|titles|claims|names|numbers|facts|figures|reasons|words|lines|notes|lists|questions|quotes|images)$/u.test(
      word,
    )
  ) {
    const said = [base, ...rest.map(inBaseForm)].join(' ');
    if (isTextPart(clean(element.split(' ').at(-1) ?? '')))
      return `${subject} should ${role === 'warns' ? 'not ' : ''}${said}.`;
    return `${partOn(element)}, ${role === 'warns' ? 'do not ' : ''}${said}.`;
  }
  if (role === 'asks' && isBaseVerb(word) && readImperative(said.split(' ')) !== undefined) return `${said}.`;
  if (
    role === 'asks' &&
    DETERMINERS.has(word) &&
    !/^(?:this|that|these|those|what|which|your|each|every|all)$/u.test(word)
  ) {
    return `${subject} should include ${lowerFirst(said)}.`;
  }
  if (
    role === 'asks' &&
    (isPlural(word) || said.includes(', ') || /^(?:one|two|three|four|five|six|\d)/iu.test(word))
  )
    return listed(element, said);
  // "Leaving it out, then arguing": a story of what goes wrong.
  if (
    role === 'warns' &&
    fromGerund(lowerFirst(said)) !== undefined &&
    !/^(?:missing|building|meeting)\b|\bit\b|, then\b/iu.test(said)
  )
    return `${isTextPart(clean(element)) ? `In ${lowerFirst(subject)}` : partOn(element)}, avoid ${lowerFirst(said)}.`;
  return undefined;
}

/** "Account type, data, settings": what the element is to hold. */
function listed(element: string, said: string): string {
  return `${partOn(element)}, give ${lowerFirst(said)}.`;
}

/** A row's label as it stands: labels are no sentences, and most make poor subjects of one ("Use of award"). */
function partOn(element: string): string {
  return `In the part on “${lowerFirst(element)}”`;
}

function subjectOf(element: string): string {
  return `The ${lowerFirst(element.replace(/^(?:the|an?|your)\s+/iu, ''))}`;
}
