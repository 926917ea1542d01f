/** Whether given words stand in bold or in italics. */
import type { Finding, SimpleCheck } from '../code-check.ts';
import { BOLD, ITALIC } from './inline.ts';
import { countPhrase } from './phrases.ts';

/** Null where the words stand both so and plain: one of them may be meant, or all. */
export function findEmphasised(
  { phrase, style }: Extract<SimpleCheck, { kind: 'emphasised' }>,
  text: string,
): Finding {
  const passages = (style === 'bold' ? text : text.replace(BOLD, ' ')).match(
    style === 'bold' ? BOLD : ITALIC,
  );
  const so = (passages ?? []).reduce((sum, passage) => sum + countPhrase(passage, phrase), 0);
  const all = countPhrase(text, phrase);
  return {
    met: so === 0 ? false : so === all ? true : null,
    found: `${so} of ${all} × “${phrase}” in ${style === 'bold' ? 'bold' : 'italics'}`,
    wanted: 'all wanted',
  };
}
