/** The model calls behind a record: one row each, and below what was wrong; or with all that was asked and answered. */
import type { CallRecord, ModelExchange } from '../domain/model.ts';
import { isFromCache } from '../run/call-records.ts';
import type { Format, Layout } from './formats.ts';
import { renderer } from './render.ts';
import { bad, lines, list, right, section, soft, table, verbatim, warn, type Block } from './report.ts';
import { amount, plural, seconds, usdText } from './words.ts';

/** @param isVerbose true: with each prompt and each answer as it came */
export function renderCalls(
  calls: readonly CallRecord[],
  { format, isVerbose }: { readonly format: Format; readonly isVerbose: boolean },
  layout: Layout,
): Promise<string> {
  const cached = calls.filter(isFromCache).length;
  const columns = [right('#'), 'step', 'role', 'model', ...['tries', 'in', 'out', 'USD', 'time'].map(right)];
  const problems = calls.map((call, index) => ({ head: `Call ${index + 1}:`, blocks: problemLines(call) }));
  const render = renderer<typeof calls>(() => ({
    title: `${plural(calls.length, 'call')}, ${cached} of them answered from what was kept`,
    blocks: [
      table(columns, calls.map(callCells)),
      list(problems.filter(({ blocks }) => blocks.length > 0)),
      ...(isVerbose ? calls.map(conversation) : []),
    ],
  }));
  return render(calls, format, layout);
}

function callCells(call: CallRecord, index: number): readonly string[] {
  const { step, role, model, exchanges, elapsedMs } = call;
  const sum = (of: (exchange: ModelExchange) => number) =>
    exchanges.reduce((total, exchange) => total + of(exchange), 0);
  return [
    ...[String(index + 1), step, role, model],
    isFromCache(call) ? 'cached' : String(sum(({ attempts }) => attempts)),
    amount(sum(({ answer }) => answer?.usage.inputTokens ?? 0)),
    amount(sum(({ answer }) => answer?.usage.outputTokens ?? 0)),
    usdText(exchanges.some(({ usd }) => usd === null) ? null : sum(({ usd }) => usd ?? 0)),
    seconds(elapsedMs),
  ];
}

function problemLines({ exchanges, repaired, outcome }: CallRecord): readonly Block[] {
  const problems = exchanges.flatMap((exchange) => exchange.problems);
  if (problems.length === 0 && !repaired && outcome.status === 'done') return [];
  return [
    lines(
      ...problems.map(warn),
      repaired ? 'It was asked once more to mend its answer.' : null,
      outcome.status === 'done' ? null : bad(`no value: ${outcome.reason}`),
    ),
  ];
}

function conversation({ exchanges, step, role }: CallRecord, index: number): Block {
  let shown = 0;
  const said = exchanges.flatMap(({ messages, answer }) => {
    const fresh = messages.slice(shown);
    // The repair repeats the question and the answer before it adds its own.
    shown = messages.length + 1;
    return [...fresh, { role: 'answer', content: answer === null ? '(none came)' : answer.text }];
  });
  const blocks = said.flatMap((message) => [lines(soft(`── ${message.role} ──`)), verbatim(message.content)]);
  return section(`Call ${index + 1}: ${step}, ${role}`, ...blocks);
}
