/** A set of criteria in the format that was asked for. */
import { InputError } from '../domain/errors.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { printableJson } from '../text/printable.ts';
import type { Layout } from './grid.ts';

export interface SetFlags {
  readonly format: 'table' | 'json' | 'jsonl' | 'markdown';
  readonly top?: number | undefined;
}

/** @throws InputError, before any work is done, where a record would be cut */
export function requireFormatAllowsTop({ format, top }: SetFlags): void {
  if (format === 'json' && top !== undefined)
    throw new InputError('--top cannot cut a JSON record: its id is the hash of all that is in it.', {
      advice: 'Use --format jsonl, markdown or table, or leave out --top.',
    });
}

export async function renderSet(
  set: CriteriaSet,
  { format, top }: SetFlags,
  layout: Layout,
): Promise<string> {
  switch (format) {
    case 'json':
      return `${printableJson(set, 2)}\n`;
    case 'jsonl': {
      const { renderJsonLines } = await import('./json-lines.ts');
      return renderJsonLines(set, top);
    }
    case 'markdown': {
      const { renderMarkdown } = await import('./markdown.ts');
      return renderMarkdown(set, top);
    }
    case 'table': {
      const { renderTable } = await import('./table.ts');
      return renderTable(set, top, layout);
    }
  }
}
