/** What everyone could have without us: Readability's text on jsdom and on linkedom. */
import { Readability } from '@mozilla/readability';
import { JSDOM } from 'jsdom';
import { parseHTML } from 'linkedom';

type Extract = (bytes: Uint8Array) => Promise<string>;

export async function readabilityBaselines(): Promise<{
  readonly jsdom: Extract;
  readonly linkedom: Extract;
}> {
  const read = (document: Document): string => new Readability(document).parse()?.textContent ?? '';
  return {
    jsdom: async (bytes) => {
      // Scripts and styles are kept from jsdom, which is kind to it: they cost it most, and it throws on some styles.
      const html = new TextDecoder()
        .decode(bytes)
        .replace(/<(script|style)\b[^>]*>[^]*?<\/\1\s*>/gi, (element) =>
          /^<script[^>]*ld\+json/i.test(element) ? element : '',
        );
      const dom = new JSDOM(html);
      const text = read(dom.window.document);
      dom.window.close();
      return text;
    },
    linkedom: async (bytes) => read(parseHTML(new TextDecoder().decode(bytes)).document),
  };
}
