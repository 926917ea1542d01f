/** A set, or some of its criteria, as a file. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Groundrule } from '../groundrule.ts';
import { PLAIN_LAYOUT } from '../report/layout.ts';
import { renderSet } from '../report/set.ts';
import { wholeSetHtml } from '../report/whole-set.ts';

export const EXPORTS = {
  markdown: { label: 'Markdown', type: 'text/markdown', file: 'md' },
  plain: { label: 'plain lines', type: 'text/plain', file: 'txt' },
  html: { label: 'HTML, with every quote', type: 'text/html', file: 'html' },
  csv: { label: 'CSV', type: 'text/csv', file: 'csv' },
  jsonl: { label: 'JSON Lines', type: 'application/jsonl', file: 'jsonl' },
  json: { label: 'JSON, the whole record', type: 'application/json', file: 'json' },
} as const;
export type ExportFormat = keyof typeof EXPORTS;

/** @param ids of the criteria chosen; none: all. The record is always whole: its id is the hash of all that is in it. */
export async function exportSet(
  client: Pick<Groundrule, 'audit'>,
  set: CriteriaSet,
  format: ExportFormat,
  ids: readonly string[],
): Promise<string> {
  if (format === 'json') return renderSet(set, { format }, PLAIN_LAYOUT);
  const criteria = ids.length === 0 ? set.content.criteria : set.content.criteria.filter(({ id }) => ids.includes(id));
  if (format === 'plain') return criteria.map(({ text }) => `${text}\n`).join('');
  const chosen = { ...set, content: { ...set.content, criteria } };
  if (format !== 'html') return renderSet(chosen, { format }, PLAIN_LAYOUT);
  const kept = new Set(criteria.map(({ id }) => id));
  const audit = await client.audit(set, { criteria: [...kept] });
  return wholeSetHtml({
    ...audit,
    sources: audit.sources.map((audited) => ({
      ...audited,
      criteria: audited.criteria.filter(({ id }) => kept.has(id)),
    })),
  });
}
