/**
 * What the model is not shown: how much of the advice marked on good pages lies in the passages that are chosen. Good pages are the bundled guides that are not on the
 * list of unwanted ones, and generated pages of 5,000 tokens with marked sentences of those guides scattered over them.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Page } from '../src/domain/page.ts';
import { selectPassages } from '../src/engines/model/select-passages.ts';
import { ADVICE_PASSAGE_TOKENS } from '../agents/extract-advice.ts';
import { RATING_PASSAGE_TOKENS } from '../agents/rate-page.ts';
import { extractPage } from '../src/pages/extract-page.ts';
import { makePages } from '../test/support/guide-web/make-pages.ts';
import { bundledPage, markedLists, markedProse } from '../test/support/guide-web/marked-advice.ts';
import { queriesFor } from '../test/support/plausible-model.ts';
import { benchOptions, printTable } from './support.ts';

const MIN_SHOWN_SHARE = 0.9;
/** Kinds whose guides are marked, the first four in prose too. */
const GENERATED_KINDS = [
  'grant-proposal',
  'cover-letter',
  'short-story',
  'speech',
  'academic-talk',
  'blog-post',
  'business-report',
  'lesson-plan',
  'policy-brief',
  'press-release',
  'product-description',
  'professional-email',
];
const GENERATED_PER_KIND = 10;
const QUERIES = 3;

const root = join(import.meta.dirname, '..');
const Unwanted = z.array(z.object({ page: z.string() }));

interface Labelled {
  readonly group: string;
  readonly page: Page;
  readonly textKind: string;
  readonly advice: readonly string[];
}

const { json } = benchOptions();
const unwanted = Unwanted.parse(JSON.parse(await readFile(join(root, 'test/library/unwanted-pages.json'), 'utf8')));
const marked = new Map((await markedProse()).map(({ page, advice }) => [page, advice]));
const listed = new Map((await markedLists()).map(({ page, advice }) => [page, advice]));

const bundled: Labelled[] = [];
const library = await readdir(join(root, 'fixtures/library'), { withFileTypes: true });
const textKinds = library.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
for (const textKind of textKinds.sort())
  for (const file of (await readdir(join(root, 'fixtures/library', textKind))).sort()) {
    const path = `${textKind}/${file}`;
    const group = marked.has(path) ? 'bundled prose' : listed.has(path) ? 'bundled lists' : 'bundled, unmarked';
    const entry = {
      group,
      page: await bundledPage(path),
      textKind,
      advice: marked.get(path) ?? listed.get(path) ?? [],
    };
    if (!unwanted.some(({ page }) => page === path)) bundled.push(entry);
  }

const generated: Labelled[] = [];
for (const textKind of GENERATED_KINDS) {
  const counts = { guide: GENERATED_PER_KIND, general: 0, 'other-kind': 0, 'off-topic': 0, thin: 0, copy: 0 };
  for (const made of await makePages({ textKind, counts, sites: 1, sentences: 184, seed: 'passages' })) {
    const url = `https://site.example${made.path}`;
    const bytes = Buffer.from(made.html);
    const document = {
      url,
      finalUrl: url,
      via: 'web' as const,
      bytes,
      contentType: 'text/html',
      fetchedAt: '',
    };
    const outcome = await extractPage(document, {
      maxDocumentBytes: 10_000_000,
    });
    if (outcome.status === 'failed') throw new Error(`${made.path}: ${outcome.reason}`);
    generated.push({ group: `generated, ${textKind}`, page: outcome.page, textKind, advice: made.advice });
  }
}

function queriesOf({ textKind }: Labelled): string[] {
  return queriesFor(textKind.replaceAll('-', ' '))
    .slice(0, QUERIES)
    .map(({ query }) => query);
}

const good = [...bundled, ...generated];
/** Of the marked sentences that the extraction kept; white space aside. */
function shownOf(entry: Labelled, budgetTokens: number): { readonly marked: number; readonly shown: number } {
  const { page } = entry;
  const spans = selectPassages(page, queriesOf(entry), budgetTokens);
  const onPage = entry.advice.filter((sentence) => page.text.includes(sentence));
  const shown = onPage.filter((sentence) => {
    const start = page.text.indexOf(sentence);
    return spans.some((span) => span.start <= start && start + sentence.length <= span.end);
  });
  return { marked: onPage.length, shown: shown.length };
}

const groups = [...new Set(good.map(({ group }) => group))].filter((group) => group !== 'bundled, unmarked');
const rows = groups.map((group) => {
  const entries = good.filter((entry) => entry.group === group);
  const sum = (budget: number) =>
    entries
      .map((entry) => shownOf(entry, budget))
      .reduce((total, next) => ({ marked: total.marked + next.marked, shown: total.shown + next.shown }));
  const [answering, rating] = [sum(ADVICE_PASSAGE_TOKENS), sum(RATING_PASSAGE_TOKENS)];
  return {
    group,
    pages: entries.length,
    marked: answering.marked,
    answering: answering.shown,
    rating: rating.shown,
  };
});
const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
printTable(
  ['pages', 'number', 'marked sentences', 'shown for answering', 'shown for rating'],
  rows.map(({ group, pages, marked: all, answering, rating }) => [
    group,
    pages,
    all,
    share(answering, all).toFixed(3),
    share(rating, all).toFixed(3),
  ]),
);
const long = rows.filter(({ group }) => group.startsWith('generated'));
const total = (key: 'marked' | 'answering') => long.reduce((sum, row) => sum + row[key], 0);
const shownShare = share(total('answering'), total('marked'));
const bars = [
  {
    bar: `marked advice shown for answering, long pages ≥ ${MIN_SHOWN_SHARE * 100} %`,
    value: shownShare,
    met: shownShare >= MIN_SHOWN_SHARE,
  },
];
printTable(
  ['bar', 'measured', 'met'],
  bars.map(({ bar, value, met }) => [bar, value.toFixed(3), met ? 'yes' : 'NO']),
);
if (bars.some(({ met }) => !met)) process.exitCode = 1;
if (json) console.log(JSON.stringify({ bench: 'passages', bars, rows }));
