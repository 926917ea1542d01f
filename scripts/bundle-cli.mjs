/**
 * Bundles the command line: loading its modules one by one would take a third of a command's time, and those of the
 * OpenAI client a third of a second more. Packages stay outside, but for those that are made of the most files or that
 * nearly every command loads, with their dependencies. Of the library, only `IN_PLACE` is bundled.
 */
import { chmod, copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';
import { minify } from 'rolldown/utils';

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

/**
 * What a start loads together, by its roots and all that these import: one file each, since every file more costs a
 * millisecond, and a file for each set of commands that share something would be some hundred for a discovery. What an
 * earlier group has is in no later one.
 */
const TOGETHER = {
  start: ['cli/program'],
  help: ['report/wrap'],
  session: ['cli/session', 'config/load-config', 'config/environment', 'config/refuse-contradictions', 'groundrule'],
  discovery: [
    'cli/commands/discover',
    'client/discovering',
    'client/sources',
    'engines/offline/engine',
    'search/library/prepared-library',
    'search/library/prepared-guides',
  ],
};

/** What a bundled package imports is bundled with it; what our own modules import stays outside. */
const outsideButForEntries = {
  name: 'outside-but-for-entries',
  resolveId(path, importer) {
    if (importer === undefined || /^[./]/u.test(path) || path.startsWith('node:')) return null;
    if (path in ENTRIES) return join(process.cwd(), 'node_modules', path, ENTRIES[path]);
    return PACKAGE.test(importer) ? null : { id: path, external: true };
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
const editedPackages = {
  name: 'edited-packages',
  transform: {
    filter: { id: /node_modules/ },
    handler(code, path) {
      const file = path
        .split(/node_modules[\\/]/u)
        .at(-1)
        .replaceAll('\\', '/');
      const edit = EDITS[file] ?? [];
      return typeof edit === 'string' ? edit : edited(code, edit, path);
    },
  },
};

/**
 * Less to read and to compile at each start: names within files of packages alone are shortened, too; ours stay, for
 * traces. What is not ASCII would make V8 hold the whole file at two bytes a character.
 */
const smallerFiles = {
  name: 'smaller-files',
  async renderChunk(code, { fileName, moduleIds }) {
    const mangle = moduleIds.every((path) => PACKAGE.test(path));
    const codegen = { removeWhitespace: true, asciiOnly: true };
    return (await minify(fileName, code, { module: true, compress: true, mangle, codegen })).code;
  },
};

function edited(contents, edits, path) {
  for (const [from] of edits)
    if (!contents.includes(from)) throw new Error(`${path} has changed: ${from} is not in it.`);
  return edits.reduce((text, [from, to]) => text.replace(from, () => to), contents);
}

/** Files to be loaded at once, from `TOGETHER`; and zod, which processes that read documents load without the rest. */
function groups() {
  const named = Object.entries(TOGETHER).map(([name, roots], index, { length }) => {
    let modules;
    return {
      name: (path, graph) => {
        modules ??= importedBy(
          roots.map((root) => join(process.cwd(), `src/${root}.ts`)),
          graph,
        );
        return modules.has(path) ? name : null;
      },
      debugName: name,
      priority: length - index,
    };
  });
  return [{ name: 'zod', test: /node_modules[\\/]zod[\\/]/u, priority: named.length + 1 }, ...named];
}

function importedBy(paths, graph, known = new Set()) {
  for (const path of paths) {
    const info = known.has(path) ? null : graph.getModuleInfo(path);
    if (info === null) continue;
    known.add(path);
    importedBy(info.importedIds, graph, known);
  }
  return known;
}

async function bundle(input, output) {
  const build = await rolldown({
    ...input,
    plugins: [input.plugins, smallerFiles],
    platform: 'node',
    transform: { target: 'node20.19' },
    // Imports that are not put off for one command are for another.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output: files } = await build.write({ format: 'esm', minify: false, ...output });
  await build.close();
  return files;
}

// Zod stays outside: the library has loaded it.
for (const name of IN_PLACE)
  await bundle({ input: `src/${name}.ts`, external: ['zod'] }, { file: `dist/src/${name}.js`, codeSplitting: false });
// Parts are named by their contents: old ones would stay, and be packed.
await rm(FOLDER, { recursive: true, force: true });
const files = await bundle(
  {
    // Processes that read documents, and those that work on jobs, are started from files of their own.
    input: ['src/cli/main.ts', 'src/pages/extraction-worker.ts', 'src/service/worker-process.ts'],
    plugins: [outsideButForEntries, editedPackages],
  },
  { dir: FOLDER, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', codeSplitting: { groups: groups() } },
);
const bundled = new Set(
  files.flatMap(({ moduleIds = [] }) => moduleIds.flatMap((path) => PACKAGE.exec(path)?.[1] ?? [])),
);
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
