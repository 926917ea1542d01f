/** What a command prints, in the format that was asked for; as JSON it is the record itself. */
import { printableJson } from '../text/printable.ts';
import type { Format, Layout } from './formats.ts';
import type { Report } from './report.ts';

/** @param isFull false for a terminal, where only what matters most has room */
export type ToReport<Record> = (record: Record, isFull: boolean) => Report | Promise<Report>;

export type Renderer<Record> = (record: Record, format: Format, layout: Layout) => Promise<string>;

/** @param toJson default: the record as it is */
export function renderer<Record>(
  toReport: ToReport<Record>,
  toJson: (record: Record) => unknown = (record) => record,
): Renderer<Record> {
  return async (record, format, layout) => {
    switch (format) {
      case 'json':
        return `${printableJson(toJson(record), 2)}\n`;
      case 'table':
        return (await import('./terminal.ts')).toTerminal(await toReport(record, false), layout);
      case 'markdown':
        return (await import('./markdown.ts')).toMarkdown(await toReport(record, true));
      case 'html':
        return (await import('./html.ts')).toHtml(await toReport(record, true));
    }
  };
}
