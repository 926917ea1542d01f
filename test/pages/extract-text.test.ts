import { describe, expect, it } from 'vitest';
import { pageOf, SENTENCE, shown } from './support.ts';

const text = (content: string): ReturnType<typeof pageOf> =>
  pageOf(content, { url: 'library:a/guide.txt', contentType: 'text/plain' });

describe('plain text', () => {
  it('joins the lines of paragraphs and items, and knows typed list marks', async () => {
    const page = await text(
      `Notes for speakers\r\n\r\n${SENTENCE}\r\nIt was well-\r\nknown long ago.\r\n\r\n* Begin with a question,\r\n  then answer it.\r\n  - One sentence will do.\r\n* End early.\r\n\r\n1. First this.\r\n2. Then that.\r\n`,
    );
    expect(page.title).toBe('Notes for speakers');
    expect(shown(page)).toEqual([
      'paragraph: Notes for speakers',
      `paragraph: ${SENTENCE} It was well-known long ago.`,
      'list-item1: Begin with a question, then answer it.',
      'list-item2: One sentence will do.',
      'list-item1: End early.',
      'list-item1: 1. First this.',
      'list-item1: 2. Then that.',
    ]);
  });

  it.each(['DON’T', 'Don’t', 'Please avoid these words:', '❌ NEVER'])(
    'parts the label “%s” from the item above and the list below',
    async (label) => {
      const page = await text(
        `${SENTENCE}\n\n${label}\n- Name the\n  rival\n${label}\n- Name the debts\nof the hall\n`,
      );
      expect(shown(page).slice(1)).toEqual([
        `paragraph: ${label}`,
        'list-item1: Name the rival',
        `paragraph: ${label}`,
        'list-item1: Name the debts of the hall',
      ]);
    },
  );

  it('has no title where the first line is a sentence', async () => {
    expect((await text(`${SENTENCE}\n\n${SENTENCE}`)).title).toBeNull();
  });
});
