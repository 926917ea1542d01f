/** The yes/no question of a criterion: it asks for all that the criterion does. */
import { contentStems, words } from '../../text/words.ts';
import { BEGINNING_CHARS, figuresIn, quotedIn, readsAsEnglish } from './wording.ts';

/** Grammar changes a word or two between a statement and its question; more is a part of the demand. */
const MAX_DROPPED_SHARE = 0.2;

/** A detail of the criterion that the question does not have; null if there is none. */
export function droppedDetail(criterion: string, question: string): string | null {
  const figures = new Set(figuresIn(question));
  const figure = figuresIn(criterion).find((candidate) => !figures.has(candidate));
  if (figure !== undefined) return figure;
  const questionWords = ` ${words(question).join(' ')} `;
  const quoted = quotedIn(criterion).find((text) => !questionWords.includes(` ${words(text).join(' ')} `));
  if (quoted !== undefined) return `“${quoted}”`;
  const kept = new Set(contentStems(`response ${question}`));
  const isEnglish = readsAsEnglish(criterion);
  const demand = isEnglish ? criterion : criterion.split(' ').slice(OPENING_WORDS).join(' ');
  const stems = [...new Set(contentStems(demand))];
  const isKept = isEnglish ? (stem: string) => kept.has(stem) : nearlyIn(kept);
  const dropped = stems.filter((stem) => !isKept(stem));
  return dropped.length > Math.max(1, MAX_DROPPED_SHARE * stems.length) ? dropped.join(', ') : null;
}

/** “Die Antwort sollte”: a question has no such opening. */
const OPENING_WORDS = 3;

function nearlyIn(kept: ReadonlySet<string>): (word: string) => boolean {
  const beginnings = new Set([...kept].map((word) => word.slice(0, BEGINNING_CHARS)));
  return (word) => beginnings.has(word.slice(0, BEGINNING_CHARS));
}

/** The question, or one made of the criterion where it drops a detail; in other languages than English, both. */
export function wholeQuestion(criterion: string, question: string): string {
  if (droppedDetail(criterion, question) === null) return question;
  return readsAsEnglish(criterion) ? questionFrom(criterion) : `${question} (${criterion})`;
}

/** A question stays as it is; a statement is asked after as it stands, since a machine's grammar may bend it. */
export function questionFrom(text: string): string {
  return text.trimEnd().endsWith('?') ? text : `Is this true of the response? ${text}`;
}

/** Of a text that states a fault: yes means that it is absent, so that yes is good in every list. */
export function faultQuestion(text: string): string {
  return `Is the response free of this fault? ${text}`;
}

interface AskedItem {
  readonly text: string;
  readonly question: string;
  readonly weight?: number | undefined;
  readonly appliesWhen?: string | undefined;
}

/** A list is asked of thousands of responses. */
const asked = new WeakMap<AskedItem, string>();

/** What a judge is asked: beside a question that drops a detail the criterion, such that yes is good in both, and when it applies. */
export function questionInFull(item: AskedItem): string {
  const known = asked.get(item);
  if (known !== undefined) return known;
  const { text, question, weight = 0, appliesWhen } = item;
  const inBrackets = weight < 0 ? faultQuestion(text) : text;
  const whole = droppedDetail(text, question) === null ? question : `${question} (${inBrackets})`;
  const inFull = appliesWhen === undefined ? whole : `${whole} Applies when: ${appliesWhen}.`;
  asked.set(item, inFull);
  return inFull;
}
