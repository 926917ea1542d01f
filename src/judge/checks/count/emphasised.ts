/** Whether given words stand in bold, in italics or in capitals. */
import type { Finding, SimpleCheck } from '../code-check.ts';
import { BOLD, ITALIC } from './inline.ts';
import { countPhrase, occurrencesOf } from './phrases.ts';

/** Null where the words stand both so and plain: one of them may be meant, or all. */
export function findEmphasised(
  { phrase, style }: Extract<SimpleCheck, { kind: 'emphasised' }>,
  text: string,
): Finding {
  const so =
    style === 'capitals'
      ? occurrencesOf(phrase, text).filter((said) => said === said.toUpperCase()).length
      : emphasisedPassages(style, text).reduce((sum, passage) => sum + countPhrase(passage, phrase), 0);
  const all = countPhrase(text, phrase);
  return {
    met: so === 0 ? false : so === all ? true : null,
    found: `${so} of ${all} × “${phrase}” in ${style === 'italic' ? 'italics' : style}`,
    wanted: 'all wanted',
  };
}

function emphasisedPassages(style: 'bold' | 'italic', text: string): readonly string[] {
  return (style === 'bold' ? text.match(BOLD) : text.replace(BOLD, ' ').match(ITALIC)) ?? [];
}
