import { describe, expect, it } from 'vitest';
import { pageNumberAt } from '../../src/pages/quote-link.ts';
import { pageOf, read, shown } from './support.ts';

interface Line {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
}

/** A PDF by hand: one content stream per page, Helvetica in WinAnsi, \xAD being its soft hyphen. */
function pdfOf(pages: readonly (readonly Line[])[], info = ''): Uint8Array {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< ${info} >>`,
  ];
  const kids: string[] = [];
  for (const lines of pages) {
    const stream = lines
      .map(
        ({ text, x = 50, y, size = 11 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
      )
      .join('\n');
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(body + trailer, 'latin1'));
}

const options = { url: 'https://a.example/g.pdf', contentType: 'application/pdf' };
const head = (number: number): Line[] => [
  { text: 'Guides for writers', y: 580, size: 8 },
  { text: `Page ${number} of 3`, x: 180, y: 20, size: 8 },
];

describe('PDF', () => {
  it('gives headings, paragraphs and items with their pages, without running heads', async () => {
    const page = await pageOf(
      pdfOf([
        [
          ...head(1),
          { text: 'Reports that work', y: 550, size: 18 },
          { text: 'Put the recommendation in the first paragraph and not', y: 520 },
          { text: 'on the last page, where few readers will ever arrive.', y: 506 },
          { text: 'Give the reader a choice.', y: 480 },
          { text: '\x95 Two options at least, with costs that are com-', y: 460 },
          { text: 'parable, and', x: 60, y: 446 },
          { text: '\x95 the option of doing nothing at all, which is often', y: 432 },
        ],
        [...head(2), { text: 'the cheapest of them.', x: 60, y: 550 }, { text: 'Endings', y: 520, size: 14 }],
        [...head(3), { text: 'End with the next step, and say who will take it.', y: 550 }],
      ]),
      options,
    );
    expect(page.mediaKind).toBe('pdf');
    expect(page.title).toBe('Reports that work');
    expect(shown(page)).toEqual([
      'heading1: Reports that work',
      'paragraph: Put the recommendation in the first paragraph and not on the last page, where few readers will ever arrive.',
      'paragraph: Give the reader a choice.',
      'list-item1: Two options at least, with costs that are comparable, and',
      'list-item1: the option of doing nothing at all, which is often the cheapest of them.',
      'heading2: Endings',
      'paragraph: End with the next step, and say who will take it.',
    ]);
    expect(page.blocks.map((block) => block.pageNumber)).toEqual([1, 1, 1, 1, 1, 2, 3]);
    const pageOfWords = (words: string) => pageNumberAt(page, page.text.indexOf(words));
    expect(['nothing at all', 'the cheapest', 'Endings', 'End with'].map(pageOfWords)).toEqual([1, 2, 2, 3]);
  });

  it('keeps the hyphen of a compound that the text has elsewhere', async () => {
    const lines = [
      'A well-chosen example beats a rule, as all teachers know well.',
      'Another well-',
      'chosen example, how-',
      'ever, is too much, and one should stop at the first of the two.',
    ];
    const page = await pageOf(pdfOf([lines.map((text, index) => ({ text, y: 500 - 14 * index }))]), options);
    expect(page.text).toContain('Another well-chosen example, however, is too much');
  });

  it('reads title, author and date from the information dictionary', async () => {
    const text = 'A line that is long enough to be worth the reading of it.';
    const page = await pageOf(
      pdfOf(
        [[1, 2, 3, 4].map((index) => ({ text, y: 500 - 14 * index }))],
        '/Title (Good reports) /Author (D. Four) /CreationDate (D:20260102030405Z)',
      ),
      options,
    );
    expect(page).toMatchObject({ title: 'Good reports', byline: 'D. Four', publishedOn: '2026-01-02' });
  });

  it('says what is wrong with a broken one, and finds no text in a scan', async () => {
    expect(await read(Buffer.from('%PDF-1.4\nbroken'), options)).toMatchObject({ decision: 'unreadable' });
    expect(await read(pdfOf([[]]), options)).toMatchObject({ page: { text: '', blocks: [] } });
  });
});
