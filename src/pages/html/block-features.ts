/** What the content model sees of each block: its form, its place in the page and in the tree, and what the two readings keep. */
import type { BlockKind } from '../../domain/page.ts';
import { counts, groupsBy } from '../../domain/groups.ts';
import { oncePer } from '../once-per.ts';
import { ancestryReader } from './ancestry.ts';
import type { HtmlBlock } from './collect-blocks.ts';
import { isElement, type Tree, type TreeElement } from './tree.ts';

/** The readings of a page that the model compares. */
export interface Readings {
  /** What Readability keeps. */
  readonly readability: ReadonlySet<number>;
  /** What the rules keep, by element. */
  readonly rules: readonly HtmlBlock[];
  /** What has the form of a caption, menu, share bar, … */
  readonly noise: ReadonlySet<TreeElement>;
}

const KINDS: readonly BlockKind[] = ['paragraph', 'heading', 'list-item', 'quote', 'table-row', 'code'];
const PROSE_CHARS = 80;
const NO_DISTANCE = -999;

/** In the order of the values; the trained model names them, too. */
export const FEATURES = `characters linkShare kind level endsSentence digits capitals wordsOfTitle repeats
  inRules inReadability inNoise rulesNearby rulesAround linksAround fromRules toRules fromReadability toReadability
  place charactersBefore charactersAfter fromProse toProse
  elementLength parentShare grandparentShare greatGrandparentShare parentLinks grandparentLinks greatGrandparentLinks
  siblings images depth noiseNames contentNames
  noiseName contentName nav header footer aside form main article section listItem figure
  pathBlocks pathShare pathLinks pathMean
  pageCharacters pageBlocks proseShare rulesShare readabilityShare agreement`.split(/\s+/);

/** One row of `FEATURES.length` numbers for each block. */
export function blockFeatures(
  tree: Tree,
  blocks: readonly HtmlBlock[],
  readings: Readings,
  title: string | null,
): number[][] {
  const lengths = blocks.map(({ text }) => text.length);
  const total = sum(lengths);
  const links = blocks.map(({ text, linkLength }) => linkLength / Math.max(1, text.length - count(text, isSpace)));
  const linked = lengths.map((length, i) => length * at(links, i));
  const inRules = shareInRules(blocks, readings.rules);
  const inReadability = withDescendants(blocks, readings.readability);
  const prose = blocks.map(({ kind }, i) => kind !== 'heading' && at(lengths, i) >= PROSE_CHARS && at(links, i) < 0.5);
  const repeats = counts(blocks.map(({ text }) => text));
  const paths = blocks.map(({ element }) => pathOf(element));
  const byPath = totalsByPath(paths, lengths, linked);
  const titleWords = new Set(wordsOf(title ?? ''));
  const rules = ends(inRules.map((share) => share > 0));
  const readability = ends(inReadability);
  const proseEnds = ends(prose);
  const before = prefixSums(lengths);
  const rulesBefore = prefixSums(lengths.map((length, i) => (at(inRules, i) > 0 ? length : 0)));
  const linkedBefore = prefixSums(linked);
  const around = (sums: readonly number[], i: number, distance: number): number => {
    const [from, to] = [Math.max(0, i - distance), Math.min(blocks.length, i + distance + 1)];
    return (at(sums, to) - at(sums, from)) / Math.max(1, at(before, to) - at(before, from));
  };
  const rulesLength = at(rulesBefore, blocks.length);
  const readabilityLength = sum(lengths.filter((_, i) => inReadability[i]));
  const both = sum(lengths.filter((_, i) => inReadability[i] === true && at(inRules, i) > 0));
  const page = [
    total,
    blocks.length,
    prose.filter(Boolean).length / blocks.length,
    rulesLength / total,
    readabilityLength / total,
    both / Math.max(1, rulesLength + readabilityLength - both),
  ];
  const bodyLength = Math.max(1, tree.body.textLength);
  const ancestryOf = ancestryReader(readings.noise);
  const siblingsIn = oncePer(({ children }: TreeElement) => children.filter(isElement).length);

  return blocks.map(({ text, kind, level, element }, i) => {
    const length = at(lengths, i);
    const ancestry = ancestryOf(element);
    const parent = element.parent ?? element;
    const grandparent = parent.parent ?? parent;
    const greatGrandparent = grandparent.parent ?? grandparent;
    const path = byPath.get(paths[i] ?? '') ?? { blocks: 1, length, linked: 0 };
    const words = wordsOf(text);
    const features = [
      length,
      at(links, i),
      KINDS.indexOf(kind),
      level ?? 0,
      /[.!?:"”。！？]$/.test(text) ? 1 : 0,
      count(text, isDigit) / length,
      count(text, isCapital) / length,
      words.filter((word) => titleWords.has(word)).length / Math.max(1, words.length),
      repeats.get(text) ?? 1,
      at(inRules, i),
      inReadability[i] === true ? 1 : 0,
      ancestry.isNoise ? 1 : 0,
      around(rulesBefore, i, 4),
      around(rulesBefore, i, 10),
      around(linkedBefore, i, 10),
      fromFirst(rules, i),
      toLast(rules, i),
      fromFirst(readability, i),
      toLast(readability, i),
      i / blocks.length,
      at(before, i) / total,
      (total - at(before, i + 1)) / total,
      fromFirst(proseEnds, i),
      toLast(proseEnds, i),
      element.textLength,
      parent.textLength / bodyLength,
      grandparent.textLength / bodyLength,
      greatGrandparent.textLength / bodyLength,
      linkShare(parent),
      linkShare(grandparent),
      linkShare(greatGrandparent),
      siblingsIn(parent),
      grandparent.images,
      ancestry.depth,
      ancestry.noiseNames,
      ancestry.contentNames,
    ];
    // A literal that spreads lists takes three times as long.
    for (const distance of ancestry.distances) features.push(distance);
    features.push(path.blocks, path.length / total, path.linked / Math.max(1, path.length), path.length / path.blocks);
    for (const value of page) features.push(value);
    return features;
  });
}

/** 1 where the rules keep the block, ½ where they keep a part of it. */
function shareInRules(blocks: readonly HtmlBlock[], rules: readonly HtmlBlock[]): number[] {
  // One element may hold thousands of blocks: its whole text is searched only for those that are not among them.
  const texts = new Map(
    [...groupsBy(rules, ({ element }) => element)].map(([element, kept]) => {
      const own = kept.map(({ text }) => text);
      return [element, { whole: new Set(own), joined: own.join(' ') }];
    }),
  );
  return blocks.map(({ element, text }) => {
    const found = texts.get(element);
    if (found === undefined) return 0;
    return found.whole.has(text) || found.joined.includes(text) ? 1 : 0.5;
  });
}

/** True where the element or one within it is among `kept`. */
function withDescendants(blocks: readonly HtmlBlock[], kept: ReadonlySet<number>): boolean[] {
  const holds = oncePer(
    ({ index, children }: TreeElement): boolean =>
      kept.has(index) || children.some((child) => isElement(child) && holds(child)),
  );
  return blocks.map(({ element }) => holds(element));
}

/** Tag and first class of the element, its parent and its grandparent: blocks of one path are laid out alike. */
function pathOf(element: TreeElement): string {
  const parent = element.parent;
  return [element, parent, parent?.parent ?? null]
    .map((part) => (part === null ? '' : `${part.tag}.${part.attributes['class']?.trim().split(/\s+/)[0] ?? ''}`))
    .join('<');
}

interface PathTotals {
  blocks: number;
  length: number;
  linked: number;
}

function totalsByPath(
  paths: readonly string[],
  lengths: readonly number[],
  linked: readonly number[],
): Map<string, PathTotals> {
  const totals = new Map<string, PathTotals>();
  paths.forEach((path, i) => {
    const entry = totals.get(path) ?? { blocks: 0, length: 0, linked: 0 };
    entry.blocks += 1;
    entry.length += at(lengths, i);
    entry.linked += at(linked, i);
    totals.set(path, entry);
  });
  return totals;
}

function count(text: string, test: (code: number) => boolean): number {
  let found = 0;
  for (let i = 0; i < text.length; i += 1) if (test(text.charCodeAt(i))) found += 1;
  return found;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isCapital(code: number): boolean {
  if (code < 128) return code >= 65 && code <= 90;
  return CAPITAL.test(String.fromCharCode(code));
}
const CAPITAL = /\p{Lu}/u;

function isSpace(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13);
  return SPACE.test(String.fromCharCode(code));
}
const SPACE = /\s/;

function ends(kept: readonly boolean[]): readonly [first: number, last: number] {
  return [kept.indexOf(true), kept.lastIndexOf(true)];
}

/** Blocks since the first one that is kept. */
function fromFirst([first]: readonly [number, number], i: number): number {
  return first < 0 ? NO_DISTANCE : i - first;
}

/** Blocks up to the last one that is kept. */
function toLast([, last]: readonly [number, number], i: number): number {
  return last < 0 ? NO_DISTANCE : last - i;
}

function linkShare({ linkLength, textLength }: TreeElement): number {
  return linkLength / Math.max(1, textLength);
}

function prefixSums(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push(at(sums, sums.length - 1) + value);
  return sums;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}
