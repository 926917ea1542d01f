import { describe, expect, it } from 'vitest';
import { pageOf, read, SENTENCE, shown } from './support.ts';

const markdown = (content: string): ReturnType<typeof pageOf> =>
  pageOf(content, { url: 'library:a/guide.md', contentType: null });

describe('Markdown', () => {
  it('has the same kinds of blocks as HTML', async () => {
    const page = await markdown(`# Opening lines

${SENTENCE}
Goes on *here* &amp; [there](https://x.example).

- Begin with a question.
  1. A short one.
- End with the answer.

| Part | Words |
|------|------:|
| Summary | **200** |

> Nobody ever wished it longer.

\`\`\`
Dear Ms N,
\`\`\`
`);
    expect(page.mediaKind).toBe('markdown');
    expect(page.title).toBe('Opening lines');
    expect(shown(page)).toEqual([
      'heading1: Opening lines',
      `paragraph: ${SENTENCE} Goes on here & there.`,
      'list-item1: Begin with a question.',
      'list-item2: A short one.',
      'list-item1: End with the answer.',
      'table-row: Part | Words',
      'table-row: Summary | 200',
      'quote: Nobody ever wished it longer.',
      'code: Dear Ms N,',
    ]);
  });

  it.each([
    ['**Don’t start so**', 'Don’t start so'],
    ['Don’t', 'Don’t'],
    ['Please avoid these words:', 'Please avoid these words:'],
  ])('parts the label “%s” from the item above', async (label, shownLabel) => {
    const page = await markdown(`${SENTENCE}\n\n- Name the\n  month.\n${label}\n- Name the debts\nof the hall.\n`);
    expect(shown(page).slice(1)).toEqual([
      'list-item1: Name the month.',
      `paragraph: ${shownLabel}`,
      'list-item1: Name the debts of the hall.',
    ]);
  });

  it('is titled by a first paragraph that is all bold, where no heading is a title', async () => {
    const titled = async (start: string) => (await markdown(`${start}\n\n${SENTENCE}\n\n${SENTENCE}`)).title;
    expect(await titled('**What a grant’s officer wants & needs**')).toBe('What a grant’s officer wants & needs');
    expect(await titled('**Draft**\n\n# Grants')).toBe('Grants');
    expect(await titled('**Note** this.')).toBeNull();
  });

  it('has its metadata in the front matter', async () => {
    const page = await markdown(
      `---\ntitle: "Talks that work"\nauthor: [A. One, B. Two]\ndate: 2026-05-04T10:00:00Z\nsite: Guides\n---\n\n${SENTENCE}\n\n${SENTENCE}`,
    );
    expect(page).toMatchObject({
      title: 'Talks that work',
      byline: 'A. One, B. Two',
      publishedOn: '2026-05-04',
      site: 'Guides',
    });
    expect(page.text).toBe(`${SENTENCE}\n${SENTENCE}`);
  });

  it('reads unmatched brackets, and says so where quotes are nested too deeply', async () => {
    expect((await markdown(`${'['.repeat(5000)}\n\n${SENTENCE} ${SENTENCE}`)).text).toContain(SENTENCE);
    const nested = `${'> '.repeat(20_000)}${SENTENCE} ${SENTENCE}`;
    expect(await read(nested, { url: 'library:a/guide.md', contentType: null })).toEqual({
      status: 'failed',
      decision: 'unreadable',
      reason: 'nested too deeply to be read',
    });
  });

  it('reads nothing that is struck out', async () => {
    const page = await markdown(`${SENTENCE}\n\n~~Include a map.~~ Include <del>a list</del> a plan.`);
    expect(page.text).toContain('Include a plan.');
    expect(page.text).not.toMatch(/map|list/u);
  });

  it('puts what is said of a term below it', async () => {
    const page = await markdown(`${SENTENCE}\n\n<dl><dt>Don’t</dt><dd>Use rhymes.</dd></dl>`);
    expect(page.blocks.filter(({ kind }) => kind === 'list-item').map(({ level }) => level)).toEqual([1, 2]);
  });
});
