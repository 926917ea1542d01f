/** One call as a conversation: the question, and at most one request to mend the answer. */
import type { CallRecord, ChatMessage, ModelCall, ModelFailure, ModelOutcome } from '../domain/model.ts';
import { answerSchema } from './answer-schema.ts';
import type { Ask, Asked, Failed } from './answer-source.ts';
import type { NoAnswer } from './endpoint-error.ts';
import { readAnswer, type Reading } from './read-answer.ts';

export type Question = Pick<Ask, 'messages' | 'schema' | 'promptHash' | 'promptTemperature' | 'choiceWords'>;

interface ConversationPartner {
  readonly ask: (question: Question) => Promise<Asked>;
  /** @throws where the failure is for the user to mend */
  readonly explain: (failed: Failed) => NoAnswer;
}

type Turn<Value> = Reading<Value> | ({ readonly status: 'none' } & NoAnswer);

/** Longest part of a bad answer that is shown to its model again, in UTF-16 units. */
const MAX_SHOWN_CHARS = 20_000;

/** @param exchanges gets what was said, turn by turn, whatever becomes of the call */
export async function converse<Value>(
  call: ModelCall<Value>,
  question: readonly ChatMessage[],
  { ask, explain }: ConversationPartner,
  exchanges: CallRecord['exchanges'],
): Promise<ModelOutcome<Value>> {
  const { prompt } = call;
  const schema = answerSchema(prompt.id, call.schema);

  async function turn(messages: readonly ChatMessage[], reader = call): Promise<Turn<Value>> {
    const { exchange, failed } = await ask({
      messages,
      schema,
      promptHash: prompt.hash,
      promptTemperature: call.temperature ?? prompt.temperature,
      choiceWords: call.choiceWords ?? [],
    });
    const reading = exchange.answer === null ? null : readAnswer(exchange.answer, reader);
    exchanges.push({ ...exchange, problems: [...(reading?.problems ?? [])] });
    if (reading !== null) return reading;
    if (failed === null) throw new Error('A question came back with neither an answer nor a reason.');
    return { status: 'none', ...explain(failed) };
  }

  const first = await turn(question);
  if (first.status === 'none') return noValue(first.failure, first.reason);
  if (first.status === 'read' && first.problems.length === 0) return valueOf(first);
  // Asking again changes no refusal.
  if (first.status === 'unread' && first.failure === 'refused') return noValue('refused', inWords(first.problems));

  const { mend, validate } = call;
  const mended = first.status === 'read' && mend !== undefined ? (rows: Value) => mend(first.value, rows) : null;
  const repair: ChatMessage[] = [
    ...question,
    { role: 'assistant', content: exchanges[0]?.answer?.text.slice(0, MAX_SHOWN_CHARS) ?? '' },
    { role: 'user', content: repairRequest(first.problems, mended !== null) },
  ];
  const given =
    mended === null
      ? await turn(repair)
      : await turn(repair, { ...call, validate: (rows) => validate?.(mended(rows)) ?? [] });
  const second = given.status === 'read' && mended !== null ? { ...given, value: mended(given.value) } : given;
  // An answer that fits the schema is worth having even with problems left, as long as anything can be taken of it.
  if (second.status === 'read')
    return usable(call, first.status === 'read' && first.problems.length < second.problems.length ? first : second);
  if (first.status === 'read') return usable(call, first);
  if (second.status === 'none')
    return noValue(second.failure, `${inWords(first.problems)} It could not be repaired: ${second.reason}.`);
  return noValue(second.failure, inWords(second.problems));
}

function usable<Value>(
  { isUsable }: Pick<ModelCall<Value>, 'isUsable'>,
  read: Extract<Reading<Value>, { status: 'read' }>,
): ModelOutcome<Value> {
  const isLost = read.problems.length > 0 && isUsable?.(read.value) === false;
  return isLost ? noValue('rejected', inWords(read.problems)) : valueOf(read);
}

function valueOf<Value>(read: Extract<Reading<Value>, { status: 'read' }>): ModelOutcome<Value> {
  const { text, choices } = read.said;
  return { status: 'done', value: read.value, ...(choices === undefined ? {} : { said: { text, choices } }) };
}

function noValue(failure: ModelFailure, reason: string): ModelOutcome<never> {
  return { status: 'unscored', failure, reason };
}

function inWords(problems: readonly string[]): string {
  const more = problems.length > 3 ? ` (and ${problems.length - 3} more)` : '';
  return `The model’s answer cannot be used. ${problems.slice(0, 3).join(' ')}${more}`;
}

function repairRequest(problems: readonly string[], rowsAlone: boolean): string {
  const list = problems.map((problem) => `- ${problem}`).join('\n');
  return rowsAlone
    ? `Of your answer this cannot be used:\n${list}\nGive the rows that this is about, mended, and no others: the rest of your answer stands. The same form: one JSON object and nothing else.`
    : `Your answer cannot be used:\n${list}\nAnswer the question again, in full and in the same form: one JSON object and nothing else.`;
}
