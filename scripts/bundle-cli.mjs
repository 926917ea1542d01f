/**
 * Bundles the command line: loading its modules one by one would take a third of a command's time, and those of the
 * OpenAI client a third of a second more. Packages stay outside, but for those that are made of the most files or that
 * nearly every command loads, with their dependencies. Of the library, only `IN_PLACE` is bundled.
 */
import { chmod, copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { build, transform } from 'esbuild';

const FOLDER = 'dist/bin';
const ENTRIES = {
  zod: 'index.js',
  '@langchain/openai': 'dist/index.js',
  'cheerio/slim': '../dist/esm/slim.js',
  '@mozilla/readability': 'index.js',
  commander: 'esm.mjs',
  'hono/html': '../dist/helper/html/index.js',
  'csv-parse/sync': '../lib/sync.js',
  'csv-stringify/sync': '../lib/sync.js',
  jsonrepair: 'lib/esm/index.js',
  'lru-cache': 'dist/esm/node/index.min.js',
  minisearch: 'dist/es/index.js',
  'p-limit': 'index.js',
  picocolors: 'picocolors.js',
  stemmer: 'index.js',
  'string-width': 'index.js',
  undici: 'index.js',
  'wrap-ansi': 'index.js',
  yaml: 'browser/index.js',
};
/** Modules of the library that stand for a package of hundreds. */
const IN_PLACE = ['llm/openai-client', 'web/undici'];
const PACKAGE = /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/u;

/** What a bundled package imports is bundled with it; what our own modules import stays outside. */
const outsideButForEntries = {
  name: 'outside-but-for-entries',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point' || path.startsWith('node:')) return undefined;
      if (path in ENTRIES) return { path: join(process.cwd(), 'node_modules', path, ENTRIES[path]) };
      return PACKAGE.test(importer) ? undefined : { path, external: true };
    });
  },
};

const LATE_SEGMENTER = [
  'const segmenter = new Intl.Segmenter();',
  'let made; const segmenter = { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };',
];
/**
 * By file of a package: what stands in its place, or what is changed in it. Of zod, messages in forty languages, compiled
 * parsers and schemas made of JSON Schema are four tenths, and none is used. A segmenter and a pattern of all emoji take
 * longer to make than all else that a short table needs, and dashes, marks of quotes and bars need none. Commander loads
 * what starts other programs, and starts none here.
 */
const EDITS = {
  'zod/v4/locales/index.js': "export { default as en } from './en.js';",
  'zod/v4/core/compile.js':
    'export const [INVALID, compile, withParser, ZodCompileAsyncError, ZodCompileUnsupportedError] = [];',
  'zod/v4/classic/from-json-schema.js': 'export const fromJSONSchema = undefined;',
  'commander/lib/command.js': [
    [
      "const childProcess = require('node:child_process');",
      "const childProcess = { spawn: (...args) => require('node:child_process').spawn(...args) };",
    ],
  ],
  'wrap-ansi/index.js': [LATE_SEGMENTER],
  'string-width/index.js': [
    LATE_SEGMENTER,
    [
      String.raw`const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;`,
      String.raw`let ofEmoji; const rgiEmojiRegex = { test: (text) => (ofEmoji ??= /^\p{RGI_Emoji}$/v).test(text) };`,
    ],
    [
      String.raw`/^[\u0020-\u007E]*$/`,
      String.raw`/^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02FF\u2010-\u2027\u2500-\u259F]*$/`,
    ],
  ],
};
/** Packages that nearly every command loads. Names within them are shortened, a fifth less to compile; ours stay, for traces. */
const smallerPackages = {
  name: 'smaller-packages',
  setup({ onLoad }) {
    onLoad(
      { filter: /node_modules[\\/](?:zod|commander|minisearch|string-width|wrap-ansi)[\\/]/ },
      async ({ path }) => {
        const file = path
          .split(/node_modules[\\/]/u)
          .at(-1)
          .replaceAll('\\', '/');
        const edit = EDITS[file] ?? [];
        const contents = typeof edit === 'string' ? edit : edited(await readFile(path, 'utf8'), edit, path);
        const { code } = await transform(contents, { minifyIdentifiers: true });
        return { contents: code, resolveDir: dirname(path) };
      },
    );
  },
};

function edited(contents, edits, path) {
  for (const [from] of edits)
    if (!contents.includes(from)) throw new Error(`${path} has changed: ${from} is not in it.`);
  return edits.reduce((text, [from, to]) => text.replace(from, () => to), contents);
}

// Parts are named by their contents: old ones would stay, and be packed.
await rm(FOLDER, { recursive: true, force: true });
const shared = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // Older packages among them ask for modules of Node in the way of CommonJS.
  banner: {
    js: "import { createRequire as requireOfNode } from 'node:module'; const require = requireOfNode(import.meta.url);",
  },
  // Less to read and to compile at each start. Names stay, for traces.
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  logLevel: 'warning',
};
// Zod stays outside: the library has loaded it.
for (const name of IN_PLACE)
  await build({ ...shared, entryPoints: [`src/${name}.ts`], outfile: `dist/src/${name}.js`, external: ['zod'] });
const { metafile } = await build({
  ...shared,
  // Processes that read documents, and those that work on jobs, are started from files of their own.
  entryPoints: ['src/cli/main.ts', 'src/pages/extraction-worker.ts', 'src/service/worker-process.ts'],
  entryNames: '[name]',
  outdir: FOLDER,
  splitting: true,
  plugins: [outsideButForEntries, smallerPackages],
});
const bundled = new Set(Object.keys(metafile.inputs).flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
for (const name of bundled) {
  const folder = join('node_modules', name);
  const target = join(FOLDER, `LICENSE.${name.replace(/[\\/]/u, '+')}`);
  const file = (await readdir(folder)).find((each) => /^licen[cs]e/iu.test(each));
  if (file === undefined) {
    const { version, license, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    await writeFile(target, `${name} ${version}: ${license} licence, ${repository?.url ?? repository}\n`);
  } else await copyFile(join(folder, file), target);
}
await chmod(`${FOLDER}/main.js`, 0o755);
