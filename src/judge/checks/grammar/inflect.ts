/** Any form of English verbs, as the source of a regular expression. */

const IRREGULAR: Readonly<Record<string, string>> = {
  be: 'be|is|are|was|were|being',
  have: 'have|has|having',
  do: 'do|does|doing',
  say: 'say|says|saying',
};

/** `phrases`: base forms apart by commas; only the first word of each is inflected ("consist of"). */
export function verbs(phrases: string): string {
  const forms = phrases
    .split(/,\s*/u)
    .sort((left, right) => right.length - left.length)
    .map((phrase) => {
      const [head = '', ...rest] = phrase.trim().split(' ');
      return [`(?:${formsOf(head)})`, ...rest].join(' ');
    });
  return `(?:${forms.join('|')})`;
}

function formsOf(verb: string): string {
  const irregular = IRREGULAR[verb];
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]y$/u.test(verb)) return `${verb.slice(0, -1)}(?:y|ies|ying)`;
  if (verb.endsWith('e')) return `${verb.slice(0, -1)}(?:e|es|ing)`;
  const doubled = /^[^aeiou]*[aeiou][bdgmnpt]$/u.test(verb) ? `${verb.slice(-1)}?` : '';
  return `${verb}(?:s|es|${doubled}ing)?`;
}

/** The phrases as they stand, the longest first, as the source of a regular expression. */
export function oneOf(phrases: string): string {
  return `(?:${phrases
    .split(/,\s*/u)
    .sort((left, right) => right.length - left.length)
    .join('|')})`;
}
