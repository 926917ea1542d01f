/** What a metric of experiments is: what of the data it needs, how it is measured, and what it gives. */
import type { RowField } from '../../data/benchmarks.ts';
import type { TaskRow } from '../../data/row.ts';
import type { Figure } from '../../measure/figure.ts';
import type { CriteriaFigures } from '../../measure/measure-criteria.ts';
import type { JudgeDifference } from '../../measure/judge-differences.ts';
import type { JudgeFigures } from '../../measure/measure-judge.ts';
import type { AgentProvenance, ModelUsage } from '../../domain/model.ts';
import type { RowTools } from '../attempts.ts';
import type { LoadedData, LoadedExperiment } from '../experiment-data.ts';
import type { Experiment } from '../experiment-file.ts';
import type { EachAblation } from '../../judge/ablate-each.ts';
import type { PoliciesMeasured } from '../../measure/measure-policies.ts';
import type { MadeLists } from '../make-lists.ts';

export interface Metric {
  /** What it says of what, for a heading. */
  readonly title: string;
  /** Fields that every row must have, beside the instruction. */
  readonly needs: readonly RowField[];
  /** Scores from a file can take the place of the data’s criteria (`trueScore` of the data). */
  readonly usesTrueScores?: true;
  /** Refuses rows of which nothing could be measured, before anything is asked. @throws InputError */
  readonly requires?: (rows: readonly TaskRow[]) => void;
  /** Its measures, as the columns of a table are called: by what stands behind the dot in `measure: recall.all`. */
  readonly measures: (experiment: Omit<Experiment, 'data'>) => Readonly<Record<string, string>>;
  /** What the table calls all systems together, where there are several; absent: they are measured each by itself alone. */
  readonly together?: string;
  /** @throws CancelledError, and errors that are bugs; what fails for a row goes to `tries` */
  readonly measure: (given: Given) => Promise<Measured>;
}

/** One file of data and one model. */
export interface Given extends RowTools {
  readonly experiment: LoadedExperiment;
  readonly data: LoadedData;
  /** Its rows, as they are measured. */
  readonly rows: readonly TaskRow[];
  /** The first row of each task. */
  readonly tasks: readonly TaskRow[];
  /** Systems that made a list at least. */
  readonly systems: readonly MadeLists[];
  /** Figures of their lists side by side, made once for all metrics; null: there is no list, or measuring failed. */
  readonly figuresOfLists: () => Promise<CriteriaFigures | null>;
}

export interface Measured {
  readonly cells: readonly Cell[];
  readonly tables?: readonly MetricTable[];
  /** Figures with a report of their own. */
  readonly detail?: Partial<Detail>;
  readonly agents?: readonly AgentProvenance[];
}

export interface Cell {
  /** The id of a mode or a protocol. */
  readonly system: string;
  readonly measure: string;
  readonly figure: Figure;
}

export interface MetricTable {
  readonly title: string;
  readonly heads: readonly string[];
  /** Numbers are shown with three decimals at most; null: there is none. */
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export interface Detail {
  readonly criteria: CriteriaFigures | null;
  readonly similarity: readonly ProtocolResult[];
  readonly agreement: readonly ProtocolResult[];
  /** Of every two protocols over the pairs that both decided. */
  readonly differences: readonly JudgeDifference[];
  readonly selection: readonly ProtocolResult[];
  /** What was sampled to select from: a file of scores for these makes a row of a reward model. */
  readonly candidates: readonly SampledResponse[];
  readonly refinement: readonly RefinedSystem[];
  /** Null: they were not measured, or no case has a list by every system. */
  readonly policies: PoliciesMeasured | null;
  readonly ablation: readonly (Pick<EachAblation, 'kind' | 'groups' | 'lists'> & { readonly name: string })[];
}

/** What refined responses are truly worth, the start first. */
export interface RefinedSystem {
  readonly name: string;
  /** DRFR, or mean WB-Scores. */
  readonly rounds: readonly Figure[];
  /** Means over responses. */
  readonly means: readonly Figure[];
  /** What was written in each round: a file of scores for these says what they are truly worth. */
  readonly responses: readonly SampledResponse[];
}

export interface SampledResponse {
  readonly id: string;
  readonly instruction: string;
  readonly context: string | null;
  readonly response: string;
}

/** What was made, and what making it took. */
export interface Cost {
  readonly usage: readonly ModelUsage[];
  /** Null: the calls were not timed. */
  readonly elapsedMs: number | null;
  /** Lists, or verdicts. */
  readonly count: number;
}

export interface ProtocolResult {
  readonly name: string;
  /** What its cells are called by: that of several lists by one protocol is the same. */
  readonly system: string;
  readonly figures: JudgeFigures;
  readonly cost: Cost | null;
}
