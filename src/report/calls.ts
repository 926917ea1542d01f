/** The model calls behind a record: one row each, and below what was wrong; or with all that was asked and answered. */
import type { CallRecord, ModelExchange } from '../domain/model.ts';
import { isFromCache } from '../run/call-records.ts';
import type { Format, Layout } from './formats.ts';
import { renderer } from './render.ts';
import { lines, list, paint, right, section, table, verbatim, type Block, type Row } from './report.ts';
import { usdOf } from './costs.ts';
import { amount, plural, seconds, usdText } from './words.ts';

/** @param isVerbose true: with each prompt and each answer as it came */
export function renderCalls(
  calls: readonly CallRecord[],
  { format, isVerbose }: { readonly format: Format; readonly isVerbose: boolean },
  layout: Layout,
): Promise<string> {
  const cached = calls.filter(isFromCache).length;
  const columns = [right('#'), 'step', 'role', 'model', ...['tries', 'in', 'out', 'USD', 'time'].map(right)];
  const problems = calls.flatMap((call, index) => {
    const texts = problemsOf(call);
    return texts.length === 0 ? [] : [{ head: `Call ${index + 1}:`, blocks: [lines(...texts)] }];
  });
  const render = renderer<typeof calls>(() => ({
    title: `${plural(calls.length, 'call')}, ${cached} of them answered from what was kept`,
    blocks: [table(columns, calls.map(callCells)), list(problems), ...(isVerbose ? calls.map(conversation) : [])],
  }));
  return render(calls, format, layout);
}

function callCells(call: CallRecord, index: number): Row {
  const { step, role, model, exchanges, elapsedMs } = call;
  const sum = (of: (exchange: ModelExchange) => number | undefined) =>
    amount(exchanges.reduce((total, exchange) => total + (of(exchange) ?? 0), 0));
  return [
    ...[String(index + 1), step, role, model],
    isFromCache(call) ? 'cached' : sum(({ attempts }) => attempts),
    sum(({ answer }) => answer?.usage.inputTokens),
    sum(({ answer }) => answer?.usage.outputTokens),
    usdText(usdOf(exchanges)),
    seconds(elapsedMs),
  ];
}

function problemsOf({ exchanges, repaired, outcome }: CallRecord): Row {
  return [
    ...exchanges.flatMap(({ problems }) => problems.map((problem) => paint.warn(problem))),
    ...(repaired ? ['It was asked once more to mend its answer.'] : []),
    ...(outcome.status === 'done' ? [] : [paint.bad(`no value: ${outcome.reason}`)]),
  ];
}

function conversation({ exchanges, step, role }: CallRecord, index: number): Block {
  let shown = 0;
  const said = exchanges.flatMap(({ messages, answer }) => {
    const fresh = messages.slice(shown);
    // The repair repeats the question and the answer before it adds its own.
    shown = messages.length + 1;
    return [...fresh, { role: 'answer', content: answer?.text ?? '(none came)' }];
  });
  const blocks = said.flatMap((message) => [lines(paint.soft(`── ${message.role} ──`)), verbatim(message.content)]);
  return section(`Call ${index + 1}: ${step}, ${role}`, ...blocks);
}
