/** What everyone could have without us: Readability's text on jsdom and on linkedom. */
import { Readability } from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import { parseHTML } from 'linkedom';

export type Extract = (bytes: Uint8Array) => Promise<string>;

export interface Baselines {
  /** As Readability's own documentation shows it. */
  readonly jsdom: Extract;
  /** Scripts and styles cut out first: they cost jsdom most of its time, and it throws on some styles. */
  readonly jsdomBare: Extract;
  readonly linkedom: Extract;
}

export function readabilityBaselines(): Baselines {
  const read = (document: Document): string => new Readability(document).parse()?.textContent ?? '';
  const onJsdom = (html: string): string => {
    const { window } = new JSDOM(html, { url: 'https://page.test/', virtualConsole: new VirtualConsole() });
    const text = read(window.document);
    window.close();
    return text;
  };
  return {
    jsdom: async (bytes) => onJsdom(new TextDecoder().decode(bytes)),
    jsdomBare: async (bytes) =>
      onJsdom(
        new TextDecoder()
          .decode(bytes)
          .replace(/<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi, (element) =>
            /^<script[^>]*ld\+json/i.test(element) ? element : '',
          ),
      ),
    linkedom: async (bytes) => read(parseHTML(new TextDecoder().decode(bytes)).document),
  };
}
