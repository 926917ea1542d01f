/** Evaluates the trained model: boosted trees over the features of a block. */
import { FEATURES } from './block-features.ts';
import { CONTENT_MODEL } from './content-model.ts';

/** Bytes of a node: feature (−1: leaf), the node to the left (the right one follows it), threshold or value. */
const NODE_BYTES = 8;

interface Forest {
  readonly roots: readonly number[];
  readonly nodes: DataView;
}

let forest: Forest | undefined;

/** Probability, 0–1, that a block with these features is content. */
export function contentProbability(features: readonly number[]): number {
  forest ??= open();
  const { roots, nodes } = forest;
  let score = CONTENT_MODEL.baseline;
  for (const root of roots) {
    let node = root;
    let feature = nodes.getInt16(node * NODE_BYTES, true);
    while (feature >= 0) {
      const goesLeft = (features[feature] ?? 0) <= nodes.getFloat32(node * NODE_BYTES + 4, true);
      node = root + nodes.getInt16(node * NODE_BYTES + 2, true) + (goesLeft ? 0 : 1);
      feature = nodes.getInt16(node * NODE_BYTES, true);
    }
    score += nodes.getFloat32(node * NODE_BYTES + 4, true);
  }
  return 1 / (1 + Math.exp(-score));
}

function open(): Forest {
  if (CONTENT_MODEL.features !== FEATURES.join(' '))
    throw new Error('the content model was trained on other features: see scripts/train-extraction/README.md');
  const bytes = Buffer.from(CONTENT_MODEL.nodes, 'base64');
  const roots: number[] = [];
  let root = 0;
  for (const size of CONTENT_MODEL.sizes.split(' ')) {
    roots.push(root);
    root += Number(size);
  }
  return { roots, nodes: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}
