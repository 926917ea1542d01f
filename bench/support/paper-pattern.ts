/**
 * The call pattern of EvalAgent's paper (table 6) on the same pages, one call after another: a call for the queries, a
 * rating call per page with the whole page, answers from whole pages, summaries of two answers at a time, two merges,
 * rewriting, filtering. Answers have the lengths that the paper reports.
 */
import { load } from 'cheerio';
import { z } from 'zod';

export interface PatternOptions {
  readonly baseUrl: string;
  readonly searxngUrl: string;
  readonly instruction: string;
  readonly queries: number;
  readonly keptPerQuery: number;
}

/** Output tokens per call; the paper gives averages per step. */
const OUTPUT_TOKENS = {
  queries: 94,
  rating: 12,
  answer: 249,
  noAnswer: 10,
  summary: 795,
  criteria: 723,
} as const;
/** The paper's 15 answers lead to 5 summaries: not every kept page has advice. Here one in three has none. */
const WITHOUT_ADVICE_EVERY = 3;
const MIN_LINE_WORDS = 4;

/** As the scripted model asks them. */
const QUERIES = ['how to write one', 'what makes a good one: structure, opening, ending', 'common mistakes to avoid'];

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })) });
const Found = z.object({ results: z.array(z.object({ url: z.string(), title: z.string() })) });

/** @returns how long it took */
export async function runPaperPattern(options: PatternOptions): Promise<{ readonly wallMs: number }> {
  const startMs = performance.now();
  const { instruction, keptPerQuery } = options;
  const ask = (tokens: number, ...parts: readonly string[]) => askModel(options, tokens, [instruction, ...parts]);

  await ask(OUTPUT_TOKENS.queries, 'Write two or three search queries for advice on how to write this well.');
  const summaries: string[] = [];
  let answered = 0;
  for (const query of QUERIES.slice(0, options.queries)) {
    const pages: { title: string; text: string }[] = [];
    for (const { url, title } of await search(options.searxngUrl, query))
      pages.push({ title, text: await readPage(url) });
    for (const { title, text } of pages)
      await ask(OUTPUT_TOKENS.rating, 'Rate the expertise (1-5) and the relevance (0-2) of this page.', title, text);
    const answers: string[] = [];
    for (const { title, text } of best(pages, keptPerQuery)) {
      const none = ++answered % WITHOUT_ADVICE_EVERY === 0;
      const tokens = none ? OUTPUT_TOKENS.noAnswer : OUTPUT_TOKENS.answer;
      const answer = await ask(tokens, `Answer from this page alone: ${query}`, title, text);
      if (!none) answers.push(answer);
    }
    summaries.push(
      await fold(answers, (left, right) =>
        ask(OUTPUT_TOKENS.summary, 'Add to the first answer what the second adds.', left, right),
      ),
    );
  }
  const points = await fold(summaries, (left, right) =>
    ask(OUTPUT_TOKENS.criteria, 'Merge these into one list of points.', left, right),
  );
  const criteria = await ask(OUTPUT_TOKENS.criteria, 'Rewrite each point as a criterion for this instruction.', points);
  await ask(OUTPUT_TOKENS.criteria, 'Remove the criteria that one text cannot fulfil.', criteria);
  return { wallMs: performance.now() - startMs };
}

/** Its ratings are scripted, so that which pages are best is read from their titles. */
function best<Page extends { readonly title: string }>(pages: readonly Page[], count: number): Page[] {
  return pages.filter(({ title }) => title.startsWith('How to write a grant proposal')).slice(0, count);
}

async function fold(texts: readonly string[], join: (left: string, right: string) => Promise<string>): Promise<string> {
  const [first = '', ...rest] = texts;
  let folded = first;
  for (const text of rest) folded = await join(folded, text);
  return folded;
}

async function askModel({ baseUrl }: PatternOptions, tokens: number, parts: readonly string[]): Promise<string> {
  const body = { model: `tokens-${tokens}`, messages: [{ role: 'user', content: parts.join('\n\n') }] };
  const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
  return Completion.parse(await response.json()).choices[0]?.message.content ?? '';
}

async function search(searxngUrl: string, query: string) {
  const url = new URL('search', searxngUrl);
  url.search = new URLSearchParams({ q: query, format: 'json', pageno: '1' }).toString();
  return Found.parse(await (await fetch(url)).json()).results;
}

/** As the released code reads pages: the lines of headings, paragraphs and list items with more than three words. */
async function readPage(url: string): Promise<string> {
  const $ = load(await (await fetch(url)).text());
  return $('h1, h2, h3, p, li')
    .toArray()
    .map((element) => $(element).text().trim())
    .filter((line) => line.split(/\s+/).length >= MIN_LINE_WORDS)
    .join('\n');
}
