/** The rows and bytes of a store by kind, or of what was removed from it. */
import type { KindSize } from '../domain/ports.ts';
import { renderer } from './formats.ts';
import { lines, main, right, table } from './report.ts';
import { amount, megabytes } from './words.ts';

/** Names for people, where the store's name says too little. */
const NAMES: Readonly<Record<string, string>> = {
  calls: 'model calls behind sets and records',
  discovery: 'keys of discoveries',
  fetch: 'fetched document',
  search: 'search reply',
  'model-answer': 'model answer',
  'model-batch': 'call in a batch',
};

export const renderSizes = renderer<{ readonly title: string; readonly sizes: readonly KindSize[] }>(
  ({ title, sizes }) => {
    const sum = (field: 'rows' | 'bytes') => sizes.reduce((total, size) => total + size[field], 0);
    const all = sizes.length > 1 ? [{ kind: 'all', rows: sum('rows'), bytes: sum('bytes') }] : [];
    return {
      title,
      blocks: [
        lines(sizes.length === 0 ? 'nothing' : null),
        table(
          [...sizes, ...all],
          [
            main('Kind', ({ kind }) => NAMES[kind] ?? kind),
            right('Rows', ({ rows }) => amount(rows)),
            right('Size', ({ bytes }) => megabytes(bytes)),
          ],
        ),
      ],
    };
  },
  { record: ({ sizes }) => sizes },
);
