/** A page as data for a prompt: what is known of it on the first line, then its passages. */
import type { PromptText } from '../../domain/model.ts';
import { printableLine } from '../../text/printable.ts';
import { fence } from '../fence.ts';
import { shownText } from './wording.ts';

export interface PageView {
  /** Null where the page has none, as in a library. Never a URL. */
  readonly host: string | null;
  readonly title: string | null;
  readonly byline: string | null;
  /** YYYY-MM-DD. */
  readonly publishedOn: string | null;
  /** Those of its passages that are shown, verbatim. */
  readonly passages: readonly string[];
}

const MAX_FIELD_CHARS = 200;
/** Stands where text was left out. */
const GAP = '\n[…]\n';

/** The first line is JSON, so that no title can pass for another field or another line. */
export function fencePage(label: string, page: PageView): PromptText {
  const { host, title, byline, publishedOn } = page;
  const known = JSON.stringify({ host, title: field(title), byline: field(byline), date: publishedOn });
  return fence(label, `${known}\n${shownText(page.passages.join(GAP))}`);
}

function field(text: string | null): string | null {
  return text === null ? null : printableLine(shownText(text)).slice(0, MAX_FIELD_CHARS);
}
