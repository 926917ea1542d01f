/**
 * Which kind of text is asked for: requests of writers whom the model of kinds has not seen. The writers are dealt out to
 * four groups; each is asked of a model that the others taught.
 */
import { join } from 'node:path';
import { findTextKind } from '../src/engines/offline/text-kind.ts';
import { findKinds } from '../src/search/library/find-kinds.ts';
import { OTHER } from '../src/search/library/kind-model.ts';
import { readKinds } from '../src/search/library/read-kinds.ts';
import { readRequests } from '../src/search/library/read-requests.ts';
import { trainKindModel } from '../src/search/library/train-kind-model.ts';
import { benchOptions, printTable } from './support.ts';

const GROUPS = 4;
/** A file of earlier requests by many writers, which all groups learn from. */
const MANY = 'several';
/** Files of writers who chose what to ask for, and marked it afterwards; to the others the kinds were given. */
const NATURAL = 'natural-';
const SETS = [
  ['given', false],
  ['chosen', true],
] as const;
const LENGTHS = [
  ['to 19 words', 0, 20],
  ['20 to 49 words', 20, 50],
  ['longer', 50, Infinity],
] as const;

const options = benchOptions();
const fixtures = join(import.meta.dirname, '../fixtures');
const [kinds, requests] = await Promise.all([
  readKinds(join(fixtures, 'library')),
  readRequests(join(fixtures, 'requests')),
]);
const writers = [...new Set(requests.map(({ writer }) => writer))].filter((writer) => writer !== MANY);
const families = new Map([
  ...kinds.others.map(({ name, family }) => [name, family ?? OTHER] as const),
  ...kinds.guided.map(({ folder, family }) => [folder, family ?? folder] as const),
]);

const answered = Array.from({ length: GROUPS }, (_, group) => {
  const held = new Set(writers.filter((_writer, index) => index % GROUPS === group));
  const finder = findKinds(
    kinds,
    trainKindModel(
      kinds,
      requests.filter(({ writer }) => !held.has(writer)),
    ),
  );
  return requests
    .filter(({ writer }) => held.has(writer))
    .map(({ kind, text, writer }) => {
      const wanted = families.get(kind);
      const folder = findTextKind(text, finder)?.filed?.folder ?? null;
      const found = folder === null ? null : families.get(folder);
      const outcome = found === null ? (wanted === OTHER ? 'right' : 'none') : found === wanted ? 'right' : 'wrong';
      return {
        outcome,
        isText: wanted !== OTHER,
        isNatural: writer.startsWith(NATURAL),
        words: text.split(/\s+/u).length,
      };
    });
}).flat();

const rows = [
  ...SETS.flatMap(([set, isOfNatural]) =>
    LENGTHS.map(([name, from, to]) => {
      const ofSet = answered.filter(({ isText, isNatural }) => isText && isNatural === isOfNatural);
      return [`${set}, ${name}`, ofSet.filter(({ words }) => words >= from && words < to)] as const;
    }),
  ),
  ['no text wanted', answered.filter(({ isText }) => !isText)] as const,
].map(([requested, all]) => {
  const share = (outcome: string) => all.filter((answer) => answer.outcome === outcome).length;
  return { requested, requests: all.length, right: share('right'), none: share('none'), wrong: share('wrong') };
});
if (!options.json)
  printTable(
    ['request', 'asked', 'right', 'none', 'another’s'],
    rows.map(({ requested, requests: asked, right, none, wrong }) => [requested, asked, right, none, wrong]),
  );
console.log(JSON.stringify({ rows }));
