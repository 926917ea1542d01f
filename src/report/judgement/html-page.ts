/** The frame of every HTML report: one file that fetches nothing and runs nothing. */
import type { Task } from '../../domain/task.ts';
import { escapeHtml } from '../escape-html.ts';
import { REPORT_STYLE } from './html-style.ts';

/** Without scripts, and nothing is fetched: what was judged is hostile until shown otherwise. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export interface HtmlPage {
  readonly title: string;
  /** Above the instruction, where one is known. */
  readonly heading: string;
  readonly task: Task | null;
  /** HTML in which all that is not ours is escaped. */
  readonly body: readonly string[];
}

export function htmlPage({ title, heading, task, body }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
${task === null ? '' : `<blockquote dir="auto">${escapeHtml(task.instruction)}</blockquote>`}
${body.join('\n')}
</main>
</body>
</html>
`;
}
