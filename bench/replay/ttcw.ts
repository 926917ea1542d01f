/**
 * Replays the verdicts of experts and models on the Torrance tests of creative writing: agreement and accuracy.
 *
 *   npm run replay:ttcw -- --data DIR [--model NAME] [--json]
 *
 * DIR holds `ttcw_annotations.json` and `annotations_<model>.jsonl`; without `--model` all models.
 */
import { printTable } from '../support.ts';
import { replayTtcw, type TtcwReport } from './replay-ttcw.ts';
import { decimals, runReplay } from './run-replay.ts';

function printReport({ experts, models }: TtcwReport): void {
  const { fleissKappa, perTest, meanOfTests, krippendorffAlpha } = experts;
  printTable(
    ['experts', "Fleiss' kappa", 'items', 'left out'],
    [
      ['all tests', decimals(fleissKappa.value), fleissKappa.scored, fleissKappa.missing],
      ...perTest.map(({ test, category, fleissKappa: of }) => [
        `${test} ${category}`,
        decimals(of.value),
        of.scored,
        of.missing,
      ]),
      ['mean of tests', decimals(meanOfTests), '', ''],
      ["Krippendorff's alpha", decimals(krippendorffAlpha.value), krippendorffAlpha.scored, krippendorffAlpha.missing],
    ],
  );
  printTable(
    ['model', 'accuracy', "Cohen's kappa", 'scored', 'answers', 'unscored', 'no majority'],
    models.map((of) => [
      of.model,
      decimals(of.accuracy.value),
      decimals(of.cohenKappa.value),
      of.accuracy.scored,
      of.answers,
      of.unscored.length,
      of.withoutMajority,
    ]),
  );
  for (const { where, reason } of models.flatMap(({ unscored }) => unscored))
    console.log(`  unscored: ${where}: ${reason}`);
}

await runReplay('npm run replay:ttcw -- --data DIR [--model NAME] [--json]', replayTtcw, printReport);
