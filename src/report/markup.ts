/** HTML templates that make every value printable and escape it. */
// Under another name, since Prettier adds white space to templates that are named `html`.
import { html, raw } from 'hono/html';
import { printable } from '../text/printable.ts';

export type Html = ReturnType<typeof html>;
export type Part = string | number | null | undefined | Html | readonly Part[];

export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return html(strings, ...parts.map(harmless));
}

function harmless(part: Part): unknown {
  if (typeof part === 'string') return printable(part);
  return Array.isArray(part) ? part.map(harmless) : part;
}

/** A boolean attribute; its name is one of ours. */
export function flag(name: 'open' | 'checked' | 'selected' | 'required' | 'hidden', isOn: boolean): Html {
  return raw(isOn ? ` ${name}` : '');
}
