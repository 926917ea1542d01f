/** Text of any origin inside an HTML document: it stays text, in an attribute too. */
import { printable } from '../text/printable.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

export function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"'`]/gu, (character) => ENTITIES[character] ?? '');
}
