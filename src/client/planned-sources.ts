/** Searches and pages for plans: nothing is fetched, and every search finds new pages of a typical size. */
import { searchWeb } from '../../agents/search-web.ts';
import { OPENAI, searchesOf } from '../config/refuse-contradictions.ts';
import { defaultOf } from '../config/setting-kinds.ts';
import { SETTINGS, type Settings } from '../config/settings.ts';
import type { Page } from '../domain/page.ts';
import type { SearchPort } from '../domain/ports.ts';
import { plannedText, SENTENCE_TOKENS } from '../llm/agent-kit/planned-text.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { EXTRACTOR_VERSION } from '../pages/extraction-outcome.ts';
import { sha256Hex } from '../text/hash.ts';
import type { Sources } from './sources.ts';

const SENTENCES_PER_PARAGRAPH = 6;
/** More than the agents are shown of a page that is kept: about 2,800 tokens. */
const KEPT_PARAGRAPHS = 15;
/** More than they are shown of one that is only rated: about 370 tokens. */
const OTHER_PARAGRAPHS = 2;

/** Whether a search found it; else the user gave it. */
export function isPlannedPage(url: string): boolean {
  return /\/planned-\d+$/u.test(url);
}

/** @param agents are asked for each search of `openai`, as they would be */
export function plannedSources(settings: Settings, agents: AgentModel): Sources {
  const names = searchesOf(settings);
  const { since, allowDomains: domains, keep } = settings;
  const tool = settings.webSearchTool ?? defaultOf(SETTINGS.webSearchTool);
  const outranked = new Set<string>();
  let found = 0;
  const search: SearchPort['search'] = async (run, query, limit) => {
    if (names.includes(OPENAI)) await searchWeb.ask(agents, run, { query, limit, since, domains, tool, maxAgeMs: 0 });
    return Array.from({ length: limit }, (_, rank) => {
      found += 1;
      const url = `https://${domains[0] ?? 'pages.example'}/planned-${found}`;
      // All are rated alike: the first ones are kept.
      if (rank >= keep) outranked.add(url);
      return { url, title: null, snippet: null };
    });
  };
  return {
    search: names.length === 0 ? null : { name: names.join(' + '), search },
    documents: [
      {
        serves: () => true,
        get: async (run, url) => {
          const page = plannedPage(url, outranked.has(url) ? OTHER_PARAGRAPHS : KEPT_PARAGRAPHS);
          const bytes = new TextEncoder().encode(page.text);
          const fetchedAt = run.clock.now().toISOString();
          const document = {
            url,
            finalUrl: url,
            via: 'web' as const,
            bytes,
            contentType: 'text/plain',
            fetchedAt,
            page,
          };
          return { status: 'fetched', document };
        },
      },
    ],
    notes: [],
    libraryFiles: [],
    libraryTitles: [],
    fingerprint: 'planned',
  };
}

function plannedPage(url: string, length: number): Page {
  const paragraphs = Array.from({ length }, (_, paragraph) =>
    Array.from(
      { length: SENTENCES_PER_PARAGRAPH },
      (_sentence, sentence) => `Always ${plannedText(SENTENCE_TOKENS, `${url} ${paragraph} ${sentence}`)}.`,
    ).join(' '),
  );
  const text = paragraphs.join('\n\n');
  let start = 0;
  const blocks: Page['blocks'] = paragraphs.map((paragraph) => {
    const block = { kind: 'paragraph' as const, start, end: start + paragraph.length };
    start = block.end + '\n\n'.length;
    return block;
  });
  return {
    extraction: { bytesHash: sha256Hex(text), extractorVersion: EXTRACTOR_VERSION },
    mediaKind: 'text',
    title: 'A guide to texts of this kind, with a title of the usual length',
    byline: null,
    site: null,
    publishedOn: null,
    language: null,
    text,
    blocks,
  };
}
