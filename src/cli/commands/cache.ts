import { packageInfo } from '../../config/package-root.ts';
import { settingsIn } from '../../config/settings.ts';
import type { SetOutline } from '../../precompute/set-outline.ts';
import { plural } from '../../report/words.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { VERDICT_CODES } from '../exit-codes.ts';
import { negated, text, toggle } from '../flag.ts';
import { formatOf, outFlag, textFormatFlag, DISCOVERY_SETTINGS } from '../flags.ts';
import { exportCache } from '../../precompute/cache-file/export-cache.ts';
import { findSet } from '../../client/find-set.ts';
import {
  signingKey,
  publishingKey,
  scratchStore,
  countedCache,
  comparedEntries,
  cacheOutputs,
} from '../input/cache-input.ts';
import { cacheStats } from '../../precompute/cache-file/cache-stats.ts';
import { renderCacheStats, renderCacheDiff } from '../../report/cache.ts';
import { importCache } from '../../precompute/cache-file/import-cache.ts';
import { linesOfCache } from '../../precompute/cache-file/lines-of-cache.ts';
import { verifyCache } from '../../precompute/cache-file/verify-cache.ts';
import { renderCacheVerification } from '../../report/audit.ts';
import { isAnswerOf } from '../../precompute/discovery-key.ts';
import { diffCaches } from '../../precompute/cache-file/diff-caches.ts';

const publicKeyFlag = text('--public-key <file>', 'Only where this Ed25519 key (PEM) signed the file');
const fileArgument = ['<file>', 'What “cache export” wrote: the file, or its folder'] as const;

const exportCommand = defineCommand({
  name: 'export',
  description: 'Write stored sets and the pages that they name as JSON Lines; to a folder, with a data card',
  arguments: [['[sets...]', 'Ids of stored sets or the beginnings of them; default: all']],
  flags: {
    out: text(
      '-o, --out <path>',
      'Write to a file, whole or not at all, or to a folder (“cache/”): criteria.jsonl and README.md; “-” and the default: stdout',
    ),
    pages: negated('--no-pages', 'Leave out the texts of pages: what the sets quote stays'),
    sign: text('--sign <file>', 'Sign by this private Ed25519 key (PEM)'),
  },
  settings: settingsIn('store'),
  examples: [
    'groundrule cache export --out sets.jsonl',
    'openssl genpkey -algorithm ed25519 -out key.pem',
    'openssl pkey -in key.pem -pubout -out public.pem',
    'groundrule cache export --out published/ --no-pages --sign key.pem',
  ],
  run: async (session, references) => {
    const { flags, progress } = session;
    const signWith = flags.sign === undefined ? undefined : await signingKey(session, flags.sign);
    const outputs = await cacheOutputs(session, flags.out);
    const { store } = await session.client();
    const ids =
      references.length === 0
        ? await store.findSetIds('')
        : await Promise.all(
            references.map(async (reference) => (await findSet(store, reference, session.progress)).id),
          );
    const options = { withPages: flags.pages, signWith };
    const { header, entries, counted, missingPages } = await exportCache(store, ids, packageInfo().version, options);
    async function* lines() {
      yield JSON.stringify(header);
      yield* entries();
    }
    await outputs.file.writeJsonLines(lines());
    if (outputs.card !== null) {
      const stats = await cacheStats(counted(), null);
      await outputs.card.write(await renderCacheStats({ stats, header }, 'markdown', outputs.card));
    }
    progress.note(`${plural(header.sets, 'set')} and ${plural(header.pages, 'page')} exported`);
    if (missingPages > 0)
      progress.warn(`${plural(missingPages, 'page')} that the sets name could not be: they are not in the store`);
  },
});

const importCommand = defineCommand({
  name: 'import',
  description: 'Put what was exported into a store: all of it, or nothing where anything speaks against a line',
  arguments: [[fileArgument[0], `${fileArgument[1]}; its pages are for its sets alone, and audits call them imported`]],
  flags: {
    publicKey: publicKeyFlag,
    trust: toggle('--trust', 'Let its sets answer for discoveries, though nobody checked who made them'),
  },
  settings: settingsIn('store'),
  examples: [
    'groundrule cache import sets.jsonl --store ./criteria.sqlite',
    'groundrule cache import published/ --public-key public.pem',
  ],
  run: async (session, path) => {
    const { flags, progress } = session;
    const publicKey = await publishingKey(session, flags.publicKey);
    const isTrusted = flags.trust === true || publicKey !== undefined;
    const { store } = await session.client();
    const options = { publicKey, isTrusted, scratch: await scratchStore(session) };
    const { pages, sets, answers } = await importCache(store, await linesOfCache(path), options);
    progress.note(`${plural(sets, 'new set')} and ${plural(pages, 'new page')} imported into ${store.location}`);
    if (answers > 0)
      progress.note(
        isTrusted
          ? `${plural(answers, 'task')} can now be answered from the store by discoveries with the same settings (npx groundrule cache stats)`
          : `They answer for no discovery: --public-key or --trust lets those of ${plural(answers, 'task')} do so.`,
      );
  },
});

const verifyCommand = defineCommand({
  name: 'verify',
  description: 'Check what was exported by itself: hashes, ids, its signature, and every quote against its page',
  arguments: [fileArgument],
  flags: { format: textFormatFlag, publicKey: publicKeyFlag },
  run: async (session, path) => {
    const publicKey = await publishingKey(session, session.flags.publicKey);
    const check = { publicKey, scratch: await scratchStore(session) };
    const verification = await verifyCache(await linesOfCache(path), check);
    await session.print((layout) => renderCacheVerification(verification, formatOf(session.flags.format), layout));
    return VERDICT_CODES[verification.status];
  },
});

const statsCommand = defineCommand({
  name: 'stats',
  description: 'Show what a store or an exported file holds, and which sets answer for discoveries with these settings',
  arguments: [['[file]', `${fileArgument[1]}; default: the store`]],
  flags: { format: textFormatFlag, out: outFlag },
  settings: DISCOVERY_SETTINGS,
  examples: ['groundrule cache stats --model gpt-4.1-mini', 'groundrule cache stats published/ --format markdown'],
  run: async (session, path) => {
    const { header, entries } = await countedCache(session, path);
    const client = await session.client();
    const isAnswer = path === undefined ? (set: SetOutline) => isAnswerOf(client.store, set) : undefined;
    const stats = await cacheStats(entries, await client.discoverySetup(), isAnswer);
    await session.print((layout) => renderCacheStats({ stats, header }, formatOf(session.flags.format), layout));
  },
});

const diffCommand = defineCommand({
  name: 'diff',
  description: 'Show which instructions only one of two caches has, and what became of the criteria of the others',
  arguments: [fileArgument, ['[other]', 'Another one; default: the store']],
  flags: { format: textFormatFlag, out: outFlag },
  settings: settingsIn('store'),
  examples: ['groundrule cache diff published/', 'groundrule cache diff last-year.jsonl published/ --format markdown'],
  run: async (session, before, after) => {
    const entries = [comparedEntries(session, before), comparedEntries(session, after)] as const;
    const diff = await diffCaches(...entries, await scratchStore(session));
    await session.print((layout) => renderCacheDiff(diff, formatOf(session.flags.format), layout));
  },
});

export const command = defineGroup({
  name: 'cache',
  description: 'Carry sets, and the pages that they rest on, from one store to another, or publish them',
  commands: [exportCommand, importCommand, verifyCommand, statsCommand, diffCommand],
  examples: [
    'groundrule cache export --out sets.jsonl',
    'groundrule cache verify sets.jsonl',
    'groundrule cache import sets.jsonl --store ./criteria.sqlite',
  ],
});
