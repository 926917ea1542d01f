/** Turns words spoken to the writer into words about the response. */
import { isReceiver } from './receivers.ts';
import { clean } from './tokens.ts';
import { baseOfThirdPerson, isBaseVerb, thirdPerson } from './verbs.ts';
import { PERSONAL, PLAIN_ADJECTIVES, PREPOSITIONS } from './vocabulary.ts';

const TAKES_OBJECT =
  /^(?:let|lets|make|makes|made|helped|gave|told|showed|help|helps|see|hear|tell|tells|give|gives|show|shows|cost|costs|for|to|of|with|from|about|by|on|at|than|like|between|ask|asks|want|wants|invite|invites|hire|hires|know|knows|remember|remembers|believe|believes|trust|trusts|interest|interests|call|calls)$/u;
const MODALS =
  /^(?:can|could|may|might|must|should|will|would|shall|cannot|can['’]t|won['’]t|had|did|didn['’]t|were|was|couldn['’]t)$/u;

/** Undefined where "you" cannot be resolved without a guess. */
export function resolveSecondPerson(text: string): string | undefined {
  if (
    /\b(?:you['’](?:d|ll)|yours|(?:say|or|and|write|use) you|(?:words?|pronouns?) you(?= (?:and|or|at|is|more|in|often|as|only)\b|[,.;:]|$))\b/iu.test(
      text,
    )
  )
    return undefined;
  const tokens = text
    .replace(/\byou['’]re\b/giu, 'you are')
    .replace(/\byou['’]ve\b/giu, 'you have')
    .replace(/\bdon['’]t\b/giu, 'do not')
    .split(' ');
  const out: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const word = clean(token);
    if (word === 'your') out.push(possessive(token, tokens, index));
    else if (word === 'yourself') {
      if (!/^(?:about|introduce|describe|of|present)$/u.test(clean(tokens[index - 1] ?? '')))
        return undefined;
      out.push(swap(token, 'the writer'));
    } else if (word === 'you') {
      out.push(swap(token, 'the writer'));
      const next = tokens[index + 1];
      if (next === undefined || /[,.;:!?)]$/u.test(token)) continue;
      if (TAKES_OBJECT.test(clean(tokens[index - 1] ?? ''))) continue;
      const isAdverb =
        /^(?:also|really|already|actually|always|never|often|only|still|now|just|\w+ly)$/u.test(
          clean(next),
        ) && !isBaseVerb(clean(next));
      const at = isAdverb ? index + 2 : index + 1;
      const verb = tokens[at];
      if (verb === undefined) return undefined;
      const agreed = agree(clean(verb));
      if (agreed === undefined) return undefined;
      tokens[at] = swap(verb, agreed);
      // "What you saw and know".
      const joint = tokens[at + 1];
      const second = tokens[at + 2];
      if (
        /^(?:and|or)$/u.test(joint ?? '') &&
        second !== undefined &&
        isBaseVerb(clean(second)) &&
        (tokens[at + 3] === undefined || /[,.;:]$/u.test(second))
      )
        tokens[at + 2] = swap(second, thirdPerson(clean(second)));
      if (clean(verb) === 'do' && clean(tokens[at + 1] ?? '') === 'not') continue;
    } else out.push(token);
  }
  return out.join(' ');
}

/** The form of a verb after "the writer" for the form after "you"; pasts and modals stay. */
function agree(verb: string): string | undefined {
  if (verb === 'are') return 'is';
  if (verb === 'have') return 'has';
  if (verb === 'do') return 'does';
  if (verb === 'were') return 'was';
  if (MODALS.test(verb)) return verb;
  if (/^(?:found|felt|saw|rose|bore|wound)$/u.test(verb)) return verb;
  // Many pasts look like the base ("put", "read"); a guess of the present is right more often.
  if (isBaseVerb(verb)) return thirdPerson(verb);
  if (
    /ed$|^(?:found|did|made|wrote|took|saw|met|went|came|knew|won|began|chose|got|gave|held|kept|left|lost|said|told|thought|learned|learnt|ran|built|felt|heard|grew|led|sent|spent|taught|used|left|bought|brought|ate)$/u.test(
      verb,
    )
  )
    return verb;
  return baseOfThirdPerson(verb) === undefined && PREPOSITIONS.has(verb) ? verb : undefined;
}

function possessive(token: string, tokens: readonly string[], index: number): string {
  let at = index + 1;
  while (
    at < tokens.length - 1 &&
    PLAIN_ADJECTIVES.has(clean(tokens[at] ?? '')) &&
    clean(tokens[at] ?? '') !== 'own'
  )
    at += 1;
  const noun = clean(tokens[at] ?? '').replace(/['’]s?$/u, '');
  if (noun === 'own') return swap(token, 'the writer’s');
  if (isReceiver(noun)) return swap(token, 'the');
  return swap(token, PERSONAL.has(noun) ? 'the writer’s' : 'the');
}

function swap(token: string, word: string): string {
  const [, before = '', after = ''] = /^([("'“‘[]*).*?([)"'”’\].,;:!?]*)$/u.exec(token) ?? [];
  return `${before}${word}${after}`;
}
