/** Pages for tests of what a model is shown. */
import type { RateItem } from '../../../src/domain/engine.ts';
import { Query } from '../../../src/domain/criteria-set.ts';
import { SourceId } from '../../../src/domain/ids.ts';
import type { Block, Page } from '../../../src/domain/page.ts';

export const query = Query.parse({
  id: 'q1',
  text: 'how to write a press release',
  teaches: 'its form',
  kind: 'proposed',
  rewords: null,
});

/** `# ` opens a heading, `- ` a list item; any other text is a paragraph. */
export function pageOf(blocks: readonly string[], overrides: Partial<Page> = {}): Page {
  let text = '';
  const placed = blocks.map((block): Block => {
    const kind = block.startsWith('# ') ? 'heading' : block.startsWith('- ') ? 'list-item' : 'paragraph';
    const said = block.replace(/^[#-] /u, '');
    text += `${text === '' ? '' : '\n'}${said}`;
    return { kind, start: text.length - said.length, end: text.length };
  });
  return {
    extraction: { bytesHash: '0'.repeat(64), extractorVersion: 'test' },
    mediaKind: 'html',
    title: 'Press releases',
    byline: null,
    site: null,
    publishedOn: null,
    language: 'eng',
    text,
    blocks: placed,
    ...overrides,
  };
}

export function rateItem(number: number, page: Page, url = `https://site${number}.example/a?b=c`): RateItem {
  return { id: SourceId.parse(`s${number}`), url, via: 'web', page, queries: [query] };
}

/** A press release guide whose advice differs from that of every other number. */
export function guide(number: number): Page {
  return pageOf([
    '# How to write a press release',
    `Open the press release with news item ${number}, in one sentence.`,
    `Keep headline ${number} under ten words.`,
    `Name contact ${number} at the end of the release.`,
    'A press release should never be longer than one page.',
    'Editors get hundreds of releases each day and read the first two lines of each.',
  ]);
}
