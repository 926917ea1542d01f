import { describe, expect, it } from 'vitest';
import { NO_KINDS, withNamedKind, type KindFinder } from '../../../src/domain/guide-kind.ts';
import { SourceId } from '../../../src/domain/ids.ts';
import type { RateItem } from '../../../src/domain/engine.ts';
import type { Page } from '../../../src/domain/page.ts';
import { ratePages } from '../../../src/engines/offline/rate-pages.ts';
import { pageOf, RUN, task, valueOf } from './support.ts';

const BODY = [
  'Open with the date and the place in the first line. An absent member looks for that first, often years later.',
  'State who was there, by name and office. A nickname means nothing to an auditor.',
  'Keep each entry under forty words. A busy reader skims long entries, and the quarrel comes back in spring.',
  'Use the past tense for what was said. A present tense sounds like theatre.',
  'List at most five actions, each with a date. More than that overwhelms a small committee.',
  'Avoid adjectives that judge a speaker. Compare “a heated debate” with “two speakers opposed the fee”.',
].map((text) => ['paragraph', text] as const);

function guide(title: string, intro: string): Page {
  return pageOf(title, ['heading', title], ['paragraph', intro], ...BODY);
}

const TALK = { folder: 'talk', name: 'talk', synonyms: ['speech'], neighbours: [], requests: [] };
const TOAST = { folder: 'toast', name: 'toast', synonyms: [], neighbours: [], requests: [] };
const KINDS: KindFinder = {
  ...{ all: [TALK, TOAST], nearest: () => [] },
  find: (instruction) => (instruction.includes('talk') ? { kind: TALK, by: 'name' } : null),
  asksForNoText: () => false,
  knownShareOf: () => null,
  ofGuide: (url) => [TALK, TOAST].find(({ folder }) => url.startsWith(`library:${folder}/`)) ?? null,
};

async function ratingsOf(
  instruction: string,
  pages: readonly Page[],
  kinds = NO_KINDS,
  folder = '',
  via: RateItem['via'] = 'bundled',
) {
  const items = pages.map((page, index) => ({
    id: SourceId.parse(`s${index + 1}`),
    url: `library:${folder}${index}.md`,
    via,
    page,
    queries: [],
  }));
  const outcomes = await ratePages(kinds)(RUN, task(instruction), items);
  return items.map((item) => valueOf(outcomes.get(item.id)));
}

it('reads a guide of the user’s folder that calls the kind by another of its names', async () => {
  const advert = { ...TALK, folder: 'advert', name: 'job advertisement', synonyms: ['job ad', 'LinkedIn vacancy'] };
  const kinds: KindFinder = {
    ...KINDS,
    all: [advert],
    find: () => ({ kind: advert, by: 'name' }),
    ofGuide: () => null,
  };
  const pages = [
    guide('Job ads: parts and problems', 'A job ad is read in seconds. A good job ad says what the work is.'),
    guide('How to write a toast', 'A toast is short, unlike a job ad.'),
    guide('LinkedIn vacancies', 'A LinkedIn vacancy is read on a telephone.'),
  ];
  const relevanceOf = async (instruction: string) =>
    (await ratingsOf(instruction, pages, kinds, '', 'library')).map(({ relevance }) => relevance);
  expect(await relevanceOf('Write a job advertisement for a cook')).toEqual([2, 0, 2]);
  expect(await relevanceOf('Write the text')).toEqual([2, 0, 2]);
});

it('does not read a guide of the user’s folder to another kind whose name is loosely one of this kind, too', async () => {
  const note = { ...TALK, folder: 'note', name: 'briefing note', synonyms: ['policy brief', 'background note'] };
  const brief = { ...TALK, folder: 'brief', name: 'policy brief', synonyms: [] };
  const kinds: KindFinder = {
    ...KINDS,
    all: [brief, note],
    find: () => ({ kind: note, by: 'name' }),
    ofGuide: () => null,
  };
  const pages = [
    guide('How to write a briefing note', 'A briefing note is short.'),
    guide('How to write a policy brief', 'A policy brief persuades. A good policy brief is short.'),
  ];
  const ratings = await ratingsOf('Write a briefing note on bees', pages, kinds, '', 'library');
  expect(ratings.map(({ relevance }) => relevance)).toEqual([2, 0]);
});

it('reads each guide of the user’s folder that names the kind, whatever sort of it, beside one that names it alone', async () => {
  const general = guide('Postmortem', 'A postmortem is written after the postmortem meeting. A postmortem is short.');
  const special = guide('How to write an incident postmortem', 'An incident is over once this is written.');
  const ofOther = guide('How to write a toast', 'A toast is short.');
  const relevanceOf = async (via: RateItem['via']) =>
    (await ratingsOf('Write an incident postmortem', [general, special, ofOther], NO_KINDS, '', via)).map(
      ({ relevance }) => relevance,
    );
  expect(await relevanceOf('library')).toEqual([2, 2, 0]);
});

it('reads what the user’s folder calls by the instruction’s own name, although other guides fit a known kind', async () => {
  const known = guide('How to give a talk', 'A talk is short. A talk has one point. A talk ends. A talk is heard.');
  const byName = guide('The after-dinner lecture', 'A lecture is short. A lecture has a point. A lecture ends.');
  const ratings = await ratingsOf('Write a lecture, a talk for farmers', [known, byName], KINDS, '', 'library');
  expect(ratings.map(({ relevance }) => relevance)).toEqual([2, 2]);
});

it.each([
  ['Write a geocache page', 'What reviewers look for in a geocache description'],
  ['Write a short story about a dog', 'Short emails that get answered'],
])(
  '%s: names the title of a guide of the user’s to another kind, whatever words it shares: %s',
  async (instruction, title) => {
    const [rating] = await ratingsOf(instruction, [guide(title, 'It is read outdoors.')], NO_KINDS, '', 'library');
    expect(rating).toMatchObject({ relevance: 0, reasons: [expect.stringContaining(`Its title is “${title}”.`)] });
  },
);

it('takes the name of a file for its subject only where its text does not speak of something else', async () => {
  const ofFile = async (page: Page) => {
    const [rating] = await ratingsOf('Write a limerick about toads', [page], NO_KINDS, 'limerick/', 'library');
    return rating?.relevance;
  };
  expect(await ofFile(guide('How to write an instruction sheet', 'A sheet is short.'))).toBe(0);
  expect(await ofFile(guide('Five lines on toads', 'A limerick is short.'))).toBe(2);
  expect(await ofFile(pageOf('', ['paragraph', 'Five lines, and the last one has the joke.'], ...BODY))).toBe(2);
});

it('takes the kind that was chosen, whatever the instruction names', async () => {
  const haiku = withNamedKind(NO_KINDS, 'haiku', true);
  const pages = [guide('Writing cover letters', 'A cover letter is short. A good cover letter is plain.')];
  const [rating] = await ratingsOf('Write a cover letter for a nurse', pages, haiku, '', 'library');
  expect(rating).toMatchObject({ relevance: 0, reasons: [expect.stringContaining('“Writing cover letters”')] });
});

it.each([
  ['Write a CV', 'one mention', 'Writing a cover letter', 'Your letter is short. Do not repeat your CV.'],
  [
    'Write a toast',
    'its text, under a title that names another kind',
    'How to give a talk',
    'A toast is no talk. A toast, a toast and a toast.',
  ],
  [
    'Write a trail guide',
    'what it is itself',
    'Cairns: a guide',
    'A cairn is a heap of stones. Build the cairn, and mark each cairn.',
  ],
])('%s: a guide is not about it by %s', async (instruction, _by, title, intro) => {
  const [rating] = await ratingsOf(instruction, [pageOf(title, ['paragraph', intro])], KINDS, '', 'library');
  expect(rating?.relevance).toBe(0);
});

it('reads pages whose address has a stray “%”', async () => {
  const page = guide('Wall labels', 'A wall label is short.');
  const item = { id: SourceId.parse('s1'), url: 'https://example.com/100%-wall-labels', page, queries: [] };
  const outcomes = await ratePages(NO_KINDS)(RUN, task('Write a wall label'), [{ ...item, via: 'web' }]);
  expect(valueOf(outcomes.get('s1')).relevance).toBe(2);
});

describe('relevance of a page', () => {
  const minutes = guide(
    'How to write meeting minutes',
    'Good meeting minutes are short. Meeting minutes serve those who were absent.',
  );

  it.each([
    ['Write meeting minutes for the garden club', 2],
    ['Write the annual meeting minutes of the garden club', 2],
    ['Write a eulogy for my uncle', 0],
    ['Write a ransom note', 0],
  ])('%s: %d', async (instruction, relevance) => {
    expect((await ratingsOf(instruction, [minutes]))[0]).toMatchObject({ relevance });
  });

  it('takes a guide to another sort of the noun where there is no better one, and only there', async () => {
    const witness = pageOf(
      'The witness report',
      ['heading', 'The witness report'],
      [
        'paragraph',
        'A witness report is read in court. Every witness report is signed, and the report is kept by the clerk.',
      ],
      [
        'paragraph',
        'Say where you stood. Describe the street, the weather and the light. Leave out what somebody told you later; a lawyer will ask which of it you saw, and the court weighs nothing else.',
      ],
    );
    const annual = guide(
      'The annual sales report',
      'A sales report has figures. Every sales report is dated; a sales report and its figures.',
    );
    expect((await ratingsOf('Write a sales report', [witness]))[0]?.relevance).toBe(2);
    const [own, other] = await ratingsOf('Write a sales report', [annual, witness]);
    expect(own?.relevance).toBe(2);
    expect(other?.relevance).toBeLessThan(2);
  });

  it('knows a kind by another name', async () => {
    const speech = guide('Writing a speech', 'A speech is heard once. A good speech has one thought.');
    expect((await ratingsOf('Write a talk about bees', [speech], KINDS))[0]?.relevance).toBe(2);
  });

  it('goes by what the guides at hand call it where the instruction was taken for another kind', async () => {
    const stop = [
      guide('Writing audio guides', 'An audio guide is heard in front of the object. Audio guides are short.'),
    ];
    const asked = 'Write an audio guide text for a talk in a museum';
    expect((await ratingsOf(asked, stop, KINDS))[0]?.relevance).toBe(2);
  });

  it('takes the word of the library that files it', async () => {
    const guides = [guide('Notes for speakers', 'What is heard once has one thought.')];
    expect((await ratingsOf('Write a talk about bees', guides, KINDS, 'talk/'))[0]?.relevance).toBe(2);
    const toast = [guide('A talk and a toast', 'A toast is a short talk. The talk ends with a glass.')];
    expect((await ratingsOf('Write a talk about bees', toast, KINDS, 'toast/'))[0]?.relevance).toBe(0);
  });

  it('says why a guide to the very kind that the instruction names is left out where that is not what it asks for', async () => {
    const guides = [guide('Notes for toasts', 'A toast is short.')];
    const [rating] = await ratingsOf('Write a toast', guides, KINDS, 'toast/');
    expect(rating).toMatchObject({
      relevance: 0,
      reasons: ['It is about "toast", and something else seems to be asked for.'],
    });
  });

  it('is about the kind where it names it again and again, without a title', async () => {
    const page = pageOf(
      '',
      ['paragraph', 'Your readme comes first. A readme is read. The readme has steps. Name the tool in the readme.'],
      ...BODY,
    );
    expect((await ratingsOf('Write a readme for my tool', [page]))[0]?.relevance).toBe(2);
  });

  it('takes those who write such texts for no such text', async () => {
    const pages = [guide('What a reviewer asks', 'The reviewer reads. Reviewers reported that they read.')];
    expect((await ratingsOf('Write a review of a novel', pages))[0]?.relevance).toBeLessThan(2);
  });
});

describe('expertise of a page', () => {
  it('is high where a page gives advice', async () => {
    const [rating] = await ratingsOf('Write meeting minutes', [guide('Meeting minutes', 'How to write them.')]);
    expect(rating?.expertise).toBeGreaterThanOrEqual(4);
  });

  it.each<[string, readonly (readonly ['paragraph' | 'list-item', string])[], string]>([
    [
      'a sales page',
      [
        ...BODY,
        [
          'paragraph',
          'Buy now for $29. Enrol today in our course. Money-back guarantee. Sign up: our team of experts is there. Click here.',
        ],
      ],
      'It sells something.',
    ],
    [
      'a thin page',
      [
        ['list-item', 'Be clear.'],
        ['list-item', 'Use good words.'],
      ],
      'It is thin.',
    ],
    [
      'a page about the subject',
      BODY.map((_, index) => [
        'paragraph',
        `Clock ${index} in hall ${index + 3} was cast by hand near the sea, and its bell rang at dusk for the boats that came home.`,
      ]),
      'It gives no advice that a text can be held against.',
    ],
    [
      'a page written for search engines',
      Array.from({ length: 60 }, (_, index) => [
        'paragraph',
        `Great meeting minutes are ${['key', 'vital', 'powerful'][index % 3] ?? ''} meeting minutes that readers love.`,
      ]),
      'It repeats itself.',
    ],
  ])('is low for %s', async (_name, blocks, reason) => {
    const [rating] = await ratingsOf('Write meeting minutes', [pageOf('Meeting minutes', ...blocks)]);
    expect(rating?.expertise).toBeLessThan(3);
    expect(rating?.reasons).toContain(reason);
  });
});
