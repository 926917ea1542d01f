/** Plain text to a draft page. */
import { type Draft, tidy } from './draft.ts';
import { linesToBlocks, type TextLine } from './lines-to-blocks.ts';

const MAX_TITLE_CHARS = 120;

export function extractText(source: string): Draft {
  let gapBefore = false;
  const lines: TextLine[] = [];
  for (const raw of source.split(/\r\n?|[\n\f\u2028\u2029]/)) {
    const text = raw.trim();
    if (text !== '') lines.push({ text, indent: raw.replaceAll('\t', '    ').search(/\S/), gapBefore });
    gapBefore = text === '';
  }
  const blocks = linesToBlocks(lines, false);
  const first = lines[0];
  const standsAlone = lines.length > 1 && lines[1]?.gapBefore === true;
  const title = first === undefined || !standsAlone || /[.,;]$/.test(first.text) ? '' : tidy(first.text);
  return {
    title: title === '' || title.length > MAX_TITLE_CHARS ? null : title,
    byline: null,
    site: null,
    publishedOn: null,
    declaredLanguage: null,
    blocks,
  };
}
