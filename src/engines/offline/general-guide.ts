/** Whether a page gives advice on writing in general, for any kind of text. */
import type { Page } from '../../domain/page.ts';
import { contentStems } from '../../text/words.ts';
import { titleOf } from './kind-match.ts';

/** Stems of the craft of writing that any text has a use for. */
const CRAFT = new Set(
  'sentenc paragraph word reader text write writer draft claus verb noun grammar punctuat prose style edit cut structur shape read'.split(
    ' ',
  ),
);
/** As many of a page's most frequent stems tell what it is about. */
const SUBJECT_STEMS = 3;
const MIN_CRAFT_SUBJECTS = 2;
const MIN_SUBJECT_MENTIONS = 3;

export function isGeneralGuide(page: Page): boolean {
  const counts = new Map<string, number>();
  for (const stem of contentStems(page.text)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const subjects = [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, SUBJECT_STEMS)
    .map(([stem]) => stem);
  // A title's own noun that the page keeps using is its subject: then it is about that, not about writing.
  const named = contentStems(titleOf(page)).some(
    (stem) => !CRAFT.has(stem) && (counts.get(stem) ?? 0) >= MIN_SUBJECT_MENTIONS,
  );
  return !named && subjects.filter((stem) => CRAFT.has(stem)).length >= MIN_CRAFT_SUBJECTS;
}
