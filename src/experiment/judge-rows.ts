/** What protocols say of an experiment's responses, as rows that a judge is measured by. */
import type { Comparison, ScoringProtocol as ScoringProtocolName } from '../domain/comparison.ts';
import type { AgentProvenance, ModelUsage } from '../domain/model.ts';
import { NOTHING, type JudgeRow, type Said } from '../data/judge-row.ts';
import { named } from '../data/read-pairs.ts';
import { taskKey } from '../domain/task.ts';
import { settledGrounds } from '../judge/selective.ts';
import { winnerAfterDoubt } from '../judge/summarize-comparisons.ts';
import { SCORING } from '../judge/protocols/index.ts';
import type { GenerateChecklistOptions } from '../client/judging-options.ts';
import { questionsOf } from '../jobs/rows/row-questions.ts';
import type { RowTools } from './attempts.ts';
import { rowOfCandidate, type Candidate } from './candidates.ts';
import type { TaskRow } from '../data/row.ts';
import type { ExperimentProtocol } from './experiment-file.ts';
import { labelledPairs } from './human-judged.ts';
import { chosenOf } from './chosen-of.ts';

/** A protocol as its rows are judged by it. */
export interface ProtocolRun extends ExperimentProtocol {
  /** Which of several lists it writes to judge by; absent: there is one. */
  readonly sample?: NonNullable<GenerateChecklistOptions['sample']>;
}

export interface JudgedRows {
  readonly rows: readonly JudgeRow[];
  readonly usage: readonly ModelUsage[];
  readonly judges: readonly AgentProvenance[];
}

/** Labelled pairs are compared; where there are none, responses with scores of people are scored, each by itself. */
export async function judgeLabelled(by: ProtocolRun, rows: readonly TaskRow[], tools: RowTools): Promise<JudgedRows> {
  const pairs = labelledPairs(rows);
  const compared = await tools.tries.each(by.id, pairs, async (row) => {
    const [a = { name: 'a', response: '' }, b = { name: 'b', response: '' }] = row.responses;
    const { policy, ...others } = optionsFor(by, row);
    // A comparison writes one list by itself, and the same one for each of several.
    const written =
      by.sample === undefined
        ? null
        : await tools.client.generateChecklist(row.task, { ...others, ...(policy && { policy }), sample: by.sample });
    const list = written === null ? policy && { policy } : { checklist: written.checklist };
    const compared = await tools.client.compare(named(a), named(b), {
      ...{ ...others, ...list, by: by.protocol, name: row.id },
    });
    await tools.tries.leaveOpenIn(tools.client, compared);
    const { usage, ...judged } = rowOfComparison(row, compared);
    return { ...judged, usage: [...(written?.usage ?? []), ...usage] };
  });
  const scored = (pairs.length > 0 ? [] : rows).flatMap((row) =>
    row.responses.flatMap((response) => (response.score === null ? [] : [{ row, response }])),
  );
  const given = isScoring(by.protocol) || by.protocol === 'pass-rate' ? scored : [];
  const judged = await tools.tries.each(by.id, given, async ({ row, response }) => {
    const { score, generated = [], ...others } = await scoreOf(by, row, response, tools);
    const said = { predicted: score, labels: [response.score], cluster: taskKey(row.task), generated };
    return { ...others, row: { ...NOTHING, id: response.name, ...said } };
  });
  return gather([...compared, ...judged]);
}

/** How each response is scored, one by itself among several that compete. */
export async function judgeCandidates(
  by: ProtocolRun,
  candidates: readonly (readonly Candidate[])[],
  tools: RowTools,
): Promise<JudgedRows> {
  const judged = await tools.tries.each(by.id, candidates, (group) =>
    Promise.all(
      group.map(async (candidate) => {
        const { score, generated = [], ...others } = await scoreOf(by, candidate.row, candidate, tools);
        return { ...others, row: { ...rowOfCandidate(candidate, score), generated } };
      }),
    ),
  );
  return gather(judged.flat());
}

interface Judged {
  readonly row: JudgeRow;
  readonly usage: readonly ModelUsage[];
  readonly judges: AgentProvenance;
}

function gather(judged: readonly Judged[]): JudgedRows {
  return {
    rows: judged.map(({ row }) => row),
    usage: judged.flatMap(({ usage }) => usage),
    judges: judged.map(({ judges }) => judges),
  };
}

function rowOfComparison({ place, label, task }: TaskRow, compared: Comparison): Judged {
  const { result, grounds, comparers, usage } = compared;
  const settled = grounds?.kind === 'panel' ? null : settledGrounds(grounds);
  const [unswapped, swapped] = settled?.kind === 'preferences' ? settled.orders.map(({ verdict }) => verdict) : [];
  const said = (verdict: { readonly status: string; readonly winner?: Said }) => verdict.winner ?? null;
  const row = {
    ...NOTHING,
    // Rows of several systems may share their id.
    id: place,
    predicted: said(result),
    labels: [label],
    cluster: taskKey(task),
    afterDoubt: winnerAfterDoubt(grounds),
  };
  const bothOrders = { ...row, unswapped: unswapped && said(unswapped), swapped: swapped && said(swapped) };
  return { usage, judges: comparers, row: unswapped === undefined || swapped === undefined ? row : bothOrders };
}

interface Scored extends Omit<Judged, 'row'> {
  readonly score: number | null;
  /** The checklist that was written to judge by; absent: none was. */
  readonly generated?: JudgeRow['generated'];
}

async function scoreOf(
  by: ProtocolRun,
  row: TaskRow,
  given: { readonly name: string; readonly response: string },
  { client, tries }: RowTools,
): Promise<Scored> {
  const options = optionsFor(by, row);
  const { protocol, sample } = by;
  if (isScoring(protocol)) {
    const scoring = await client.score(named(given), { ...options, by: protocol });
    await tries.leaveOpenIn(client, scoring);
    const { result, usage, judges } = scoring;
    return { score: result.status === 'scored' ? result.score : null, usage, judges };
  }
  const written =
    options.checklist === undefined ? await client.generateChecklist(row.task, { ...options, sample }) : null;
  const checklist = written?.checklist ?? options.checklist ?? [];
  const judged = await client.judge(named(given), checklist, options);
  await tries.leaveOpenIn(client, judged);
  const score = judged.score === undefined ? judged.passRate.rate : judged.score.value;
  const generated = written?.checklist.items.map(({ question }) => question);
  return { score, usage: judged.usage, judges: {}, ...(generated === undefined ? {} : { generated: [generated] }) };
}

function isScoring(protocol: string): protocol is ScoringProtocolName {
  return protocol in SCORING;
}

function optionsFor(by: ProtocolRun, row: TaskRow) {
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
