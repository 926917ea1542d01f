/**
 * One chat completion of a server with OpenAI's protocol. LangChain's model states the request and its client sends it; what
 * `invoke` puts around them (callbacks, tracing, its messages and back) takes as long as all else of a call.
 */
import type { ChatOpenAICompletions } from '@langchain/openai';
import { z } from 'zod';
import type { Capability } from '../domain/model.ts';
import {
  answerText,
  chooseAnswer,
  stopReasonOf,
  ToolCalls,
  toolFor,
  withSchemaInPrompt,
  type ChatReply,
  type ChatRequest,
} from './chat.ts';
import { failureIn, MaybeFailure } from './failed-reply.ts';
import { isReasoningModel } from './model-spec.ts';
import { usageIn } from './usage-in.ts';
import { TokenProbabilities, wordChoices } from './word-choices.ts';

/** `system_fingerprint` of a server with scripted answers. */
export const AUTHORED_FINGERPRINT = 'authored-for-tests';

/**
 * @param headers further ones
 * @throws the SDK's errors: see `toEndpointError`
 */
export async function sendCompletion(
  chatModel: ChatOpenAICompletions,
  { messages, schema, choiceWords, seed }: ChatRequest,
  capability: Capability,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
): Promise<ChatReply> {
  const isReasoning = isReasoningModel(chatModel.model);
  const completion: unknown = await chatModel.completionWithRetry(
    {
      ...chatModel.invocationParams(seed === null ? {} : { seed }),
      ...answerFormat(schema, capability),
      stream: false,
      messages: withSchemaInPrompt(messages, schema, capability).map(({ role, content }) => ({
        role: role === 'system' && isReasoning ? ('developer' as const) : role,
        content,
      })),
    },
    { signal, headers },
  );
  return readCompletion(completion, choiceWords, schema.name, capability);
}

/**
 * LangChain sends every request with `response_format.type === 'json_schema'` through the SDK's `parse`, which throws for a
 * cut or invalid answer and loses its text and usage. No option turns that off. `toJSON` hides the type from LangChain;
 * the request body is the same.
 */
function answerFormat(schema: ChatRequest['schema'], capability: Capability): object {
  if (capability === 'json_object') return { response_format: { type: 'json_object' } };
  if (capability === 'tools') {
    return { tools: [toolFor(schema)], tool_choice: { type: 'function', function: { name: schema.name } } };
  }
  if (capability === 'prompt') return {};
  const format = { type: 'json_schema', json_schema: { name: schema.name, strict: true, schema: schema.portable } };
  return { response_format: { toJSON: () => format } };
}

const TextPart = z.object({ type: z.literal('text'), text: z.string() });
const Message = z.object({
  content: z.union([z.string(), z.array(z.unknown())]).nullish(),
  refusal: z.string().nullish(),
  tool_calls: ToolCalls,
});
const Completion = z.object({
  error: MaybeFailure,
  system_fingerprint: z.string().nullish().catch(undefined),
  choices: z.tuple(
    [
      z.object({
        /** Of a gateway whose provider failed; what came before it is no whole answer. */
        error: MaybeFailure,
        finish_reason: z.string().nullish().catch(undefined),
        message: Message.nullish(),
        logprobs: TokenProbabilities.nullish().catch(undefined),
      }),
    ],
    z.unknown(),
  ),
});
function readCompletion(
  completion: unknown,
  choiceWords: readonly string[],
  toolName: string,
  capability: Capability,
): ChatReply {
  const usage = usageIn(completion, 'prompt', 'completion');
  const parsed = Completion.safeParse(completion);
  if (!parsed.success) throw failureIn(completion, usage, usage !== null);
  const { choices, system_fingerprint: fingerprint } = parsed.data;
  const [{ message, finish_reason: finish, logprobs, error: choiceError }] = choices;
  const error = parsed.data.error ?? choiceError;
  if (error !== undefined) throw failureIn({ error }, usage, true);
  const plain = textOf(message?.content);
  const refusal = message?.refusal ?? '';
  const answer = refusal !== '' ? refusal : chooseAnswer(plain, message?.tool_calls ?? [], toolName, capability);
  return {
    text: answerText(answer, usage),
    stopReason: refusal === '' ? stopReasonOf(finish ?? '', usage) : 'refused',
    usage,
    isAuthored: fingerprint === AUTHORED_FINGERPRINT,
    choices: wordChoices(plain, logprobs?.content ?? null, choiceWords),
  };
}

/** Some servers send it in parts, and reasoning among them. */
function textOf(content: z.infer<typeof Message>['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => TextPart.safeParse(part).data?.text ?? '').join('');
}
