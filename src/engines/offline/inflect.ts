/** Forms of English verbs, made from the base form. */

const DOUBLING = /^(?:begin|refer|prefer|admit|omit|commit|permit|submit|transfer|control|forget|format|overlap)$/u;

const SHORT = /^[^aeiou]*[aeiou][bdglmnprt]$/u;

/** "use" → "using". */
export function gerund(verb: string): string {
  if (verb === 'be' || /(?:ee|oe|ye)$/u.test(verb)) return `${verb}ing`;
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
  if (verb.endsWith('e')) return `${verb.slice(0, -1)}ing`;
  return DOUBLING.test(verb) || SHORT.test(verb) ? `${verb}${verb.slice(-1)}ing` : `${verb}ing`;
}

/** "use" → "uses". */
export function thirdPerson(verb: string): string {
  if (verb === 'be' || verb === 'are') return 'is';
  if (verb === 'have') return 'has';
  if (/(?:s|x|z|ch|sh|o)$/u.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/u.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** "using" → "use", or undefined where the spelling leaves it open. */
export function baseOfGerund(word: string, isVerb: (word: string) => boolean): string | undefined {
  if (!word.endsWith('ing') || word.length < 5) return undefined;
  const root = word.slice(0, -3);
  return [root, `${root}e`, root.slice(0, -1)].find((base) => isVerb(base) && gerund(base) === word);
}
