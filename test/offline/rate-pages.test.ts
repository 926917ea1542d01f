import { describe, expect, it } from 'vitest';
import type { Page } from '../../src/domain/page.ts';
import { SourceId } from '../../src/domain/ids.ts';
import { matchKind } from '../../src/offline/kind-match.ts';
import { ratePages } from '../../src/offline/rate-pages.ts';
import { findTextKind } from '../../src/offline/task-kind.ts';
import { pageOf, RUN, task, valueOf } from './support.ts';

const ADVICE = [
  'Open with the date and the place in the first line.',
  'State who was there, by name and office.',
  'Keep each entry under forty words.',
  'Never leave a decision without an owner.',
  'Use the past tense for what was said.',
  'Write “the group agreed” rather than “it was felt”.',
  'List at most five actions, each with a date.',
  'End with the time of the next meeting.',
  'Avoid adjectives that judge a speaker.',
  'Number every decision.',
];
const BODY = [0, 1].flatMap((round) =>
  ADVICE.map(
    (sentence) =>
      [
        'paragraph',
        `${sentence} Part ${round + 1} of the work is to write readers a calm and level record of what the people in the room decided.`,
      ] as const,
  ),
);

function guide(title: string, intro: string): Page {
  return pageOf(
    title,
    ['heading', title],
    ['paragraph', intro],
    ['heading', 'Form'],
    ...BODY.slice(0, 10),
    ['heading', 'Style'],
    ...BODY.slice(10),
  );
}

async function ratingsOf(instruction: string, pages: readonly Page[]) {
  const items = pages.map((page, index) => ({
    id: SourceId.parse(`s${index + 1}`),
    url: `library:${index}`,
    page,
    queries: [],
  }));
  const outcomes = await ratePages(RUN, task(instruction), items);
  return items.map((item) => valueOf(outcomes.get(item.id)));
}

describe('relevance of a page', () => {
  const minutes = guide(
    'How to write meeting minutes',
    'Good meeting minutes are short. Meeting minutes serve those who were absent.',
  );

  it.each([
    ['Write meeting minutes for the garden club', 2],
    ['Write the annual meeting minutes of the garden club', 2],
    ['Write bilingual meeting minutes for the garden club', 2],
    ['Write the draft of two-hour meeting minutes for the garden club', 2],
    ['Write minutes of the meeting on parking', 2],
    ['Write a eulogy for my uncle', 0],
    ['Write a ransom note', 0],
  ])('%s: %d', async (instruction, relevance) => {
    expect((await ratingsOf(instruction, [minutes]))[0]).toMatchObject({ relevance });
  });

  it('tells another sort of the same noun', async () => {
    const pages = [
      guide('The witness report', 'A witness report is read in court. Every witness report is signed.'),
    ];
    expect((await ratingsOf('Write an annual report on sales', pages))[0]?.relevance).toBe(0);
    expect((await ratingsOf('Write a witness report on an accident', pages))[0]?.relevance).toBe(2);
  });

  it('finds the occasion that the instruction names elsewhere', async () => {
    const pages = [
      guide('Wedding toasts', 'A wedding toast lasts three minutes. Most wedding toasts last ten.'),
    ];
    expect((await ratingsOf('I need a toast for my sister’s wedding', pages))[0]?.relevance).toBe(2);
  });
});

describe('expertise of a page', () => {
  it('is high where advice is dense and specific, with reasons', async () => {
    const [rating] = await ratingsOf('Write meeting minutes', [
      guide('Meeting minutes', 'How to write them.'),
    ]);
    expect(rating?.expertise).toBeGreaterThanOrEqual(4);
    expect(rating?.reasons.length).toBeGreaterThan(2);
  });

  it('is low for sales pages, thin pages and pages without advice', async () => {
    const filler = Array.from(
      { length: 30 },
      () => ['paragraph', 'The clock in the hall was made by hand in a small town near the sea.'] as const,
    );
    const ratings = await ratingsOf('Write meeting minutes', [
      pageOf('Meeting minutes', ...BODY, [
        'paragraph',
        'Buy now for $29. Enrol today in our course. Money-back guarantee. Instant access. Our members love it.',
      ]),
      pageOf(
        '12 meeting minutes tips you can’t miss!',
        ['list-item', 'Be clear.'],
        ['list-item', 'Use good words.'],
        ['list-item', 'Have fun with it.'],
      ),
      pageOf(
        'Meeting minutes',
        ['paragraph', 'Meeting minutes were once kept on wax. Meeting minutes are old.'],
        ...filler,
      ),
    ]);
    for (const rating of ratings) expect(rating.expertise).toBeLessThan(3);
  });

  it('is low where the name of the kind is repeated for search engines', async () => {
    const stuffed = BODY.map(
      ([kind, text]) => [kind, `${text} Such meeting minutes are the best meeting minutes.`] as const,
    );
    const [rating] = await ratingsOf('Write meeting minutes', [pageOf('Meeting minutes', ...stuffed)]);
    expect(rating?.expertise).toBe(1);
  });

  it('is low where no advice says anything specific', async () => {
    const empty = Array.from(
      { length: 12 },
      (_, index) =>
        ['list-item', `Make your writing ${['strong', 'clear', 'good'][index % 3]} for readers.`] as const,
    );
    const [rating] = await ratingsOf('Write meeting minutes', [
      pageOf(
        'How to write meeting minutes',
        ...BODY.map(() => ['paragraph', 'Readers read what writers write, and words make it so.'] as const),
        ...empty,
      ),
    ]);
    expect(rating?.expertise).toBeLessThan(3);
    expect(rating?.reasons).toContain('None of its advice is specific.');
  });
});

it('takes no page about the subject of a task for a guide', async () => {
  const steps = BODY.map(
    (_, index) =>
      [
        'paragraph',
        `Take the ${index + 7}:15 train, keep the ticket and show it at the gate of the valley station.`,
      ] as const,
  );
  const [travel] = await ratingsOf('Write a travel piece about the valley line', [
    pageOf('Travel on the valley line', ...steps),
  ]);
  expect(travel?.relevance).toBe(0);
});

it('tells those who make a text from the text', () => {
  const kind = findTextKind('Write a review of a novel about a valley');
  if (kind === undefined) throw new Error('The instruction names a review.');
  const people = guide(
    'Ten questions a reviewer asks',
    'Reviewers read grant applications. A reviewer is busy.',
  );
  const sort = guide('The book review', 'A book review judges a novel. It says what the novel does.');
  expect(matchKind(people, kind)).toBe('none');
  expect(matchKind(sort, kind)).toBe('exact');
});
