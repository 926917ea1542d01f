/** An experiment: its figures and plots, what is missing, what it cost, and how to repeat it. */
import type { Cost, ProtocolResult } from '../experiment/metrics/metric.ts';
import type { ExperimentResult } from '../experiment/run-experiment.ts';
import type { ExperimentPart } from '../experiment/run-part.ts';
import { usdOf } from '../domain/usd-of.ts';
import { figuresOf, usageBlocks } from './costs.ts';
import { decimals } from './figure.ts';
import { criteriaPlots, protocolPlots } from './experiment-plots.ts';
import { criteriaBlocks } from './measured-criteria.ts';
import { matrixBlocks, matrixRows } from './matrix.ts';
import { ablationBlocks } from './each-ablation.ts';
import { bestAndWorstTable, policyBlocks } from './policies.ts';
import { differenceTable, judgeBlocks } from './measured-judge.ts';
import { refinementBlocks } from './refined-systems.ts';
import { renderer } from './formats.ts';
import { command, left, lines, list, main, paint, right, say, section, table, verbatim, type Block } from './report.ts';
import { amount, plural, seconds, usdText } from './words.ts';

/** The result, and what ran it. */
export interface ExperimentReport extends ExperimentResult {
  /** As typed. */
  readonly command: string;
  /** `own`: some of ours are replaced by those of a folder (`--prompts`). SHA-256 of all by name, in hex. */
  readonly prompts: { readonly set: 'bundled' | 'own'; readonly sha256: string };
  readonly groundruleVersion: string;
  readonly nodeVersion: string;
  /** Those that are not the defaults; none of them is secret. */
  readonly settings: readonly { readonly name: string; readonly value: string }[];
}

export const renderExperiment = renderer<ExperimentReport>(
  (result) => {
    const { experiment, matrix, parts, missing, stoppedBy, usage } = result;
    const missingResults = missing.reduce((sum, { count }) => sum + count, 0);
    return {
      title: experiment.name,
      blocks: [
        lines(
          experiment.about ?? null,
          stoppedBy === null ? null : paint.bad(`Stopped before its end: ${stoppedBy.message}`),
          missing.length === 0 ? null : paint.warn(`${plural(missingResults, 'result')} missing: see below.`),
        ),
        ...matrixBlocks(matrix),
        section('Best and worst lists by judge', bestAndWorstTable(parts)),
        section(
          'What of the paper is not repeated',
          list(experiment.notRepeated.map(({ what, why }) => `${what}: ${why}`)),
        ),
        ...parts.flatMap((part) => partBlocks(part, parts.length > 1)),
        section(
          'What is missing',
          list(missing.map(({ what, reason, count }) => `${what}, ${plural(count, 'time')}: ${reason}`)),
        ),
        section(
          'What this run took',
          lines(
            `${seconds(result.elapsedMs)}${usage.length === 0 ? '; no model was asked.' : '. Cached answers cost nothing.'}`,
          ),
          ...usageBlocks(usage),
        ),
        section('How to repeat it', ...repeatBlocks(result)),
      ],
    };
  },
  {
    record: ({ stoppedBy, ...result }) => ({ ...result, stoppedBy: stoppedBy?.message ?? null }),
    rows: ({ matrix }) => matrixRows(matrix),
  },
);

function partBlocks(part: ExperimentPart, isOneOfMany: boolean): readonly Block[] {
  const { data, model, criteria, policies } = part;
  const blocks = [
    ...criteriaPlots(part),
    ...(criteria === null ? [] : criteriaBlocks(criteria)),
    section('What making the lists took', listCosts(part.costs)),
    ...protocolBlocks('Wording beside that of the given lists', part.similarity),
    ...protocolBlocks('Agreement with people', part.agreement),
    section('Differences over the pairs of both', differenceTable(part.differences)),
    ...protocolBlocks('What each picks of several responses', part.selection),
    section('Refinement, round by round', ...refinementBlocks(part.refinement)),
    ...(policies === null ? [] : [section('What checklists bring the judge', ...policyBlocks(policies))]),
    ...part.ablation.map(({ name, kind, lists, groups }) =>
      section(`What the items do, ${name}`, ...ablationBlocks(kind, lists, groups)),
    ),
    ...part.tables.map(({ title, heads, rows }) => section(title, tableOf(heads, rows))),
  ];
  return isOneOfMany ? [section(model === null ? data : `${data}, ${model}`, ...blocks)] : blocks;
}

function protocolBlocks(title: string, results: readonly ProtocolResult[]): readonly Block[] {
  if (results.length === 0) return [];
  return [
    section(
      title,
      ...protocolPlots(results, title),
      list(
        results.map(({ name, figures, cost }) => ({
          head: say`${paint.strong(name)}: ${plural(figures.rows, 'row')}${cost === null ? '' : `, ${usdText(usdOf(cost.usage))} USD in this run`}`,
          blocks: judgeBlocks(figures),
          isFolded: false,
        })),
      ),
    ),
  ];
}

function tableOf([first = '', ...heads]: readonly string[], rows: ExperimentPart['tables'][number]['rows']): Block {
  type Cells = (typeof rows)[number];
  const textAt = (row: Cells, at: number) => {
    const cell = row[at] ?? null;
    return typeof cell === 'string' ? cell : numberText(cell);
  };
  const others = heads.map((head, index) => {
    const isNumber = rows.every((row) => typeof (row[index + 1] ?? 0) === 'number');
    return (isNumber ? right : left)<Cells>(head, (row) => textAt(row, index + 1));
  });
  return table(rows, [main(first, (row) => textAt(row, 0)), ...others]);
}

function numberText(value: number | null): string {
  return value !== null && Number.isInteger(value) ? amount(value) : decimals(value);
}

function listCosts(costs: Readonly<Record<string, Cost>>): Block {
  const rows = Object.entries(costs).map(([name, cost]) => ({ name, ...cost, figures: figuresOf(cost.usage) }));
  return table(rows, [
    main('System', ({ name }) => name),
    right('Lists', ({ count }) => amount(count)),
    right('Time for each', ({ elapsedMs, count }) =>
      elapsedMs === null || count === 0 ? '–' : seconds(elapsedMs / count),
    ),
    right('Calls', ({ figures }) => figures.calls),
    right('Tokens in', ({ figures }) => figures['tokens in']),
    right('Out', ({ figures }) => figures.out),
    right('USD', ({ figures }) => figures.USD),
  ]);
}

function repeatBlocks(result: ExperimentReport): readonly Block[] {
  const { experiment, agents, groundruleVersion, nodeVersion, startedAt, settings, prompts } = result;
  const { data, seed, resamples } = experiment;
  return [
    command(result.command),
    lines(
      `groundrule ${groundruleVersion}, Node.js ${nodeVersion}; begun ${startedAt}.`,
      `Prompts: ${prompts.set === 'bundled' ? 'ours as bundled' : 'of a folder of your own, ours for the rest'}; SHA-256 ${prompts.sha256}`,
      `The bootstrap draws by seed ${seed}, ${resamples ?? 'by default 1,000'} resamples. Answers of models and lists that the store holds are used again; another store asks anew.`,
    ),
    list(
      data.map(
        ({ id, file, benchmark = 'plain', rows, sha256 }) =>
          `Data ${id}: ${plural(rows.length, 'row')} of ${[file].flat().join(', ')}, read as ${benchmark}; SHA-256 ${sha256}`,
      ),
    ),
    table(settings, [main('Setting', ({ name }) => name), left('Value', ({ value }) => value)]),
    list(
      Object.entries(agents).map(
        ([name, { model, promptHash }]) => `Agent ${name}: ${model}, prompt SHA-256 ${promptHash}`,
      ),
    ),
    lines('The experiment’s file:'),
    verbatim(experiment.text),
  ];
}
