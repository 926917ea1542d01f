/** One request to a model through LangChain: asks for JSON and reads the reply. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk } from '@langchain/core/messages';
import { z } from 'zod';
import type { Capability, ChatMessage, StopReason, TokenUsage, WordChoice } from '../domain/model.ts';
import type { AnswerSchema } from './answer-schema.ts';
import { CALL_HEADER } from './batch/batch-fetch.ts';
import { EndpointError } from './endpoint-error.ts';
import { TokenProbabilities, wordChoices } from './word-choices.ts';

export interface ChatReply {
  /** As received; the arguments of a tool call. */
  readonly text: string;
  readonly stopReason: StopReason;
  readonly usage: Omit<TokenUsage, 'estimated'> | null;
  readonly choices: readonly WordChoice[] | null;
  /** True if the server marks its answers as written by people, for tests. */
  readonly isAuthored: boolean;
  /** The call went in a batch. */
  readonly isBatched?: true;
}

/** `system_fingerprint` of a server with scripted answers. */
export const AUTHORED_FINGERPRINT = 'authored-for-tests';

interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly schema: AnswerSchema;
  /** Words to read probabilities for, if the reply has any. */
  readonly choiceWords: readonly string[];
  /** Null: not sent. Only for servers with OpenAI's protocol. */
  readonly seed: number | null;
}

/**
 * @param call how a batch names the call; null: it goes by itself
 * @throws the SDK's errors: see `toEndpointError`
 */
export async function sendChat(
  chatModel: BaseChatModel,
  { messages, schema, choiceWords, seed }: ChatRequest,
  capability: Capability,
  signal: AbortSignal,
  call: string | null,
): Promise<ChatReply> {
  const input = withSchemaInPrompt(messages, schema, capability).map((message) => ({ ...message }));
  const common = {
    signal,
    ...(call === null ? {} : { options: { headers: { [CALL_HEADER]: call } } }),
    ...(seed === null ? {} : { seed }),
  };
  if (capability === 'tools') {
    if (chatModel.bindTools === undefined) throw new EndpointError('it takes no tools', 'bad-request');
    const tool = {
      type: 'function',
      function: { name: schema.name, description: 'Gives the answer.', parameters: schema.portable },
    };
    return readReply(
      await chatModel.bindTools([tool], { tool_choice: schema.name }).invoke(input, common),
      choiceWords,
    );
  }
  const options = { ...common, ...responseFormat(schema, capability) };
  return readReply(await chatModel.invoke(input, options), choiceWords);
}

/**
 * LangChain sends every request with `response_format.type === 'json_schema'` through the SDK's `parse`, which throws for a
 * cut or invalid answer and loses its text and usage. No option turns that off. `toJSON` hides the type from LangChain;
 * the request body is the same.
 */
function responseFormat(schema: AnswerSchema, capability: Capability): object {
  if (capability === 'json_object') return { response_format: { type: 'json_object' } };
  if (capability !== 'json_schema') return {};
  const format = {
    type: 'json_schema',
    json_schema: { name: schema.name, strict: true, schema: schema.portable },
  };
  return { response_format: { toJSON: () => format } };
}

/** Without a server that enforces the schema, the prompt contains it. */
function withSchemaInPrompt(
  messages: readonly ChatMessage[],
  schema: AnswerSchema,
  capability: Capability,
): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last === undefined || capability === 'json_schema' || capability === 'tools') return messages;
  const schemaText = JSON.stringify({ title: schema.name, ...schema.full });
  const content = `${last.content}\n\nAnswer with one JSON object and nothing else. It must fit this JSON Schema:\n${schemaText}`;
  return [...messages.slice(0, -1), { ...last, content }];
}

const Metadata = z.object({
  finish_reason: z.string().optional().catch(undefined),
  stop_reason: z.string().optional().catch(undefined),
  finishReason: z.string().optional().catch(undefined),
});
const Extras = z.object({
  __raw_response: z
    .object({
      system_fingerprint: z.string().nullish().catch(undefined),
      choices: z.array(
        z.object({
          message: z.object({ refusal: z.string().nullish() }),
          logprobs: TokenProbabilities.nullish().catch(undefined),
        }),
      ),
    })
    .optional()
    .catch(undefined),
  tool_calls: z
    .array(z.object({ function: z.object({ arguments: z.string() }) }))
    .optional()
    .catch(undefined),
});

/** Four times the longest answer of any model. */
const MAX_ANSWER_CHARS = 2_000_000;

const CUT_REASONS = new Set(['length', 'max_tokens', 'model_context_window_exceeded']);
const REFUSAL_REASONS = new Set('content_filter refusal safety recitation prohibited_content blocklist'.split(' '));

type Message = Pick<
  AIMessageChunk,
  'text' | 'tool_calls' | 'additional_kwargs' | 'response_metadata' | 'usage_metadata'
>;

function readReply(message: Message, choiceWords: readonly string[]): ChatReply {
  const extras = Extras.parse(message.additional_kwargs);
  const { finish_reason, stop_reason, finishReason } = Metadata.parse(message.response_metadata);
  const finish = (finish_reason ?? stop_reason ?? finishReason ?? '').toLowerCase();
  const raw = extras.__raw_response?.choices[0];
  const refusal = raw?.message.refusal ?? '';
  const toolCall = message.tool_calls?.[0];
  const toolArguments = extras.tool_calls?.[0]?.function.arguments ?? (toolCall && JSON.stringify(toolCall.args));
  // In JSON mode models may add white space until they are cut.
  const text = (refusal !== '' ? refusal : (toolArguments ?? message.text)).trimEnd();
  if (text.length > MAX_ANSWER_CHARS)
    throw new EndpointError(`an answer of more than ${MAX_ANSWER_CHARS} characters`, 'too-large');
  return {
    text,
    stopReason: stopReasonOf(refusal, finish),
    usage: readUsage(message),
    isAuthored: extras.__raw_response?.system_fingerprint === AUTHORED_FINGERPRINT,
    choices: wordChoices(message.text, raw?.logprobs?.content ?? null, choiceWords),
  };
}

function stopReasonOf(refusal: string, finishReason: string): StopReason {
  if (refusal !== '' || REFUSAL_REASONS.has(finishReason)) return 'refused';
  return CUT_REASONS.has(finishReason) ? 'length' : 'done';
}

const Usage = z.object({
  input_tokens: z.int().nonnegative(),
  // LangChain omits a count of 0.
  output_tokens: z.int().nonnegative().default(0),
  input_token_details: z.object({ cache_read: z.int().nonnegative().optional().catch(undefined) }).optional(),
});

export function readUsage(message: Pick<Message, 'usage_metadata'>): ChatReply['usage'] {
  const usage = Usage.safeParse(message.usage_metadata).data;
  if (usage === undefined) return null;
  return {
    inputTokens: usage.input_tokens,
    cachedInputTokens: Math.min(usage.input_tokens, usage.input_token_details?.cache_read ?? 0),
    outputTokens: usage.output_tokens,
  };
}
