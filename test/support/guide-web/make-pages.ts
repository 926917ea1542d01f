/** Pages as a search for guides finds them: good guides among general, off-topic and thin ones and copies. Deterministic. */
import { drawing, type Draw } from '../draw.ts';
import { fillerSentence } from './filler.ts';
import { adviceFor, sentencesOf } from './marked-advice.ts';
import { pageHtml } from './page-html.ts';

export type PageKind = 'guide' | 'general' | 'other-kind' | 'off-topic' | 'thin' | 'copy';

export interface WebPage {
  readonly kind: PageKind;
  /** On its site, from the slash on. */
  readonly path: string;
  /** The number of its site. */
  readonly site: number;
  readonly title: string;
  readonly html: string;
  /** The marked sentences on it; none where nobody marked any. */
  readonly advice: readonly string[];
}

export interface PagesWanted {
  /** A folder of the bundled library, such as `grant-proposal`. */
  readonly textKind: string;
  readonly counts: Readonly<Record<PageKind, number>>;
  /** The pages are dealt out to so many. */
  readonly sites: number;
  /** Sentences of one page, advice included. */
  readonly sentences: number;
  /** `full`: with as much around the article as real sites put there; `bare`: for tests that have no time for it. */
  readonly frame?: 'full' | 'bare';
  readonly seed: string;
}

const ADVICE_PER_GUIDE = 24;
const SENTENCES_PER_PARAGRAPH = 4;
const PARAGRAPHS_PER_SECTION = 6;
/** Of the pieces of advice, what stands in a list. */
const LISTED_SHARE = 0.4;

const OTHER_KINDS = ['speech', 'short-story', 'cover-letter'];
const GENERAL_GUIDES = ['cutting-without-loss', 'knowing-your-reader', 'sentences-a-reader-can-follow'];
const VAGUE = [
  'Believe in yourself and the rest will follow.',
  'Be creative and have fun with it.',
  'Quality always wins in the end.',
  'Remember that practice makes perfect.',
];

export async function makePages(wanted: PagesWanted): Promise<WebPage[]> {
  const name = wanted.textKind.replaceAll('-', ' ');
  const own = await adviceFor(wanted.textKind);
  const others = await Promise.all(OTHER_KINDS.filter((kind) => kind !== wanted.textKind).map(named));
  const general = (await Promise.all(GENERAL_GUIDES.map((guide) => sentencesOf(`general/${guide}.html`)))).flat();

  const make = (kind: PageKind, number: number): Omit<WebPage, 'site'> => {
    // A copy is the guide of the same number in another frame.
    const content = kind === 'copy' ? 'guide' : kind;
    const draw = drawing(`${wanted.seed} ${content} ${number}`);
    const other = others[number % others.length];
    const { title, advice } = {
      guide: () => ({
        title: `How to write a ${name}: what ${50 + number} of them taught us`,
        advice: draw.shuffled(own).slice(0, ADVICE_PER_GUIDE),
      }),
      general: () => ({
        title: `Better writing, part ${number + 1}`,
        advice: draw.shuffled(general).slice(0, ADVICE_PER_GUIDE / 2),
      }),
      'other-kind': () => ({
        title: `How to write a ${other?.name ?? ''}, lesson ${number + 1}`,
        advice: draw.shuffled(other?.advice ?? []).slice(0, ADVICE_PER_GUIDE),
      }),
      'off-topic': () => ({ title: `A ${name} and its history, chapter ${number + 1}`, advice: [] }),
      thin: () => ({ title: `${4 + number} secrets of a winning ${name}`, advice: VAGUE }),
    }[content]();
    const sentences = [
      `This page is about the ${kind === 'general' ? 'craft of writing' : name}.`,
      ...Array.from({ length: wanted.sentences - advice.length - 1 }, () => fillerSentence(draw)),
    ];
    const frame = wanted.frame === 'bare' ? null : drawing(`${wanted.seed} frame ${kind} ${number}`);
    return {
      kind,
      path: `/${kind}/${number + 1}`,
      title,
      html: pageHtml(
        { title, site: `Site of ${kind} ${number + 1}`, sections: arranged(advice, sentences, draw) },
        frame,
      ),
      advice: kind === 'guide' || kind === 'copy' || kind === 'other-kind' ? advice : [],
    };
  };

  const kinds = Object.entries(wanted.counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, number) => ({ kind: kind as PageKind, number })),
  );
  // Mixed, so that every run of results has some of each.
  return drawing(`${wanted.seed} order`)
    .shuffled(kinds)
    .map(({ kind, number }, index) => ({ ...make(kind, number), site: index % wanted.sites }));
}

async function named(kind: string): Promise<{ readonly name: string; readonly advice: readonly string[] }> {
  return { name: kind.replaceAll('-', ' '), advice: await adviceFor(kind) };
}

/** Advice scattered over prose: some of it in lists, the rest in the middle of paragraphs. */
function arranged(advice: readonly string[], filler: readonly string[], draw: Draw) {
  const listed = advice.filter(() => draw.fraction() < LISTED_SHARE);
  const inProse = advice.filter((sentence) => !listed.includes(sentence));
  const [opening = '', ...rest] = filler;
  const mixed = [opening, ...draw.shuffled([...rest, ...inProse])];
  const paragraphs = chunks(mixed, SENTENCES_PER_PARAGRAPH);
  const items = listed.map((item) => [`- ${item}`]);
  const all = [paragraphs[0] ?? [], ...draw.shuffled([...paragraphs.slice(1), ...items])];
  return chunks(all, PARAGRAPHS_PER_SECTION).map((section, index) => ({
    heading: `Part ${index + 1}`,
    paragraphs: section,
  }));
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
