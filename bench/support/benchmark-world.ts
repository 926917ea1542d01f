/** The web and the tasks of a whole benchmark: kinds of text, each with pages that all its tasks share. */
import { shelfByAspect } from '../../test/support/guide-web/start-guide-web.ts';
import { makePages, type WebPage } from '../../test/support/guide-web/make-pages.ts';

/** Those for which guides are marked. */
const MARKED_KINDS = [
  ...['grant-proposal', 'cover-letter', 'short-story', 'speech'],
  ...['blog-post', 'lesson-plan', 'policy-brief', 'press-release'],
];
/** Each makes further kinds of those, with the same advice under another name. */
const VARIETIES = ['', 'museum ', 'club ', 'school ', 'harbour '];
export const MAX_KINDS = MARKED_KINDS.length * VARIETIES.length;
const SHELVES_PER_KIND = 3;
const SITES_PER_KIND = 10;
export const RESULTS_PER_BENCHMARK_QUERY = 10;

const TOPICS = ['night buses', 'a seed library', 'coffee', 'school gardens', 'old bridges', 'bees', 'trams', 'rivers'];
const READERS = ['a small town', 'new colleagues', 'a museum', 'beginners', 'parents', 'a city council', 'experts'];

function kindsOf(count: number): readonly { readonly folder: string; readonly plain: string; readonly name: string }[] {
  return VARIETIES.flatMap((variety) =>
    MARKED_KINDS.map((folder) => {
      const plain = folder.replaceAll('-', ' ');
      return { folder, plain, name: `${variety}${plain}` };
    }),
  ).slice(0, count);
}

/** Each unlike all others; neighbours are of different kinds. */
export function benchmarkTasks(count: number, kinds: number): { readonly id: string; readonly instruction: string }[] {
  const names = kindsOf(kinds).map(({ name }) => name);
  return Array.from({ length: count }, (_, number) => {
    const round = Math.floor(number / names.length);
    const topic = TOPICS[round % TOPICS.length];
    const reader = READERS[Math.floor(round / TOPICS.length) % READERS.length];
    const instruction = `Write a ${names[number % names.length]} on ${topic} for ${reader}, version ${round + 1}`;
    return { id: `task-${number + 1}`, instruction };
  });
}

/** 30 pages for each kind on ten hosts of its own, ten for each query. */
export async function benchmarkPages(kinds: number): Promise<WebPage[]> {
  const ofKinds = await Promise.all(
    kindsOf(kinds).map(async ({ folder, plain, name }, index) => {
      const pages = await makePages({
        textKind: folder,
        counts: { guide: 10, general: 6, 'other-kind': 5, 'off-topic': 4, thin: 3, copy: 2 },
        sites: SITES_PER_KIND,
        sentences: 90,
        seed: `benchmark ${name.replaceAll(' ', '-')}`,
      });
      return pages.map((page) => ({
        ...page,
        title: page.title.replaceAll(plain, name),
        html: page.html.replaceAll(plain, name),
        site: page.site + index * SITES_PER_KIND,
      }));
    }),
  );
  return ofKinds.flat();
}

export function benchmarkShelf(kinds: number): (query: string) => number {
  const names = kindsOf(kinds).map(({ name }) => name);
  return (query) =>
    Math.max(
      0,
      names.findLastIndex((name) => query.includes(name)),
    ) *
      SHELVES_PER_KIND +
    shelfByAspect(query);
}
