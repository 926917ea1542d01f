/** When two pieces of advice say the same: shared stems, equal sense, equal numbers. */
import { contentStems, words } from '../text/words.ts';

export interface Signature {
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly negative: boolean;
}

/** General English words of writing advice that mean much the same; the first stands for all. */
const SYNONYMS = new Map(
  `begin start open opening opener introduction intro first|end close closing finish ending conclusion conclude last final|short brief concise tight
  title headline heading|avoid never skip omit without drop leave|say state tell mention give name|show demonstrate illustrate|example instance
  reader readers audience listener listeners|main central key core|number numbers figure figures|specific concrete precise exact|simple plain
  limit cap maximum most under below|explain describe|because reason|job post role position|phrase wording words|cliche clichés cliché|source citation reference
  present describe|use employ|aim purpose goal|finding result`
    .split(/[|\n]/u)
    .flatMap((row) => {
      const [first = '', ...rest] = row.trim().split(' ');
      const target = contentStems(first)[0] ?? first;
      return rest.flatMap((word) => contentStems(word).map((stem) => [stem, target] as const));
    }),
);
const NUMBER_WORDS = new Map(
  'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty hundred half'
    .split(' ')
    .map((word) => [word, word] as const),
);
const DIGITS = new Map([
  ['1', 'one'],
  ['2', 'two'],
  ['3', 'three'],
  ['4', 'four'],
  ['5', 'five'],
  ['6', 'six'],
  ['7', 'seven'],
  ['8', 'eight'],
  ['9', 'nine'],
  ['10', 'ten'],
  ['12', 'twelve'],
  ['15', 'fifteen'],
  ['20', 'twenty'],
  ['30', 'thirty'],
  ['40', 'forty'],
  ['50', 'fifty'],
  ['60', 'sixty'],
  ['100', 'hundred'],
]);
const NEGATION =
  /\b(?:not|never|no|avoid|don['’]t|without|skip|omit|leave out|nor|rather than|instead of|resist|stop)\b/iu;
const VACUOUS = new Set(['should', 'respons', 'writer', 'good', 'alwai', 'ensur', 'sure']);
/** Share of the shorter advice's stems that the other has too; and of all stems of both. */
const MIN_CONTAINMENT = 0.75;
const MIN_JACCARD = 0.5;

export function signatureOf(text: string): Signature {
  const stems = new Set(
    contentStems(text)
      .map((stem) => SYNONYMS.get(stem) ?? stem)
      .filter((stem) => !VACUOUS.has(stem) && !NUMBER_WORDS.has(stem) && !/^\d/u.test(stem)),
  );
  const numbers = new Set(
    words(text).flatMap((word) =>
      /^\d/u.test(word) ? [DIGITS.get(word) ?? word] : NUMBER_WORDS.has(word) && word !== 'one' ? [word] : [],
    ),
  );
  return { stems, numbers, negative: NEGATION.test(text.split(/[,;:]/u)[0] ?? text) };
}

export function saysTheSame(left: Signature, right: Signature): boolean {
  return similarityOf(left, right) >= 1;
}

/** 1 and more: the same; near 0: nothing in common. 0 where sense or numbers differ. */
export function similarityOf(left: Signature, right: Signature): number {
  if (left.negative !== right.negative || !agreeInNumbers(left.numbers, right.numbers)) return 0;
  let shared = 0;
  for (const stem of left.stems) if (right.stems.has(stem)) shared += 1;
  const smaller = Math.min(left.stems.size, right.stems.size);
  if (smaller < 2 || shared < 2) return 0;
  const union = left.stems.size + right.stems.size - shared;
  return Math.min(shared / smaller / MIN_CONTAINMENT, shared / union / MIN_JACCARD);
}

/** "At most 300 words" and "500 words" differ; a number on one side alone is no contradiction. */
function agreeInNumbers(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  if (left.size === 0 || right.size === 0) return true;
  return [...left].some((number) => right.has(number));
}
