/** Pages and sets to store, made from a number: the same number gives the same value in every process. */
import { createHash } from 'node:crypto';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { Page, type ExtractionId } from '../../src/domain/page.ts';

export function samplePage(seed: string, extractorVersion = '1'): Page {
  const text = `Guide ${seed}\nSay what the reader should do.`;
  return Page.parse({
    extraction: { bytesHash: sha256(seed), extractorVersion },
    mediaKind: 'text',
    title: `Guide ${seed}`,
    byline: null,
    site: 'guides.example',
    publishedOn: '2026-01-02',
    language: 'eng',
    text,
    blocks: [
      { kind: 'heading', start: 0, end: text.indexOf('\n'), level: 1 },
      { kind: 'paragraph', start: text.indexOf('\n') + 1, end: text.length },
    ],
  });
}

export interface SampleSetOptions {
  readonly startedAt?: string;
  /** What its only source, a dropped one, was extracted from. */
  readonly cites?: ExtractionId;
}

export function sampleSet(
  seed: string,
  { startedAt = '2026-01-01T00:00:00.000Z', cites }: SampleSetOptions = {},
): CriteriaSet {
  return CriteriaSet.parse({
    id: `cs_${sha256(seed).slice(0, 24)}`,
    content: {
      schemaVersion: 2,
      task: { instruction: `Write about ${seed}`, context: null },
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
      queries: [],
      sources:
        cites === undefined
          ? []
          : [
              {
                id: 's1',
                url: 'library:guide.txt',
                finalUrl: 'library:guide.txt',
                via: 'library',
                title: null,
                byline: null,
                site: null,
                publishedOn: null,
                language: 'eng',
                extraction: cites,
                hits: [],
                rating: null,
                decision: 'no-advice',
                reason: 'It holds no advice.',
              },
            ],
      advice: [],
      modelPoints: [],
      criteria: [],
      removals: [],
      funnel: { found: 1, read: 1, kept: 0, advice: 0, points: 0, criteria: 0 },
      warnings: [],
    },
    run: {
      startedAt,
      elapsedMs: 12.5,
      groundruleVersion: '0.1.0',
      nodeVersion: 'v20',
      platform: 'linux-x64',
      steps: {},
      model: [],
      fetchedAt: {},
    },
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
