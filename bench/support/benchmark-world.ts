/** The web and the tasks of a whole benchmark: eight kinds of text, each with pages that all its tasks share. */
import { shelfByAspect } from '../../test/support/guide-web/start-guide-web.ts';
import { makePages, type WebPage } from '../../test/support/guide-web/make-pages.ts';

/** Those for which guides are marked. */
const TEXT_KINDS = [
  ...['grant-proposal', 'cover-letter', 'short-story', 'speech'],
  ...['blog-post', 'lesson-plan', 'policy-brief', 'press-release'],
];
const SHELVES_PER_KIND = 3;
const SITES_PER_KIND = 10;
export const RESULTS_PER_BENCHMARK_QUERY = 10;

const TOPICS = ['night buses', 'a seed library', 'coffee', 'school gardens', 'old bridges', 'bees', 'trams', 'rivers'];
const READERS = ['a small town', 'new colleagues', 'a museum', 'beginners', 'parents', 'a city council', 'experts'];

/** Each unlike all others; neighbours are of different kinds. */
export function benchmarkTasks(count: number): { readonly id: string; readonly instruction: string }[] {
  return Array.from({ length: count }, (_, number) => {
    const kind = TEXT_KINDS[number % TEXT_KINDS.length]?.replaceAll('-', ' ');
    const round = Math.floor(number / TEXT_KINDS.length);
    const topic = TOPICS[round % TOPICS.length];
    const reader = READERS[Math.floor(round / TOPICS.length) % READERS.length];
    return { id: `task-${number + 1}`, instruction: `Write a ${kind} on ${topic} for ${reader}, version ${round + 1}` };
  });
}

/** 30 pages for each kind on ten hosts of its own, ten for each query. */
export async function benchmarkPages(): Promise<WebPage[]> {
  const ofKinds = await Promise.all(
    TEXT_KINDS.map(async (textKind, index) => {
      const pages = await makePages({
        textKind,
        counts: { guide: 10, general: 6, 'other-kind': 5, 'off-topic': 4, thin: 3, copy: 2 },
        sites: SITES_PER_KIND,
        sentences: 90,
        seed: `benchmark ${textKind}`,
      });
      return pages.map((page) => ({ ...page, site: page.site + index * SITES_PER_KIND }));
    }),
  );
  return ofKinds.flat();
}

export function benchmarkShelf(query: string): number {
  const kind = TEXT_KINDS.findIndex((each) => query.includes(each.replaceAll('-', ' ')));
  return Math.max(0, kind) * SHELVES_PER_KIND + shelfByAspect(query);
}
