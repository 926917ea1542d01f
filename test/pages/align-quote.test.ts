import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeQuote, quoteAligner } from '../../src/pages/align-quote.ts';
import { growth, LINEAR } from '../support/growth.ts';

const alignQuote = (text: string, claimed: string) => quoteAligner(text)(claimed);

const slice = (text: string, claimed: string): string | null => {
  const span = alignQuote(text, claimed);
  return span === null ? null : text.slice(span.start, span.end);
};

describe('alignQuote', () => {
  it('takes of several matches the nearest to an offset, where one is given', () => {
    const text = 'why it matters … Say what it is, why it matters, and why it matters now.';
    const starts = [undefined, 0, 30, 60].map((near) => quoteAligner(text)('why it matters', near)?.start);
    expect(starts).toEqual([0, 0, 33, 53]);
  });

  it('prefers a match in what was shown, the nearest of these', () => {
    const text = 'Keep it short. Name it. Keep it short. Sign it. Keep it short.';
    const starts = [
      [0, []],
      [0, [{ start: 20, end: 40 }]],
      [60, [{ start: 20, end: 40 }]],
      [60, [{ start: 0, end: 62 }]],
      [0, [{ start: 2, end: 10 }]],
    ] as const;
    expect(starts.map(([near, within]) => quoteAligner(text)('Keep it short.', near, within)?.start)).toEqual([
      0, 24, 24, 48, 0,
    ]);
    const often = `${'Keep it short. '.repeat(600)}Here: keep it short, too. Keep it short.`;
    const shown = [{ start: 9000, end: often.length }];
    expect(quoteAligner(often)('Keep it short.', 0, shown)?.start).toBe(often.length - 14);
  });

  it.each([
    ['white space', 'Say  it\nonce\u00A0only.', 'say it', null],
    ['white space', 'Say  it\nonce\u00A0only.', ' Say it once only. ', 'Say  it\nonce\u00A0only.'],
    ['quote marks', 'Don’t say “very”.', `Don't say "very".`, 'Don’t say “very”.'],
    ['guillemets', 'Man sagt «sehr».', 'Man sagt “sehr”.', 'Man sagt «sehr».'],
    [
      'dashes',
      'One claim—no more—per slide, 3–5.',
      'One claim-no more--per slide, 3-5.',
      'One claim—no more—per slide, 3–5.',
    ],
    ['an ellipsis', 'And then … nothing.', 'And then ... nothing.', 'And then … nothing.'],
    ['ligatures', 'the ﬁrst oﬃce', 'the first office', 'the ﬁrst oﬃce'],
    ['signs that become several', '㌀㌁', 'アルファ', '㌁'],
    ['decomposed letters', 'cafe\u0301 society', 'caf\u00e9 society', 'cafe\u0301 society'],
    ['composed letters', 'caf\u00e9 society', 'cafe\u0301 society', 'caf\u00e9 society'],
    ['Hangul jamo', '\u1112\u1161\u11ab글', '한글', '\u1112\u1161\u11ab글'],
    ['soft hyphens', 'recom\u00ADmen\u00ADdation', 'recommendation', 'recom\u00ADmen\u00ADdation'],
    ['spacing accents', 'a \u1FBD b', 'a \u1FBD b', 'a \u1FBD b'],
    ['full-width forms', 'ＡＢＣ', 'ABC', 'ＡＢＣ'],
  ])('tolerates %s', (_, text, claimed, expected) => {
    expect(slice(text, claimed)).toBe(expected);
  });

  it.each([
    ['another case', 'Use verbs.', 'use verbs.'],
    ['a missing word', 'Use strong verbs here.', 'Use verbs here.'],
    ['another word', 'Use strong verbs.', 'Use strong nouns.'],
    ['an elision', 'Use strong verbs and short words.', 'Use strong … short words.'],
    ['joined words', 'now here', 'nowhere'],
    ['parted words', 'nowhere', 'now here'],
    ['another mark', 'Stop. Go', 'Stop, Go'],
    ['an accent less', 'résumé', 'resume'],
    ['nothing visible', 'abc', ' \u00AD\u200B '],
  ])('does not tolerate %s', (_, text, claimed) => {
    expect(alignQuote(text, claimed)).toBeNull();
  });

  it('never cuts a ligature, a surrogate pair or a combining sequence', () => {
    expect(alignQuote('ﬁnd', 'ind')).toBeNull();
    expect(alignQuote('a😀b', 'a\ud83d')).toBeNull();
    expect(alignQuote('a😀b', '\ude00b')).toBeNull();
    expect(alignQuote('cafe\u0301', 'cafe')).toBeNull();
    expect(slice('cafe\u0301 cafe', 'cafe')).toBe('cafe');
    expect(alignQuote('cafe\u0301 cafe', 'cafe')).toEqual({ start: 6, end: 10 });
  });

  it('takes the first occurrence', () => {
    expect(alignQuote('one two one', 'one')).toEqual({ start: 0, end: 3 });
  });

  it('takes the time of the text', async () => {
    const alignAll = (sentences: number) => {
      const text = Array.from({ length: sentences }, (_, index) => `Sentence “${index}” is here — really.`).join('\n');
      const align = quoteAligner(text);
      for (let index = 0; index < sentences; index += sentences / 20)
        expect(align(`Sentence "${index}" is here - really.`)).not.toBeNull();
    };
    expect(await growth(alignAll, 16_000)).toBeLessThan(LINEAR);
  }, 60_000);
});

describe('properties of alignQuote', () => {
  const word = fc.oneof(
    fc.stringMatching(/^[a-zA-Z]{1,8}$/),
    fc.constantFrom(
      '“so”',
      "don't",
      '—',
      '...',
      '…',
      'ﬁne',
      'cafe\u0301',
      '😀',
      'na\u00EFve',
      '한글',
      'so\u00ADft',
      '3–5',
    ),
  );
  const text = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '));
  const anyText = fc.oneof(
    text,
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  it('aligns any slice of any text to a span that reads the same', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (whole, a, b) => {
        const { starts, ends } = normalizeQuote(whole);
        fc.pre(starts.length > 0);
        // A slice at borders of pieces: what a reader could copy.
        const from = Math.min(a % starts.length, b % starts.length);
        const to = Math.max(a % starts.length, b % starts.length);
        const claimed = whole.slice(starts[from], ends[to]);
        fc.pre(normalizeQuote(claimed).text.trim() !== '');
        const span = alignQuote(whole, claimed);
        expect(span).not.toBeNull();
        const found = whole.slice(span?.start, span?.end);
        expect(normalizeQuote(found).text.trim()).toBe(normalizeQuote(claimed).text.trim());
        if (span?.start !== 0) expect(found).not.toMatch(/^\p{M}/u);
      }),
      { numRuns: 500 },
    );
  });

  const perturb = (claimed: string, choice: number): string =>
    claimed
      .replace(/ /g, [' ', '\n', ' \u00A0 ', '\t'][choice % 4] ?? ' ')
      .replace(/["“”]/g, ['"', '”', '«', '„'][choice % 4] ?? '"')
      .replace(/['’]/g, ['’', "'", '‘', '`'][choice % 4] ?? "'")
      .replace(/[—–-]/g, ['-', '—', '‑', '--'][choice % 4] ?? '-')
      .replace(/…|\.\.\./g, choice % 2 === 0 ? '…' : '...')
      .normalize((['NFC', 'NFD', 'NFKC', 'NFKD'] as const)[choice % 4]);

  it('aligns what was changed in form alone', () => {
    fc.assert(
      fc.property(text, fc.nat(3), (whole, choice) => {
        const span = alignQuote(`| ${whole} |`, perturb(whole, choice));
        expect(span).toEqual({ start: 2, end: 2 + whole.length });
      }),
      { numRuns: 300 },
    );
  });

  it('does not align what has another letter', () => {
    fc.assert(
      fc.property(text, fc.nat(), (whole, at) => {
        const letters = [...whole.matchAll(/[a-zA-Z]/g)];
        fc.pre(letters.length > 0);
        const index = letters[at % letters.length]?.index ?? 0;
        const changed = `${whole.slice(0, index)}ж${whole.slice(index + 1)}`;
        expect(alignQuote(whole, changed)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});
