/** Links as Markdown writes them, and the addresses that stand there without it. */
import { IMAGE, WEB_ADDRESS } from './markup.ts';
import { between, count, type CountRange } from './range.ts';

/** The end of a link behind its address, perhaps with a title. */
const LINK_END = /(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\)/uy;
const LINK_TEXT = /(?<!!)\[[^[\]\n]+\]\(/gu;
const ADDRESS_END = /[)\s]/gu;
/** `[label]: address`, on a line of its own; not "[Name]: Ann". */
const DEFINITION = /^ {0,3}\[(?!\^)([^[\]\n]+)\]:[ \t]*(?=\S*[/.#:])(\S+)(?:[ \t]+["'(].*)?[ \t]*$/gmu;
/** `[words][label]`, `[label][]`, `[label]` */
const REFERENCE = /(!?)\[([^[\]\n]+)\](?:\[([^[\]\n]*)\])?(?!\()/gu;

interface References {
  /** What is left: the words in place of each reference, and no definition. */
  readonly text: string;
  readonly uses: number;
  /** Of the definitions. */
  readonly addresses: string;
}

export function referencesIn(whole: string): References {
  const defined = new Map<string, string>();
  const rest = whole.replace(DEFINITION, (_line, label: string, address: string) => {
    defined.set(label.toLowerCase(), address);
    return '';
  });
  if (defined.size === 0) return { text: whole, uses: 0, addresses: '' };
  let uses = 0;
  const text = rest.replace(REFERENCE, (written: string, image: string, words: string, label?: string) => {
    const name = label === undefined || label === '' ? words : label;
    if (!defined.has(name.toLowerCase())) return written;
    if (image === '') uses += 1;
    return words;
  });
  return { text, uses, addresses: [...defined.values()].join(' ') };
}

/** `[words](address)` and `[words](address "title")`, each where it stands. */
function markdownLinks(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let [addressEnd, linkEnd] = [-1, -1];
  for (const { index, 0: opening } of text.matchAll(LINK_TEXT)) {
    const from = index + opening.length;
    if (addressEnd < from) {
      ADDRESS_END.lastIndex = from;
      addressEnd = ADDRESS_END.exec(text)?.index ?? text.length;
      LINK_END.lastIndex = addressEnd;
      linkEnd = LINK_END.test(text) ? LINK_END.lastIndex : -1;
    }
    if (addressEnd > from && linkEnd > from) found.push({ start: index, end: linkEnd });
  }
  return found;
}

/**
 * A Markdown link and the address inside it are one link. Two references to one definition are one address; an image has one
 * and is, perhaps, no link.
 */
export function countLinks(whole: string): CountRange {
  let images = 0;
  const { text, uses, addresses } = referencesIn(
    whole.replace(IMAGE, (image) => {
      images += count(image, WEB_ADDRESS);
      return 'image';
    }),
  );
  const links = markdownLinks(text);
  let at = 0;
  const others = links.map(({ start, end }) => {
    const before = text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
    return before;
  });
  const written = links.length + count([...others, text.slice(at)].join(' '), WEB_ADDRESS);
  const ofDefinitions = count(addresses, WEB_ADDRESS);
  const { least, most } = between(uses, ofDefinitions);
  return { least: written + least, most: written + most + images };
}
