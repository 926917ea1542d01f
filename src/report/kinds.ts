/** The kinds of text that the bundled guides are about. */
import { renderer } from './formats.ts';
import { main, paint, table, unbroken } from './report.ts';
import { plural } from './words.ts';

const SHOWN_SYNONYMS = 5;

export const renderKinds = renderer<readonly { readonly name: string; readonly synonyms: readonly string[] }[]>(
  (kinds) => ({
    title: `${plural(kinds.length, 'kind')} of text`,
    blocks: [
      table(kinds, [
        unbroken('Kind', ({ name }) => paint.strong(name)),
        main('Also called', ({ synonyms }) => synonyms.slice(0, SHOWN_SYNONYMS).join(', ')),
      ]),
    ],
  }),
  { record: (kinds) => kinds.map(({ name, synonyms }) => ({ name, synonyms })) },
);
