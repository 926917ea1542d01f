/** A report in the format that was asked for; as JSON, the record that it is made from. */
import { printableJson } from '../../text/printable.ts';
import type { Layout } from '../grid.ts';
import type { Report } from './report.ts';

export type JudgementFormat = 'table' | 'json' | 'markdown' | 'html';

/** What a command prints. */
export interface Printed {
  readonly json: () => unknown;
  /** @param isFull false for a terminal, where only what matters most has room */
  readonly report: (isFull: boolean) => Report | Promise<Report>;
}

export async function renderReport(
  { json, report }: Printed,
  format: JudgementFormat,
  layout: Layout,
): Promise<string> {
  switch (format) {
    case 'json':
      return `${printableJson(json(), 2)}\n`;
    case 'markdown': {
      const { reportToMarkdown } = await import('./to-markdown.ts');
      return reportToMarkdown(await report(true));
    }
    case 'html': {
      const { reportToHtml } = await import('./to-html.ts');
      return reportToHtml(await report(true));
    }
    case 'table': {
      const { reportToTerminal } = await import('./to-terminal.ts');
      return reportToTerminal(await report(false), layout);
    }
  }
}
