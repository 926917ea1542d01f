/** The model calls behind a set: one line each, or with all that was asked and answered. */
import type { CallRecord, ModelExchange } from '../domain/model.ts';
import { isFromCache } from '../run/call-records.ts';
import { printable, printableLine } from '../text/printable.ts';
import { grid, paragraph, type Column, type Layout } from './grid.ts';
import { amount, plural, seconds, usdText } from './words.ts';

const COLUMNS: readonly Column[] = [
  { width: 3, align: 'right' },
  { width: 9 },
  { width: 16 },
  { width: 18 },
  ...[6, 7, 6, 9, 8].map((width) => ({ width, align: 'right' as const })),
];
const HEAD = ['#', 'step', 'role', 'model', 'tries', 'in', 'out', 'USD', 'time'];
/** What is said of a call stands below its step. */
const INDENT = 5;

/** @param isVerbose true: each prompt and each answer as it came */
export function renderCalls(calls: readonly CallRecord[], isVerbose: boolean, layout: Layout): string {
  const { colors, width } = layout;
  const cached = calls.filter(isFromCache).length;
  return [
    paragraph(`${plural(calls.length, 'call')}, ${cached} of them answered from what was kept`, width),
    grid(COLUMNS, [HEAD.map(colors.gray)]),
    ...calls.map((call, index) => callBlock(call, index + 1, isVerbose, layout)),
  ].join('');
}

function callBlock(call: CallRecord, number: number, isVerbose: boolean, layout: Layout): string {
  const { colors, width } = layout;
  const { exchanges, outcome } = call;
  const sum = (of: (exchange: ModelExchange) => number) =>
    exchanges.reduce((total, exchange) => total + of(exchange), 0);
  const row = [
    String(number),
    call.step,
    call.role,
    printableLine(call.model),
    isFromCache(call) ? 'cached' : String(sum(({ attempts }) => attempts)),
    amount(sum(({ answer }) => answer?.usage.inputTokens ?? 0)),
    amount(sum(({ answer }) => answer?.usage.outputTokens ?? 0)),
    usdText(exchanges.some(({ usd }) => usd === null) ? null : sum(({ usd }) => usd ?? 0)),
    seconds(call.elapsedMs),
  ];
  const said = [
    ...exchanges.flatMap(({ problems }) => problems.map((problem) => colors.yellow(printableLine(problem)))),
    ...(call.repaired ? ['It was asked once more to mend its answer.'] : []),
    ...(outcome.status === 'done' ? [] : [colors.red(`no value: ${printableLine(outcome.reason)}`)]),
  ];
  return [
    grid(COLUMNS, [row]),
    ...said.map((line) => paragraph(line, width, INDENT)),
    ...(isVerbose ? [conversation(exchanges, layout), '\n'] : []),
  ].join('');
}

/** Unwrapped: what was asked and answered stands as it was, but for codes that a terminal would act on. */
function conversation(exchanges: readonly ModelExchange[], { colors }: Layout): string {
  let shown = 0;
  return exchanges
    .flatMap(({ messages, answer }) => {
      const fresh = messages.slice(shown);
      // The repair repeats the question and the answer before it adds its own.
      shown = messages.length + 1;
      return [
        ...fresh.map(({ role, content }) => block(role, content)),
        block('answer', answer === null ? '(none came)' : answer.text),
      ];
    })
    .join('');

  function block(title: string, text: string): string {
    return `${colors.cyan(`── ${title} ──`)}\n${printable(text).trimEnd()}\n`;
  }
}
