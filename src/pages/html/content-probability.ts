/** Evaluates the trained model: boosted trees over the features of a block. */
import { FEATURES } from './block-features.ts';
import { CONTENT_MODEL } from './content-model.ts';

/** A node is two 16-bit integers, the feature (−1: leaf) and the node to the left (the right one follows it), and a float, its threshold or value. */
interface Forest {
  readonly roots: readonly number[];
  /** Two views of the same bytes. */
  readonly integers: Int16Array;
  readonly floats: Float32Array;
}

let forest: Forest | undefined;

/** Probability, 0–1, that a block with these features is content. */
export function contentProbability(features: readonly number[]): number {
  forest ??= open();
  const { roots, integers, floats } = forest;
  let score = CONTENT_MODEL.baseline;
  for (const root of roots) {
    let node = root;
    let feature = integers[4 * node] ?? -1;
    while (feature >= 0) {
      const goesLeft = (features[feature] ?? 0) <= (floats[2 * node + 1] ?? 0);
      node = root + (integers[4 * node + 1] ?? 0) + (goesLeft ? 0 : 1);
      feature = integers[4 * node] ?? -1;
    }
    score += floats[2 * node + 1] ?? 0;
  }
  return 1 / (1 + Math.exp(-score));
}

function open(): Forest {
  if (CONTENT_MODEL.features !== FEATURES.join(' '))
    throw new Error('the content model was trained on other features: see scripts/train-extraction/README.md');
  // A copy, since a view begins at a multiple of its element; both views are little-endian, as the machines that Node runs on.
  const { buffer } = Uint8Array.from(Buffer.from(CONTENT_MODEL.nodes, 'base64'));
  const roots: number[] = [];
  let root = 0;
  for (const size of CONTENT_MODEL.sizes.split(' ')) {
    roots.push(root);
    root += Number(size);
  }
  return { roots, integers: new Int16Array(buffer), floats: new Float32Array(buffer) };
}
