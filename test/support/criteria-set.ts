/** A realistic set for tests of what shows sets, and the pages that its quotes stand in. Its record holds. */
import { criteriaSetId } from '../../src/discover/set-id.ts';
import { CriteriaSet, CriteriaSetContent } from '../../src/domain/criteria-set.ts';
import { Page } from '../../src/domain/page.ts';
import { sha256Hex } from '../../src/text/hash.ts';

export interface GuideSpec {
  readonly url: string;
  readonly title: string | null;
  readonly via?: 'web' | 'library' | 'bundled';
  readonly site?: string | null;
  readonly byline?: string | null;
  readonly expertise?: number;
  readonly text: string;
  /** Default: kept. */
  readonly dropped?: { readonly decision: string; readonly reason: string };
}

export interface CriterionSpec {
  /** What follows "The response should ". */
  readonly text: string;
  /** Null: unscored. */
  readonly score: number | null;
  readonly explicit?: boolean;
  readonly conflicts?: readonly { readonly with: string; readonly reason: string }[];
  /** Index of a guide, and a piece of its text. */
  readonly quotes: readonly (readonly [guide: number, quote: string])[];
}

export interface SetSpec {
  readonly instruction?: string;
  readonly guides?: readonly GuideSpec[];
  readonly criteria?: readonly CriterionSpec[];
  readonly warnings?: readonly string[];
}

export interface SetFixture {
  readonly set: CriteriaSet;
  readonly pages: readonly Page[];
}

export function criteriaSetFixture({
  instruction = 'Write a wedding toast for my sister, who restores old bicycles',
  guides = GUIDES,
  criteria = CRITERIA,
  warnings = ['The search for “toast mistakes” failed and was left out: the disk was asleep.'],
}: SetSpec = {}): SetFixture {
  const pages = guides.map(pageOf);
  const advice = criteria
    .flatMap(({ quotes }) => quotes)
    .map(([guide, quote], index) => {
      const start = guides[guide]!.text.indexOf(quote);
      if (start === -1) throw new Error(`“${quote}” is not in guide ${guide}`);
      return {
        id: `a${index + 1}`,
        sourceId: `s${guide + 1}`,
        queryIds: ['q1'],
        text: quote,
        quote,
        start,
        end: start + quote.length,
        pageNumber: guides[guide]!.url.endsWith('.pdf') ? 2 : null,
      };
    });
  let taken = 0;
  const content = CriteriaSetContent.parse({
    schemaVersion: 2,
    task: { instruction, context: null },
    mode: 'web',
    engine: { name: 'offline', version: '1', models: {}, prompts: {} },
    parameters: {
      queries: 3,
      resultsPerQuery: 10,
      keepPerQuery: 5,
      minExpertise: 3,
      minRelevance: 1,
      language: 'eng',
      rounds: 1,
      modelCriteria: 30,
      moreModelCriteria: 0,
    },
    queries: [
      {
        id: 'q1',
        text: 'how to write a wedding toast',
        teaches: 'its form',
        kind: 'proposed',
        rewords: null,
      },
    ],
    sources: guides.map((guide, index) => sourceOf(guide, index, pages[index]!)),
    advice: [...advice, looseAdvice(advice.length + 1, guides)],
    modelPoints: [],
    criteria: criteria.map(({ text, score, explicit = false, conflicts = [], quotes }, index) => {
      const own = advice.slice(taken, (taken += quotes.length));
      const sources = new Set(own.map(({ sourceId }) => sourceId)).size;
      return {
        id: `c${index + 1}`,
        text: `The response should ${text}.`,
        question: `Does the response ${text}?`,
        origin: 'source',
        alsoFrom: [],
        relevance:
          score === null
            ? { status: 'unscored', reason: 'the engine gave no outcome' }
            : { status: 'scored', score, reason: 'A toast stands or falls with it.' },
        explicit,
        conflicts,
        adviceIds: own.map(({ id }) => id),
        evidence: own.map(({ id: adviceId, sourceId, quote, start, end, pageNumber, queryIds }) => {
          const guide = Number(sourceId.slice(1)) - 1;
          const { url, title, via = 'library', site = null, expertise = 4 } = guides[guide]!;
          const { extraction } = pages[guide]!;
          return {
            ...{ adviceId, sourceId, quote, start, end, pageNumber, queryIds },
            ...{ via, url, finalUrl: url, title, site, extraction, expertise, relevance: 2 },
            link: via === 'web' ? `${url}#:~:text=${encodeURIComponent(quote)}` : url,
          };
        }),
        grounding: own.length === 0 ? null : { status: 'checked', verdict: 'full', added: null, formerText: null },
        support: { sources, sites: sources },
        heldBack: null,
      };
    }),
    removals: [
      {
        step: 'filtering',
        text: 'The response should be rehearsed aloud.',
        adviceIds: [`a${advice.length + 1}`],
        reason: 'One text response cannot show it.',
      },
    ],
    funnel: {
      found: guides.length,
      read: guides.length,
      kept: guides.filter(({ dropped }) => dropped === undefined).length,
      advice: advice.length + 1,
      points: criteria.length + 1,
      criteria: criteria.length,
    },
    warnings,
  });
  const set = CriteriaSet.parse({
    id: criteriaSetId(content),
    content,
    run: {
      startedAt: '2026-11-01T12:00:00.000Z',
      elapsedMs: 1234.5,
      groundruleVersion: '0.1.0',
      nodeVersion: 'v20.19.0',
      platform: 'linux-x64',
      steps: {},
      model: [],
      fetchedAt: {},
    },
  });
  return { set, pages };
}

function pageOf({ title, site = null, byline = null, text }: GuideSpec): Page {
  return Page.parse({
    extraction: { bytesHash: sha256Hex(text), extractorVersion: 'test-1' },
    mediaKind: 'html',
    title,
    byline,
    site,
    publishedOn: '2026-05-04',
    language: 'eng',
    text,
    blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
  });
}

function sourceOf(guide: GuideSpec, index: number, page: Page) {
  const { url, title, via = 'library', site = null, byline = null, expertise = 4, dropped } = guide;
  return {
    id: `s${index + 1}`,
    ...{ url, finalUrl: url, via, title, byline, site },
    publishedOn: page.publishedOn,
    language: 'eng',
    extraction: page.extraction,
    hits: [{ queryId: 'q1', rank: index + 1 }],
    rating: {
      expertise,
      relevance: dropped === undefined ? 2 : 0,
      reasons: ['It gives advice.', 'It names its author.'],
    },
    decision: dropped?.decision ?? 'kept',
    reason: dropped?.reason ?? '',
  };
}

/** Advice that ends in a removal. */
function looseAdvice(number: number, guides: readonly GuideSpec[]) {
  const text = guides[0]!.text.slice(0, 20);
  return {
    ...{ id: `a${number}`, sourceId: 's1', queryIds: ['q1'], text, quote: text, start: 0, end: 20 },
    pageNumber: null,
  };
}

const TOASTS_AT_LENGTH =
  'A toast is a gift to two people, overheard by a hundred. Say who you are in one sentence. Tell one story with a place and a day in it. Never tell the room about an earlier love. Keep the whole below three minutes. Turn to the couple at the end and lift the glass. Use names, not roles. Rehearse it aloud the evening before. Leave out jokes that only four guests can follow. Say what the story shows about them.';
const NOTES_FOR_SPEAKERS =
  'Speakers at weddings forget that they are hosts.\nOpen with the couple, not with yourself. Take your time: ten minutes are a fine length. Let the last line be the one they remember. Thank the people who made the day. One image is worth a page of praise. Short sentences carry further in a tent. Keep to the present in the last third. Promise nothing that you would not say sober.';

export const GUIDES: readonly GuideSpec[] = [
  {
    url: 'https://toasts.example/at-length',
    title: 'Toasts at length',
    via: 'web',
    site: 'Toasts Quarterly',
    byline: 'The editors',
    expertise: 5,
    text: TOASTS_AT_LENGTH,
  },
  { url: 'library:speech/notes.pdf', title: 'Notes for speakers', expertise: 4, text: NOTES_FOR_SPEAKERS },
  {
    url: 'library:sale.html',
    title: 'Buy a toast now',
    expertise: 1,
    text: 'Buy our toasts today. Only today they are cheap.',
    dropped: { decision: 'low-expertise', reason: 'Expertise 1 is below 3.' },
  },
  {
    url: 'library:copy.html',
    title: 'Toasts at length (copy)',
    text: `${TOASTS_AT_LENGTH} `,
    dropped: { decision: 'duplicate', reason: 'It is the same as s1.' },
  },
];

export const CRITERIA: readonly CriterionSpec[] = [
  {
    text: 'tell one story with a place and a day in it',
    score: 9.25,
    quotes: [
      [0, 'Tell one story with a place and a day in it.'],
      [1, 'One image is worth a page of praise.'],
    ],
  },
  {
    text: 'stay below three minutes',
    score: 8.5,
    conflicts: [{ with: 'c3', reason: 'Both speak of its length.' }],
    quotes: [[0, 'Keep the whole below three minutes.']],
  },
  {
    text: 'take ten minutes',
    score: 8,
    conflicts: [{ with: 'c2', reason: 'Both speak of its length.' }],
    quotes: [[1, 'Take your time: ten minutes are a fine length.']],
  },
  {
    text: 'be a toast for a sister',
    score: 7.5,
    explicit: true,
    quotes: [[0, 'A toast is a gift to two people']],
  },
  ...[
    [0, 'Say who you are in one sentence.'],
    [0, 'Never tell the room about an earlier love.'],
    [0, 'Turn to the couple at the end and lift the glass.'],
    [0, 'Use names, not roles.'],
    [0, 'Leave out jokes that only four guests can follow.'],
    [0, 'Say what the story shows about them.'],
    [1, 'Open with the couple, not with yourself.'],
    [1, 'Let the last line be the one they remember.'],
    [1, 'Thank the people who made the day.'],
    [1, 'Short sentences carry further in a tent.'],
    [1, 'Keep to the present in the last third.'],
  ].map(([guide, quote], index) => ({
    text: `follow the guide where it says that one should ${String(quote).toLowerCase().slice(0, -1)}`,
    score: Math.max(3, 7 - index / 2),
    quotes: [[Number(guide), String(quote)] as const],
  })),
  {
    text: 'promise only what holds',
    score: null,
    quotes: [[1, 'Promise nothing that you would not say sober.']],
  },
  { text: 'greet the hosts', score: null, quotes: [[1, 'Speakers at weddings forget that they are hosts.']] },
];
