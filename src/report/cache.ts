/** The contents of a cache of criteria, as a table or as a data card; and two caches side by side. */
import type { CacheHeader } from '../precompute/cache-file/cache-line.ts';
import type { CacheStats } from '../precompute/cache-file/cache-stats.ts';
import type { CacheDiff } from '../precompute/cache-file/diff-caches.ts';
import { keyName } from '../precompute/cache-file/sign-cache.ts';
import { renderer } from './formats.ts';
import { left, lines, list, main, right, section, table, type Block } from './report.ts';
import { amount, megabytes, plural } from './words.ts';

/** Hosts shown; a data card has room for more. */
const DOMAINS = { terminal: 10, card: 50 };

interface ShownCache {
  readonly stats: CacheStats;
  /** Null for a store, which has no header. */
  readonly header: CacheHeader | null;
}

export const renderCacheStats = renderer<ShownCache>(
  ({ stats, header }, isFull) => {
    const { sets, criteria, pages, bytes, setups, domains } = stats;
    const shown = domains.slice(0, isFull ? DOMAINS.card : DOMAINS.terminal);
    const pagesText = header?.manifest?.texts === 'quotes' ? 'no texts of pages' : plural(pages, 'page');
    return {
      title: `${plural(sets, 'set')} of criteria`,
      blocks: [
        lines(
          `${amount(criteria)} criteria; ${pagesText}; ${megabytes(bytes.sets)} of sets, ${megabytes(bytes.pages)} of pages`,
        ),
        section('How they were discovered', setupTable(setups), ...(isFull ? [setupList(setups)] : [])),
        section(
          'Where their sources lie',
          table(shown, [
            main('Host', ({ domain }) => domain),
            right('Sources', ({ sources }) => amount(sources)),
            right('Sets', ({ sets: citing }) => amount(citing)),
          ]),
          lines(domains.length > shown.length ? `and ${domains.length - shown.length} more hosts` : null),
        ),
        ...(header === null ? [] : fileBlocks(header)),
      ],
    };
  },
  { record: ({ stats, header }) => ({ header, ...stats }) },
);

type Setups = CacheStats['setups'];

function setupTable(setups: Setups): Block {
  const isCompared = setups.some(({ differences }) => differences !== null);
  return table(setups, [
    left('Setup', ({ fingerprint }) => fingerprint),
    left('Mode', ({ setup }) => setup.mode),
    main('By', ({ setup: { engine } }) => [...new Set(Object.values(engine.models))].join(', ') || engine.name),
    right('Sets', ({ sets }) => amount(sets)),
    right('Criteria', ({ criteria }) => amount(criteria)),
    left('Made', ({ madeFrom, madeTo }) => {
      const [from, to] = [madeFrom.slice(0, 10), madeTo.slice(0, 10)];
      return from === to ? from : `${from} to ${to}`;
    }),
    isCompared && left('Answers for discoveries now', answersText),
  ]);
}

function answersText({ differences, sets, notAnswering }: Setups[number]): string {
  if (differences === null) return '';
  if (differences.length > 0) return `stale: other ${differences.join('; ')}`;
  if (notAnswering === 0) return 'yes';
  return notAnswering === sets ? 'no' : `yes, but for ${amount(notAnswering)}`;
}

/** Everything that a set's content depends on; the hashes of the prompts are in the first line of the file. */
function setupList(setups: Setups): Block {
  const listed = (values: Readonly<Record<string, unknown>>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join(', ');
  return list(
    setups.map(({ fingerprint, setup: { engine, parameters, sources } }) => ({
      head: `${fingerprint}: engine ${engine.name} ${engine.version}`,
      blocks: [
        lines(
          listed(engine.models),
          `${plural(Object.keys(engine.prompts).length, 'prompt')}; searched: ${sources ?? 'not on record'}`,
          listed(parameters),
        ),
      ],
    })),
  );
}

function fileBlocks({ groundruleVersion, schemaVersion, manifest, signature }: CacheHeader): readonly Block[] {
  const signedBy = signature === undefined ? 'not signed' : `signed by ${keyName(signature)}`;
  return [
    section('Whose the texts are', lines(manifest?.notice ?? null)),
    section(
      'The file',
      lines(
        `exported by groundrule ${groundruleVersion}, version ${schemaVersion} of the record; ${signedBy}`,
        manifest === undefined ? null : `SHA-256 over its entries: ${manifest.entriesSha256}`,
        'It is JSON Lines: a first line that says all this, then pages, then sets. “npx groundrule cache verify” checks every hash and compares every quote with its page, “cache import” puts it into a store.',
      ),
    ),
  ];
}

export const renderCacheDiff = renderer<CacheDiff>(({ onlyBefore, onlyAfter, same, changed }, isFull) => {
  const named = (sets: typeof onlyBefore) => list(sets.map(({ id, instruction }) => `${instruction} (${id})`));
  return {
    title: `${same} the same, ${changed.length} changed, ${onlyBefore.length} only in the first, ${onlyAfter.length} only in the second`,
    blocks: [
      section(
        'Changed',
        table(changed, [
          main('Instruction', ({ instruction }) => instruction),
          right('Kept', ({ kept }) => amount(kept)),
          right('Reworded', ({ reworded }) => amount(reworded.length)),
          right('New', ({ added }) => amount(added.length)),
          right('Gone', ({ gone }) => amount(gone.length)),
          left('Other in how they were discovered', ({ differences }) => differences.join('; ')),
        ]),
        ...(isFull ? changed.map(changeSection) : []),
      ),
      section('Only in the first', named(onlyBefore)),
      section('Only in the second', named(onlyAfter)),
    ],
  };
});

function changeSection({ instruction, reworded, added, gone }: CacheDiff['changed'][number]): Block {
  return section(
    instruction,
    list(reworded.map(({ before, after }) => `reworded: ${before} → ${after}`)),
    list(added.map((text) => `new: ${text}`)),
    list(gone.map((text) => `gone: ${text}`)),
  );
}
