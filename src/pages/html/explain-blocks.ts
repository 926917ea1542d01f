/** Every block of a page in order, kept or dropped, and why: for people who look at how a page was read. */
import type { ExplainedBlock } from '../../domain/explained-page.ts';
import { CONTENT, type JudgedBlock, type Reading } from './choose-reading.ts';

export function explainBlocks({ by, blocks, judged }: Reading): readonly ExplainedBlock[] {
  // What is kept may have a break more than the block as it was judged.
  const kept = new Set(blocks.map(({ element, text }) => `${element.index} ${text}`));
  return judged.map((each) => {
    const { kind, text, element } = each.block;
    const isKept = by === 'rules' ? each.inRules : kept.has(`${element.index} ${text}`);
    return { kind, text, isKept, reason: by === 'rules' ? byRules(each) : byModel(each, isKept) };
  });
}

function byRules({ inRules, probability }: JudgedBlock): string {
  const likely = `content to the model: ${probability.toFixed(2)}`;
  return inRules
    ? `in the article (${likely})`
    : `outside the article, or a label, an appeal or a dateline (${likely})`;
}

function byModel({ probability }: JudgedBlock, isKept: boolean): string {
  const likely = `content to the model: ${probability.toFixed(2)}`;
  if (isKept) return probability < CONTENT ? `heads what is kept (${likely})` : likely;
  return probability < CONTENT ? `${likely}, below ${CONTENT}` : `a label, an appeal, a dateline or links (${likely})`;
}
