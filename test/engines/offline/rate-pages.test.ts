import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/domain/page.ts';
import { SourceId } from '../../../src/domain/ids.ts';
import { matchKind } from '../../../src/engines/offline/kind-match.ts';
import { ratePages } from '../../../src/engines/offline/rate-pages.ts';
import { findTextKind } from '../../../src/engines/offline/task-kind.ts';
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
const REASONS = [
  'An absent member looks for that first, often years later, in a folder that nobody has sorted.',
  'A nickname means nothing to an auditor who reads the record after everybody has moved away.',
  'Long entries hide the decision; a busy reader skims them, and the quarrel comes back in spring.',
  'A job without somebody beside it waits for volunteers until the boiler fails.',
  'For example, “the treasurer reported a surplus” is done, whereas a present tense sounds like theatre.',
  'Passive wording lets people deny what they agreed, say, who would mow the verge.',
  'More than that overwhelms a small committee, so put the rest in an appendix with its own heading.',
  'Then the last line helps those who only turn the page over to plan their week.',
  'Compare “a heated debate” with “two speakers opposed the fee”: the second sentence can be checked.',
  'Numbers let a later paragraph refer to an earlier one without repeating the text.',
];
const BODY = ADVICE.flatMap((sentence, index) => [
  ['paragraph', sentence] as const,
  ['paragraph', REASONS[index] ?? ''] as const,
]);

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

  it('takes a noun of the instruction for no other sort of it', async () => {
    const pages = [
      guide(
        'The lesson plan, part by part',
        'A lesson plan has an aim. Change the plan when the plan fails.',
      ),
      guide(
        'Plan backwards from the exit',
        'The plan of a lesson has an aim. Change the plan when it fails.',
      ),
    ];
    for (const { relevance } of await ratingsOf('Write a plan for my garden', pages))
      expect(relevance).toBeLessThan(2);
    expect((await ratingsOf('Write a lesson plan on volcanoes', pages))[0]?.relevance).toBe(2);
  });

  it('takes a guide to another sort for none to the sort that is asked for, once another guide is', async () => {
    const own = guide(
      'Resigning in a letter',
      'A letter in which you resign says when. To resign is to leave.',
    );
    const other = pageOf(
      'The letter, step by step',
      ['heading', 'The letter, step by step'],
      ['paragraph', 'Your letter answers a refusal. Insurers file letters by policy.'],
      ['paragraph', 'Damage, clause and amount belong together; photographs prove both.'],
    );
    const instruction = 'Write a resignation letter to a harbour office';
    const [first, second] = await ratingsOf(instruction, [own, other]);
    expect(first?.relevance).toBe(2);
    expect(second?.relevance).toBeLessThan(2);
    expect((await ratingsOf(instruction, [other]))[0]?.relevance).toBe(2);
  });

  it('hears a noun apart from what stands before a colon', async () => {
    const page = guide('From the mailroom: letters that work', 'Letters are read. A letter is short.');
    expect((await ratingsOf('Write a letter to my councillor', [page]))[0]?.relevance).toBe(2);
  });

  it('takes no one who writes such texts, and no order to do so, for the text', async () => {
    const pages = [guide('What a reviewer asks', 'The reviewer reads. Reviewers reported that they review.')];
    expect((await ratingsOf('Write a review of a novel', pages))[0]?.relevance).toBe(0);
  });

  it('keeps another name for the kind that speaks as its guides do', async () => {
    const pages = [
      guide('Meeting minutes', 'How to write meeting minutes.'),
      guide('The record of who decided what', 'How to write it down.'),
    ];
    expect((await ratingsOf('Write meeting minutes', pages)).map(({ relevance }) => relevance)).toEqual([
      2, 2,
    ]);
  });

  it('takes a noun that is said of any text for no name of a kind', async () => {
    const pages = [
      guide('What the desk wants', 'Keep the page short. The page is read once, and a page is cheap.'),
    ];
    expect((await ratingsOf('Write the acknowledgements page of my thesis', pages))[0]?.relevance).toBe(0);
  });

  it('is about the kind where the noun alone comes again and again, without any other sort', async () => {
    const pages = [
      guide(
        'Confessions of a shortlister',
        'I read your letter first. A letter is short. Fold the letter once. The letter ends.',
      ),
    ];
    expect((await ratingsOf('Write a cover letter for a kitchen job', pages))[0]?.relevance).toBe(2);
  });

  it('knows a guide to its occasion by the words of the instruction', async () => {
    const pages = [
      guide('The advice memo a client can act on', 'A memo is read once. The memo answers the question.'),
    ];
    expect((await ratingsOf('Write a memo to our client on a lease', pages))[0]?.relevance).toBe(2);
  });

  it('finds the occasion that the instruction names elsewhere', async () => {
    const pages = [
      guide('Wedding toasts', 'A wedding toast lasts three minutes. Most wedding toasts last ten.'),
    ];
    expect((await ratingsOf('I need a toast for my sister’s wedding', pages))[0]?.relevance).toBe(2);
  });
});

describe('expertise of a page', () => {
  it('is high where a page advises on texts throughout, with reasons', async () => {
    const [rating] = await ratingsOf('Write meeting minutes', [
      guide('Meeting minutes', 'How to write them.'),
    ]);
    expect(rating?.expertise).toBeGreaterThanOrEqual(4);
    expect(rating?.reasons).toContain('It speaks of texts and readers throughout.');
    expect(rating?.reasons.length).toBeGreaterThan(2);
  });

  it('is as high for an essay that orders nothing', async () => {
    const told = [...REASONS, ...REASONS.map((reason) => reason.toLowerCase())].map(
      (reason, index) =>
        [
          'paragraph',
          `${reason} In my ${2 * index + 7}th year as secretary I wrote “${ADVICE[index % 10] ?? ''}” above my draft.`,
        ] as const,
    );
    const [rating] = await ratingsOf('Write meeting minutes', [pageOf('Meeting minutes', ...told)]);
    expect(rating?.expertise).toBeGreaterThanOrEqual(3);
  });

  it.each<[string, readonly (readonly ['paragraph' | 'list-item', string])[], string]>([
    [
      'a sales page',
      [
        ...BODY.slice(0, 4),
        [
          'paragraph',
          'Buy now for $29. Enrol today in our course. Money-back guarantee. Instant access. Our members love it. Sign up: our team of experts is the best.',
        ],
      ],
      'It sells something.',
    ],
    [
      'a thin page',
      [
        ['list-item', 'Be clear.'],
        ['list-item', 'Use good words.'],
        ['list-item', 'Have fun with it.'],
      ],
      'It is thin.',
    ],
    [
      'a page about the subject',
      REASONS.map((_, index) => [
        'paragraph',
        `Clock ${index} in hall ${index + 3} was cast by hand near the sea, and its bell rang at dusk for the boats that came home.`,
      ]),
      'It speaks of its subject and hardly of texts and readers.',
    ],
    [
      'a page written for search engines',
      Array.from({ length: 40 }, (_, index) => [
        'paragraph',
        `Great meeting minutes are ${['key', 'essential', 'vital', 'powerful'][index % 4] ?? ''} meeting minutes that readers love.`,
      ]),
      'It repeats itself.',
    ],
  ])('is low for %s', async (_name, blocks, reason) => {
    const [rating] = await ratingsOf('Write meeting minutes', [pageOf('Meeting minutes', ...blocks)]);
    expect(rating?.expertise).toBeLessThan(3);
    expect(rating?.reasons).toContain(reason);
  });

  it('does not grow with length alone', async () => {
    const filler = Array.from(
      { length: 400 },
      (_, index) =>
        [
          'paragraph',
          `Take train ${index} to valley ${index + 1} before noon and walk past the mill.`,
        ] as const,
    );
    const [travel] = await ratingsOf('Write a travel piece about the valley line', [
      pageOf('Travel on the valley line', ...filler),
    ]);
    expect(travel?.expertise).toBeLessThan(3);
  });
});

it('tells those who make a text from the text', () => {
  const kind = findTextKind('Write a review of a novel about a valley');
  if (kind === undefined) throw new Error('The instruction names a review.');
  const people = guide(
    'Ten questions a reviewer asks',
    'Reviewers read grant applications. A reviewer is busy.',
  );
  const sort = guide('The book review', 'A book review judges a novel. It says what the novel does.');
  expect(matchKind(sort, kind).logOdds).toBeGreaterThan(matchKind(people, kind).logOdds + 2);
});
