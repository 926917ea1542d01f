/** Precision, recall and F1 of several labels: by hand, and against counts of a confusion of every label. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byLabel, multiLabel, pooled, type LabelSets } from '../../src/metrics/multi-label.ts';

const ITEMS: readonly LabelSets[] = [
  { predicted: ['tone'], gold: ['tone', 'length'] },
  { predicted: ['tone', 'length'], gold: ['tone'] },
  { predicted: [], gold: ['length'] },
  { predicted: null, gold: ['length'] },
  { predicted: ['tone'], gold: [] },
];
const LABELS = ['a', 'b', 'c', 'd'];

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function expectSame(value: number | null, expected: number | null): void {
  if (value === null || expected === null) expect(value).toBe(expected);
  else expect(Math.abs(value - expected)).toBeLessThan(1e-9);
}

describe('several labels of an item', () => {
  it('are measured item by item, label by label, and together', () => {
    const { precision, recall, f1, ...counted } = multiLabel(ITEMS);
    expect(counted).toEqual({ scored: 3, missing: 2 });
    // 1, ½, 0; ½, 1, 0; ⅔, ⅔, 0.
    expect([precision, recall, f1]).toEqual([0.5, 0.5, (2 / 3 + 2 / 3) / 3]);
    expect(pooled(ITEMS)).toEqual({ precision: 2 / 3, recall: 0.5, f1: 4 / 7 });
    expect(byLabel(ITEMS)).toEqual([
      { label: 'tone', precision: 1, recall: 1, f1: 1, predicted: 2, gold: 2 },
      { label: 'length', precision: 0, recall: 0, f1: 0, predicted: 1, gold: 2 },
    ]);
  });

  it('give what a second implementation gives, with gaps', () => {
    const set = fc.uniqueArray(fc.constantFrom(...LABELS));
    const item = fc.record({ predicted: fc.option(set), gold: fc.option(set) });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 20 }), (items) => {
        const usable = items.filter(({ predicted, gold }) => predicted !== null && gold !== null && gold.length > 0);
        const cell = (each: LabelSets, label: string) =>
          [each.predicted?.includes(label) === true, each.gold?.includes(label) === true] as const;
        const f1 = usable.map((each) => {
          const cells = LABELS.map((label) => cell(each, label));
          const [hits, extra, lost] = [
            cells.filter(([said, is]) => said && is).length,
            cells.filter(([said, is]) => said && !is).length,
            cells.filter(([said, is]) => !said && is).length,
          ];
          const [precision, recall] = [hits === 0 ? 0 : hits / (hits + extra), hits / (hits + lost)];
          return hits === 0 ? 0 : (2 * precision * recall) / (precision + recall);
        });
        const expected = f1.length === 0 ? null : f1.reduce((sum, each) => sum + each, 0) / f1.length;
        const measured = multiLabel(items);
        // Item precision and pooled F1 by the cells of a table of items × labels, summed directly.
        const table = usable.map((each) => LABELS.map((label) => cell(each, label)));
        const precisions = table.map((cells) => {
          const said = cells.filter(([isSaid]) => isSaid);
          return said.length === 0 ? 0 : said.filter(([, is]) => is).length / said.length;
        });
        const all = table.flat();
        const both = all.filter(([said, is]) => said && is).length;
        const either = all.reduce((count, [said, is]) => count + Number(said) + Number(is), 0);
        expectSame(measured.precision, usable.length === 0 ? null : meanOf(precisions));
        expectSame(pooled(items).f1, either === 0 ? null : (2 * both) / either);
        expect(measured.missing).toBe(items.length - usable.length);
        if (expected === null) expect(measured.f1).toBeNull();
        else expect(Math.abs((measured.f1 ?? NaN) - expected)).toBeLessThan(1e-9);
        for (const { label, recall, gold } of byLabel(items)) {
          const own = usable.filter((each) => each.gold?.includes(label) === true);
          expect(gold).toBe(own.length);
          const found = own.filter((each) => each.predicted?.includes(label) === true).length;
          if (own.length === 0) expect(recall).toBeNull();
          else expect(Math.abs((recall ?? NaN) - found / own.length)).toBeLessThan(1e-9);
        }
      }),
    );
  });
});
