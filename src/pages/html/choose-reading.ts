/**
 * Chooses between two readings of a page: what the rules keep, and the blocks that a trained model takes for content.
 * The rules know parts of blocks, labels and titles; the model knows pages that are no articles (forums, documentation, services).
 */
import { blockFeatures, FEATURES } from './block-features.ts';
import type { HtmlBlock } from './collect-blocks.ts';
import { contentProbability } from './content-probability.ts';
import { filterBlocks, keepBlocks } from './filter-blocks.ts';
import type { OpenedPage } from './open-page.ts';
import type { TreeElement } from './tree.ts';

const IN_RULES = FEATURES.indexOf('inRules');
/** From this probability on a block is content. */
export const CONTENT = 0.4;
/** The model's reading is not taken where it tears more of the rules'. */
const MAX_TORN = 0.3;
/** The model's reading is taken where its expected F1 is above that of the rules by this much: they were made for articles. */
const MIN_GAIN = { ofArticles: 0.2, elsewhere: 0.02 };

export interface JudgedBlock {
  readonly block: HtmlBlock;
  /** 0–1, by the model. */
  readonly probability: number;
  /** True if the rules keep it or a part of it. */
  readonly inRules: boolean;
}

export interface Reading {
  readonly by: 'rules' | 'model';
  readonly blocks: readonly HtmlBlock[];
  /** All blocks of the page. */
  readonly judged: readonly JudgedBlock[];
}

export function chooseReading(opened: OpenedPage): Reading {
  const { tree, blocks, readings, isDeclaredArticle } = opened;
  const { title } = opened.metadata;
  const rows = blockFeatures(tree, blocks, readings, title);
  const judged = blocks.map((block, i) => {
    const features = rows[i] ?? [];
    return { block, probability: contentProbability(features), inRules: (features[IN_RULES] ?? 0) > 0 };
  });
  const expected = judged.reduce((sum, { block, probability }) => sum + probability * block.text.length, 0);
  const isContent = ({ probability }: JudgedBlock): boolean => probability >= CONTENT;
  const gain =
    expectedF1(judged.filter(isContent), expected) -
    expectedF1(
      judged.filter(({ inRules }) => inRules),
      expected,
    );
  const needed = isDeclaredArticle ? MIN_GAIN.ofArticles : MIN_GAIN.elsewhere;
  if (gain < needed || tornShare(judged) > MAX_TORN) return { by: 'rules', blocks: readings.rules, judged };
  // The model sees little of a heading: one stands with what follows it.
  const heads = ({ block }: JudgedBlock, next?: JudgedBlock): boolean =>
    block.kind === 'heading' && next !== undefined && next.block.kind !== 'heading' && isContent(next);
  const content = keepBlocks(
    blocks,
    judged.map((each, i) => isContent(each) || heads(each, judged[i + 1])),
  );
  return { by: 'model', blocks: filterBlocks(content, title), judged };
}

/**
 * Of what the rules keep: the share that the model leaves out although it keeps most of what stands beside it, as it does
 * with the short lines of a dialogue. It is wrong on such a page.
 */
function tornShare(judged: readonly JudgedBlock[]): number {
  const parents = new Map<TreeElement | null, { kept: number; dropped: number }>();
  let rules = 0;
  for (const { block, probability, inRules } of judged) {
    if (!inRules) continue;
    const { parent } = block.element;
    const lengths = parents.get(parent) ?? { kept: 0, dropped: 0 };
    parents.set(parent, lengths);
    lengths[probability >= CONTENT ? 'kept' : 'dropped'] += block.text.length;
    rules += block.text.length;
  }
  let torn = 0;
  for (const { kept, dropped } of parents.values()) if (kept > dropped) torn += dropped;
  return torn / Math.max(1, rules);
}

/** @param expected characters of content on the whole page */
function expectedF1(kept: readonly JudgedBlock[], expected: number): number {
  let characters = 0;
  let content = 0;
  for (const { block, probability } of kept) {
    characters += block.text.length;
    content += probability * block.text.length;
  }
  return characters + expected === 0 ? 0 : (2 * content) / (characters + expected);
}
