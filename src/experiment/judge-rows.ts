/** What protocols say of an experiment's responses, as rows that a judge is measured by. */
import type { Comparison, ScoringProtocol as ScoringProtocolName } from '../domain/comparison.ts';
import type { AgentProvenance, ModelUsage } from '../domain/model.ts';
import type { Groundrule } from '../groundrule.ts';
import type { JudgeRow, Said } from '../data/judge-row.ts';
import { taskKey } from '../measure/measured-list.ts';
import { settledGrounds } from '../judge/selective.ts';
import { winnerAfterDoubt } from '../judge/summarize-comparisons.ts';
import { unansweredItems, unansweredOfComparison } from '../judge/unanswered.ts';
import { SCORING } from '../judge/protocols/index.ts';
import { questionsOf } from '../jobs/rows/row-questions.ts';
import type { Attempts } from './attempts.ts';
import type { TaskRow } from '../data/row.ts';
import type { ExperimentProtocol } from './experiment-file.ts';
import { chosenOf } from './chosen-of.ts';

export interface JudgedRows {
  readonly rows: readonly JudgeRow[];
  readonly usage: readonly ModelUsage[];
  readonly judges: AgentProvenance;
}

interface Tools {
  readonly client: Groundrule;
  readonly tries: Attempts;
}

/** Labelled pairs are compared; responses with scores of people are scored, each by itself. */
export async function judgeLabelled(
  by: ExperimentProtocol,
  rows: readonly TaskRow[],
  tools: Tools,
): Promise<JudgedRows> {
  const pairs = rows.filter(({ label, responses }) => label !== null && responses.length === 2);
  const compared = await tools.tries.each(by.id, pairs, async (row) => {
    const [a = { name: 'a', response: '' }, b = { name: 'b', response: '' }] = row.responses;
    const options = { ...optionsFor(by, row), by: by.protocol, name: row.id };
    const compared = await tools.client.compare(named(a), named(b), options);
    tools.tries.leaveOpen(unansweredOfComparison(compared));
    return rowOfComparison(row, compared);
  });
  const scored = rows.flatMap((row) =>
    row.responses.flatMap((response) => (response.score === null ? [] : [{ row, response }])),
  );
  const given = isScoring(by.protocol) || by.protocol === 'pass-rate' ? scored : [];
  const judged = await tools.tries.each(by.id, given, async ({ row, response }) => {
    const { score, ...others } = await scoreOf(by, row, response, tools);
    return { ...others, row: { ...NOTHING, id: response.name, predicted: score, labels: [response.score] } };
  });
  return gather([...compared, ...judged]);
}

/**
 * Of several responses by one model the best one is picked; what is truly best, the data's criteria say.
 * @param truth the model that says which criteria are met; undefined: the one that judges
 */
export async function judgeSamples(
  by: ExperimentProtocol,
  rows: readonly TaskRow[],
  { samples, truth }: { readonly samples: number; readonly truth?: string | undefined },
  tools: Tools,
): Promise<JudgedRows> {
  const truthBy = truth === undefined ? [] : [truth];
  const judged = await tools.tries.each(by.id, rows, async (row) => {
    const { responses } = await tools.client.respond(row.task, { samples });
    const written = responses.flatMap((response) => (response.status === 'done' ? [response.value] : []));
    return Promise.all(
      written.map(async (response, at) => {
        const sample = { name: `${row.id} #${at + 1}`, response };
        const judgedTruly = await tools.client.judge(sample, row.criteria, { instruction: row.task, panel: truthBy });
        tools.tries.leaveOpen(unansweredItems(judgedTruly));
        const { score, usage, judges } = await scoreOf(by, row, sample, tools);
        const group = taskKey(row.task);
        const { rate, yes, no } = judgedTruly.passRate;
        const judged = { ...NOTHING, id: sample.name, predicted: score, labels: [rate], items: yes + no, group };
        return { usage, judges, row: judged };
      }),
    );
  });
  return gather(judged.flat());
}

/** A row that says nothing. */
export const NOTHING = {
  predicted: null,
  labels: [],
  samples: [],
  confidence: null,
  group: null,
  generated: [],
  human: null,
};

interface Judged {
  readonly row: JudgeRow;
  readonly usage: readonly ModelUsage[];
  readonly judges: AgentProvenance;
}

function gather(judged: readonly Judged[]): JudgedRows {
  return {
    rows: judged.map(({ row }) => row),
    usage: judged.flatMap(({ usage }) => usage),
    judges: Object.fromEntries(judged.flatMap(({ judges }) => Object.entries(judges))),
  };
}

function rowOfComparison({ id, label }: TaskRow, compared: Comparison): Judged {
  const { result, grounds, comparers, usage } = compared;
  const settled = grounds?.kind === 'panel' ? null : settledGrounds(grounds);
  const [unswapped, swapped] = settled?.kind === 'preferences' ? settled.orders.map(({ verdict }) => verdict) : [];
  const said = (verdict: { readonly status: string; readonly winner?: Said }) => verdict.winner ?? null;
  const row = { ...NOTHING, id, predicted: said(result), labels: [label], afterDoubt: winnerAfterDoubt(grounds) };
  const bothOrders = { ...row, unswapped: unswapped && said(unswapped), swapped: swapped && said(swapped) };
  return { usage, judges: comparers, row: unswapped === undefined || swapped === undefined ? row : bothOrders };
}

async function scoreOf(
  by: ExperimentProtocol,
  row: TaskRow,
  given: { readonly name: string; readonly response: string },
  { client, tries }: Tools,
): Promise<{ readonly score: number | null } & Omit<Judged, 'row'>> {
  const options = optionsFor(by, row);
  const { protocol } = by;
  if (isScoring(protocol)) {
    const { result, usage, judges } = await client.score(named(given), { ...options, by: protocol });
    if (result.status === 'unscored') tries.leaveOpen(1);
    return { score: result.status === 'scored' ? result.score : null, usage, judges };
  }
  const { checklist = (await client.generateChecklist(row.task, options)).checklist } = options;
  const judged = await client.judge(named(given), checklist, options);
  tries.leaveOpen(unansweredItems(judged));
  const score = judged.score === undefined ? judged.passRate.rate : judged.score.value;
  return { score, usage: judged.usage, judges: {} };
}

function isScoring(protocol: string): protocol is ScoringProtocolName {
  return protocol in SCORING;
}

function optionsFor(by: ExperimentProtocol, row: TaskRow) {
  const { checklist } = by;
  const { task, reference } = row;
  return {
    ...chosenOf(by),
    instruction: task,
    ...(by.reference === 'given' ? { reference } : {}),
    ...(checklist === 'given' ? { checklist: questionsOf(row) } : {}),
    ...(checklist === undefined || checklist === 'given' ? {} : { policy: checklist }),
  };
}

function named({ name, response }: { readonly name: string; readonly response: string }) {
  return { name, response };
}
