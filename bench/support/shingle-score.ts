/** The article extraction benchmark's metric: overlap of runs of four tokens, as multisets. */

export interface PageScore {
  /** Shares of the page's TP + FP + FN. */
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
}

const SHINGLE_TOKENS = 4;

export function scoreText(found: string, truth: string): PageScore {
  const a = shingles(found);
  const b = shingles(truth);
  let tp = 0;
  let fp = 0;
  let fn = 0;
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const inFound = a.get(key) ?? 0;
    const inTruth = b.get(key) ?? 0;
    tp += Math.min(inFound, inTruth);
    fp += Math.max(0, inFound - inTruth);
    fn += Math.max(0, inTruth - inFound);
  }
  const sum = tp + fp + fn;
  return sum === 0 ? { tp: 0, fp: 0, fn: 0 } : { tp: tp / sum, fp: fp / sum, fn: fn / sum };
}

/** Precision and recall are averaged over the pages where they are defined; F1 is their harmonic mean. */
export function meanScores(scores: readonly PageScore[]): { precision: number; recall: number; f1: number } {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const precision = mean(scores.filter(({ tp, fp }) => tp + fp > 0).map(({ tp, fp }) => tp / (tp + fp)));
  const recall = mean(scores.filter(({ tp, fn }) => tp + fn > 0).map(({ tp, fn }) => tp / (tp + fn)));
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

function shingles(text: string): Map<string, number> {
  const tokens = text.match(/[\p{L}\p{M}\p{N}\p{Pc}]+/gu) ?? [];
  const runs = new Map<string, number>();
  const last = Math.max(0, tokens.length - SHINGLE_TOKENS);
  for (let i = 0; i <= last && tokens.length > 0; i += 1) {
    const run = tokens.slice(i, i + SHINGLE_TOKENS).join(' ');
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return runs;
}
