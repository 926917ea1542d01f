/** One call: the question, and at most one request to repair the answer. */
import type { CallRecord, ChatMessage, ModelCall, ModelFailure, ModelOutcome } from '../domain/model.ts';
import { jsonIn } from '../text/parse-json.ts';
import { answerSchema } from './answer-schema.ts';
import type { AnswerRequest, AnswerResult, CallFailure } from './answer-source.ts';
import type { NoAnswer } from './explain-failure.ts';
import { readAnswer, type Reading } from './read-answer.ts';

export type Question = Pick<AnswerRequest, 'messages' | 'schema' | 'promptHash' | 'promptTemperature' | 'choiceWords'>;

interface ConversationPartner {
  readonly ask: (question: Question) => Promise<AnswerResult>;
  /** @throws if the user has to correct something */
  readonly explain: (failure: CallFailure) => NoAnswer;
}

type TurnResult<Value> = Reading<Value> | ({ readonly status: 'none' } & NoAnswer);

/** A longer bad answer is cut before it is shown to the model again. UTF-16 units. */
const MAX_SHOWN_CHARS = 20_000;

/** @param exchanges receives each exchange, also if the call fails */
export async function converse<Value>(
  call: ModelCall<Value>,
  question: readonly ChatMessage[],
  { ask, explain }: ConversationPartner,
  exchanges: CallRecord['exchanges'],
): Promise<ModelOutcome<Value>> {
  const { prompt } = call;
  const schema = answerSchema(prompt.id, call.schema);
  const shown = question.map(({ content }) => content).join('\n');

  async function turn(messages: readonly ChatMessage[], reader = call): Promise<TurnResult<Value>> {
    const { exchange, failure } = await ask({
      messages,
      schema,
      promptHash: prompt.hash,
      promptTemperature: call.temperature ?? prompt.temperature,
      choiceWords: call.choiceWords ?? [],
    });
    const reading = exchange.answer === null ? null : readAnswer(exchange.answer, reader, shown);
    exchanges.push({ ...exchange, problems: [...(reading?.problems ?? [])] });
    if (reading !== null) return reading;
    if (failure === null) throw new Error('A call returned neither an answer nor a failure.');
    return { status: 'none', ...explain(failure) };
  }

  const first = await turn(question);
  if (first.status === 'none') return noValue(first.failure, first.reason);
  if (first.status === 'read' && first.problems.length === 0) return valueOf(first);
  // A refusal stays a refusal.
  if (first.status === 'unread' && first.failure === 'refused') return noValue('refused', summary(first.problems));

  const { mergeRepair, validate } = call;
  const merge =
    first.status === 'read' && mergeRepair !== undefined ? (rows: Value) => mergeRepair(first.value, rows) : null;
  const repair: ChatMessage[] = [
    ...question,
    { role: 'assistant', content: exchanges[0]?.answer?.text.slice(0, MAX_SHOWN_CHARS) ?? '' },
    { role: 'user', content: repairRequest(first.problems, merge !== null) },
  ];
  const reader = merge === null ? call : { ...call, validate: (rows: Value) => validate?.(merge(rows)) ?? [] };
  const reply = await turn(repair, reader);
  const second = reply.status === 'read' && merge !== null ? { ...reply, value: merge(reply.value) } : reply;
  // An answer that fits the schema is used in spite of its problems, unless nothing in it is usable.
  if (second.status === 'read')
    return usable(call, first.status === 'read' && first.problems.length < second.problems.length ? first : second);
  if (first.status === 'read') return usable(call, first);
  if (second.status === 'none')
    return noValue(second.failure, `${summary(first.problems)} It could not be repaired: ${second.reason}.`);
  return noValue(second.failure, summary(second.problems));
}

function usable<Value>(
  { isUsable }: Pick<ModelCall<Value>, 'isUsable'>,
  read: Extract<Reading<Value>, { status: 'read' }>,
): ModelOutcome<Value> {
  const isRejected = read.problems.length > 0 && isUsable?.(read.value) === false;
  return isRejected ? noValue('rejected', summary(read.problems)) : valueOf(read);
}

function valueOf<Value>(read: Extract<Reading<Value>, { status: 'read' }>): ModelOutcome<Value> {
  const { text, choices } = read.answer;
  // In strings of JSON that had to be mended, a choice may be quoted.
  const isPlain = choices !== undefined && jsonIn(text) !== undefined;
  return { status: 'done', value: read.value, ...(isPlain ? { rawAnswer: { text, choices } } : {}) };
}

function noValue(failure: ModelFailure, reason: string): ModelOutcome<never> {
  return { status: 'unscored', failure, reason };
}

function summary(problems: readonly string[]): string {
  const more = problems.length > 3 ? ` (and ${problems.length - 3} more)` : '';
  return `The model’s answer cannot be used. ${problems.slice(0, 3).join(' ')}${more}`;
}

function repairRequest(problems: readonly string[], onlyFaultyRows: boolean): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n');
  return onlyFaultyRows
    ? `Of your answer this cannot be used:\n${list}\nGive the rows that this is about, mended, and no others: the rest of your answer stands. The same form: one JSON object and nothing else.`
    : `Your answer cannot be used:\n${list}\nAnswer the question again, in full and in the same form: one JSON object and nothing else.`;
}
