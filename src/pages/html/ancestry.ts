/** What stands above a block in the tree: how far away is a menu, a footer, an article …, how many names say content or noise. */
import { oncePer } from '../once-per.ts';
import { hasNoiseName } from './structural-clean.ts';
import type { TreeElement } from './tree.ts';

const CONTENT_NAME =
  /(?:^|[\s_-])(?:article|content|post|entry|body|main|story|text|prose|markdown|answer|question|message|description|wiki)(?=[\s_-]|$)/i;
/** Depths beyond it say "none of the ancestors". */
const NO_ANCESTOR = 30;

/** Whether an element is of the kind; the feature is the distance to the nearest ancestor that is. */
const ANCESTORS: readonly ((element: TreeElement) => boolean)[] = [
  hasNoiseName,
  hasContentName,
  ({ tag, attributes }) => tag === 'nav' || attributes['role'] === 'navigation',
  ({ tag }) => tag === 'header',
  ({ tag, attributes }) => tag === 'footer' || attributes['role'] === 'contentinfo',
  ({ tag, attributes }) => tag === 'aside' || attributes['role'] === 'complementary',
  ({ tag }) => tag === 'form',
  ({ tag, attributes }) => tag === 'main' || attributes['role'] === 'main',
  ({ tag }) => tag === 'article',
  ({ tag }) => tag === 'section',
  ({ tag }) => tag === 'li' || tag === 'dd',
  ({ tag }) => tag === 'figure' || tag === 'figcaption',
];

interface Ancestry {
  readonly depth: number;
  readonly distances: readonly number[];
  readonly noiseNames: number;
  readonly contentNames: number;
  readonly isNoise: boolean;
}

const NO_ANCESTRY: Ancestry = {
  depth: 0,
  distances: ANCESTORS.map(() => NO_ANCESTOR),
  noiseNames: 0,
  contentNames: 0,
  isNoise: false,
};

/** Each element is looked at once, however many blocks are below it. */
export function ancestryReader(noise: ReadonlySet<TreeElement>): (element: TreeElement) => Ancestry {
  const ancestryOf = oncePer((element: TreeElement): Ancestry => {
    const above = element.parent === null ? NO_ANCESTRY : ancestryOf(element.parent);
    const distances = ANCESTORS.map((test, i) =>
      test(element) ? 0 : Math.min(NO_ANCESTOR, (above.distances[i] ?? NO_ANCESTOR) + 1),
    );
    return {
      depth: above.depth + 1,
      distances,
      noiseNames: above.noiseNames + (distances[0] === 0 ? 1 : 0),
      contentNames: above.contentNames + (distances[1] === 0 ? 1 : 0),
      isNoise: above.isNoise || noise.has(element),
    };
  });
  return ancestryOf;
}

function hasContentName({ attributes }: TreeElement): boolean {
  return CONTENT_NAME.test(`${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`);
}
