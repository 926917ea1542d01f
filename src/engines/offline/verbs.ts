/** English verb forms: from a form to its base, and from the base to the form that a sentence needs. */
import { BASE_VERBS, DOUBLING_VERBS, IRREGULAR_VERBS } from './verb-list.ts';

const SIBILANT = /(?:s|x|z|ch|sh|[^aeiou]o)$/u;
const CONSONANT_Y = /[^aeiou]y$/u;
const ONE_SYLLABLE_CVC = /^[^aeiou]*[aeiou][bcdfghklmnprstvz]$/u;

export function isBaseVerb(word: string): boolean {
  return word === 'be' || word === 'do' || BASE_VERBS.has(word);
}

/** "opens" → "open"; undefined where the word is no third person of a known verb. */
export function baseOfThirdPerson(word: string): string | undefined {
  return THIRD_PERSONS.get(word);
}

/** "written" → "write", "placed" → "place"; undefined where the word is no participle of a known verb. */
export function baseOfParticiple(word: string): string | undefined {
  return PARTICIPLES.get(word);
}

/** "pasting" → "paste"; undefined where the word is no -ing form of a known verb. */
export function baseOfGerund(word: string): string | undefined {
  return GERUNDS.get(word);
}

export function thirdPerson(base: string): string {
  const irregular = IRREGULAR_VERBS.get(base)?.third;
  if (irregular !== undefined) return irregular;
  if (CONSONANT_Y.test(base)) return `${base.slice(0, -1)}ies`;
  return SIBILANT.test(base) ? `${base}es` : `${base}s`;
}

export function gerund(base: string): string {
  if (base === 'be') return 'being';
  if (base.endsWith('ie')) return `${base.slice(0, -2)}ying`;
  if (base.endsWith('e') && !/(?:ee|oe|ye)$/u.test(base)) return `${base.slice(0, -1)}ing`;
  return `${doubled(base)}ing`;
}

export function participle(base: string): string {
  return IRREGULAR_VERBS.get(base)?.participle ?? regularPast(base);
}

function regularPast(base: string): string {
  if (base.endsWith('e')) return `${base}d`;
  if (CONSONANT_Y.test(base)) return `${base.slice(0, -1)}ied`;
  return `${doubled(base)}ed`;
}

function doubled(base: string): string {
  const doubles = DOUBLING_VERBS.has(base) || (ONE_SYLLABLE_CVC.test(base) && !base.startsWith('qu'));
  return doubles || /^(?:quit|quiz)$/u.test(base) ? base + base.slice(-1) : base;
}

const KNOWN = [...BASE_VERBS, 'be', 'do'];
const THIRD_PERSONS = new Map(KNOWN.map((base) => [thirdPerson(base), base]));
const GERUNDS = new Map(KNOWN.map((base) => [gerund(base), base]));
const PARTICIPLES = new Map([
  ...KNOWN.map((base) => [regularPast(base), base] as const),
  ...KNOWN.map((base) => [participle(base), base] as const),
]);
