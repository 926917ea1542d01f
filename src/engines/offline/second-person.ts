/** Rewrites second person as statements about the response. */
import { isReceiver, isTextPart, thirdPerson } from './lexicon.ts';
import { tag, type TaggedWord } from './tagger.ts';

const SECOND = /\byou(?:r|rs|rself|rselves)?\b/iu;
/** "You've", "your way": no noun can take the place. */
const NO_PLACE = /\b(?:you['’](?:ve|re|ll|d)|your way|(?:say|write|use) you(?! \w+ to)|yours|yourselves)\b/iu;
/** After these, "you" is whom something is done to. */
const TAKES_OBJECT =
  /^(?:let|lets|makes?|made|helps?|helped|give|gives|tell|tells|show|shows|ask|asks|want|wants|for|to|of|with|from|about|by|on|at|between|hire|hires|know|knows|remember|contact|reach|follow|trust|invite)$/u;
const PASS_OVER = /^(?:also|really|already|actually|always|never|often|only|still|now|just)$|ly$/u;

/** Undefined if "you" cannot be replaced safely. */
export function withoutSecondPerson(text: string, isWhole: (nounPhrase: string) => boolean): string | undefined {
  if (!SECOND.test(text)) return text;
  if (NO_PLACE.test(text)) return undefined;
  const words = tag(text);
  const replaced: string[] = words.map((word) => word.text);
  for (const [index, word] of words.entries()) {
    if (word.lower === 'yourself') replaced[index] = 'the writer';
    if (word.lower === 'your') replaced[index] = possessive(words, index, isWhole);
    if (word.lower !== 'you') continue;
    replaced[index] = 'the writer';
    if (TAKES_OBJECT.test(words[index - 1]?.lower ?? '') || word.after.trim() !== '') continue;
    const at = words.findIndex((later, place) => place > index && !PASS_OVER.test(later.lower));
    const verb = words[at];
    if (verb === undefined) continue;
    const form = thirdPersonForm(verb);
    if (form === undefined) return undefined;
    replaced[at] = form;
  }
  return words
    .map((word, index) => `${word.before}${replaced[index] ?? ''}${word.after}`)
    .join('')
    .replace(/^\s+|\s+$/gu, '');
}

function thirdPersonForm(verb: TaggedWord): string | undefined {
  if (verb.lower === 'were') return 'was';
  if (/^(?:don't|do)$/u.test(verb.lower)) return verb.lower === 'do' ? 'does' : "doesn't";
  if (verb.is('Modal', 'PastTense')) return verb.text;
  if (/^(?:did|had|didn't|can|can't|cannot|will|won't)$/u.test(verb.lower)) return verb.text;
  return verb.is('Verb') && !verb.is('Gerund') ? thirdPerson(verb.lower) : undefined;
}

function possessive(words: readonly TaggedWord[], index: number, isWhole: (nounPhrase: string) => boolean): string {
  const next = words[index + 1]?.lower ?? '';
  if (next === 'own') return 'the writer’s';
  const phrase: string[] = [];
  for (const word of words.slice(index + 1)) {
    if (!word.is('Noun') && !word.is('Adjective') && !word.is('Value')) break;
    phrase.push(word.lower.replace(/'s?$/u, ''));
    if (word.after.trim() !== '') break;
  }
  const noun = phrase.at(-1) ?? '';
  return isReceiver(noun) || isTextPart(noun) || isWhole(phrase.join(' ')) ? 'the' : 'the writer’s';
}
