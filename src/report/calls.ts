/** The model calls behind a record: one row each, then their problems; verbose: with the whole conversations. */
import type { CallRecord, ModelExchange } from '../domain/model.ts';
import { renderer, type FormatName } from './formats.ts';
import type { Layout } from './layout.ts';
import { left, lines, list, paint, right, section, table, verbatim, type Block, type Row } from './report.ts';
import { amount, plural, seconds, usdText } from './words.ts';

/** @param isVerbose with each prompt and each raw answer */
export function renderCalls(
  calls: readonly CallRecord[],
  { format, isVerbose }: { readonly format: FormatName; readonly isVerbose: boolean },
  layout: Layout,
): Promise<string> {
  const exchanges = calls.flatMap((call) => call.exchanges);
  const sent = exchanges.filter(({ attempts }) => attempts > 0).length;
  const cached = exchanges.filter((exchange) => exchange.cached).length;
  // As in the table of costs: a repair is a call of its own, a retry is not.
  const title = `${plural(sent, 'call')}, ${cached} more answered from the cache`;
  const problems = calls.flatMap((call, index) => {
    const texts = problemsOf(call);
    return texts.length === 0 ? [] : [{ head: `Call ${index + 1}:`, blocks: [lines(...texts)] }];
  });
  const render = renderer<typeof calls>(() => ({
    title,
    blocks: [callTable(calls), list(problems), ...(isVerbose ? calls.map(conversationSection) : [])],
  }));
  return render(calls, format, layout);
}

/** One row for each exchange, repairs included. */
function callTable(calls: readonly CallRecord[]): Block {
  const rows = calls.flatMap((call, number) =>
    call.exchanges.map((exchange, place) => ({ call, exchange, isFirst: place === 0, number: number + 1 })),
  );
  const tokens = ({ answer }: ModelExchange, of: 'inputTokens' | 'outputTokens') => amount(answer?.usage[of] ?? 0);
  return table(rows, [
    right('#', ({ isFirst, number }) => (isFirst ? String(number) : '')),
    left('step', ({ call }) => call.step),
    left('role', ({ call, isFirst }) => (isFirst ? call.role : `${call.role}: repair`)),
    left('model', ({ call }) => call.model),
    right('tries', ({ exchange }) => (exchange.cached ? 'cached' : amount(exchange.attempts))),
    right('in', ({ exchange }) => tokens(exchange, 'inputTokens')),
    right('out', ({ exchange }) => tokens(exchange, 'outputTokens')),
    right('USD', ({ exchange }) => usdText(exchange.usd)),
    right('time', ({ call, isFirst }) => (isFirst ? seconds(call.elapsedMs) : '')),
  ]);
}

function problemsOf({ exchanges, repaired, outcome }: CallRecord): Row {
  return [
    ...exchanges.flatMap(({ problems }) => problems.map((problem) => paint.warn(problem))),
    ...(repaired ? ['The model was asked once more to repair its answer.'] : []),
    ...(outcome.status === 'done' ? [] : [paint.bad(`no value: ${outcome.reason}`)]),
  ];
}

function conversationSection({ exchanges, step, role }: CallRecord, index: number): Block {
  let shown = 0;
  const conversation = exchanges.flatMap(({ messages, answer }) => {
    const fresh = messages.slice(shown);
    // The repair repeats the question and the answer before it adds its own.
    shown = messages.length + 1;
    return [...fresh, { role: 'answer', content: answer?.text ?? '(none came)' }];
  });
  const blocks = conversation.flatMap((message) => [
    lines(paint.soft(`── ${message.role} ──`)),
    verbatim(message.content),
  ]);
  return section(`Call ${index + 1}: ${step}, ${role}`, ...blocks);
}
