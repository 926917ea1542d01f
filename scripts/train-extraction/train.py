"""Trains the model that tells content from boilerplate, and writes it as src/pages/html/content-model.ts.

  python3 train.py OUT FEATURES...

OUT and FEATURES: what features.ts wrote (OUT.f32, OUT.jsonl) and the names of the features in their order. Needs numpy
and scikit-learn 1.2 (Debian: python3-sklearn). Random state and order are fixed: the same input gives the same file.
A block is content where half of its runs of four tokens stand in the truth; a short one, where it stands in the gap
between its neighbours. A page weighs the same however long it is.
"""
import base64
import collections
import json
import re
import struct
import sys

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

TREES, LEAVES, RUN = 80, 24, 4
# Longer pages would take most of the time and are mostly lists of links.
MAX_BLOCKS = 1_500
SHORT_TOKENS = 6
# Of the article benchmark's folders, which are few pages and held to its own metric.
FOLDER_WEIGHT = {'extraction': 3.0}


def tokens(text):
    return [token.lower() for token in re.findall(r'\w+', text)]


def labels(texts, truth):
    """True for each text that is content."""
    whole, blocks = tokens(truth), [tokens(text) for text in texts]
    places = collections.defaultdict(list)
    for i in range(len(whole) - RUN + 1):
        places[tuple(whole[i:i + RUN])].append(i)
    used, found, content = bytearray(len(whole)), [None] * len(blocks), [False] * len(blocks)
    for j, block in enumerate(blocks):
        if len(block) < SHORT_TOKENS:
            continue
        covered, hits = bytearray(len(block)), []
        for i in range(len(block) - RUN + 1):
            free = [place for place in places.get(tuple(block[i:i + RUN]), []) if not used[place]]
            if free:
                covered[i:i + RUN] = b'\1' * RUN
                hits.append(free[0])
        content[j] = sum(covered) >= len(block) / 2
        if content[j]:
            found[j] = (hits[0], hits[-1] + RUN)
            for hit in hits:
                used[hit] = 1
    for j, block in enumerate(blocks):
        if not 0 < len(block) < SHORT_TOKENS:
            continue
        before = next((found[k] for k in range(j - 1, -1, -1) if found[k]), None)
        after = next((found[k] for k in range(j + 1, len(blocks)) if found[k]), None)
        end = after[0] + 1 if after else min(len(whole), before[1] + 120) if before else len(whole)
        start = before[1] - 1 if before else max(0, end - 60) if after else 0
        for i in range(max(0, start), min(end, len(whole)) - len(block) + 1):
            if whole[i:i + len(block)] == block and not used[i]:
                content[j], found[j], used[i] = True, (i, i + len(block)), 1
                break
    return content


def weights(texts, truth, folder):
    """Of each block: its share of the page's text."""
    lengths = np.array([max(2, len(tokens(text))) for text in texts], float)
    share = np.minimum(lengths / max(50, len(tokens(truth))), 1)
    return share / max(0.5, share.sum()) * FOLDER_WEIGHT.get(folder.rstrip('/').split('/')[-1], 1.0)


def pack(model):
    """Nodes of 8 bytes: feature (-1: leaf), the left node (the right one follows it), threshold or value."""
    sizes, packed = [], b''
    for (tree,) in model._predictors:
        nodes, queue, rows = tree.nodes, [0], []
        while len(rows) < len(queue):
            node = nodes[queue[len(rows)]]
            if node['is_leaf']:
                rows.append((-1, 0, node['value']))
            else:
                rows.append((node['feature_idx'], len(queue), node['num_threshold']))
                queue += [node['left'], node['right']]
        sizes.append(len(rows))
        packed += b''.join(struct.pack('<hhf', *row) for row in rows)
    return sizes, base64.b64encode(packed).decode()


def main(out, *features):
    rows = np.fromfile(f'{out}.f32', dtype=np.float32).reshape(-1, len(features))
    y, w, kept, row = [], [], [], 0
    for line in open(f'{out}.jsonl', encoding='utf8'):
        page = json.loads(line)
        first, row = row, row + len(page['texts'])
        if len(page['texts']) > MAX_BLOCKS:
            continue
        kept.append(rows[first:row])
        y += labels(page['texts'], page['truth'])
        w.append(weights(page['texts'], page['truth'], page['folder']))
    w = np.concatenate(w)
    model = HistGradientBoostingClassifier(
        max_iter=TREES, max_leaf_nodes=LEAVES, learning_rate=0.1, min_samples_leaf=40, l2_regularization=1.0,
        early_stopping=False, random_state=0,
    ).fit(np.concatenate(kept), np.array(y, int), sample_weight=w * len(w) / w.sum())
    sizes, nodes = pack(model)
    print('/** Written by scripts/train-extraction; see its README. */')
    print('export const CONTENT_MODEL = {')
    print(f"  features: '{' '.join(features)}',")
    print(f'  baseline: {float(model._baseline_prediction.ravel()[0])!r},')
    print(f"  sizes: '{' '.join(map(str, sizes))}',")
    print(f"  nodes: '{nodes}',")
    print('} as const;')


main(*sys.argv[1:])
