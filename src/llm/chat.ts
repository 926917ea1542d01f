/** One request to a model through LangChain: how JSON is asked for, and what of the reply is taken. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk } from '@langchain/core/messages';
import { z } from 'zod';
import type { Capability, ChatMessage, StopReason, TokenUsage, WordChoice } from '../domain/model.ts';
import type { AnswerSchema } from './answer-schema.ts';
import { EndpointError } from './endpoint-error.ts';
import { TokenProbabilities, wordChoices } from './word-choices.ts';

export interface ChatReply {
  /** As it came; for a tool call, its arguments. */
  readonly text: string;
  readonly stopReason: StopReason;
  readonly usage: Omit<TokenUsage, 'estimated'> | null;
  readonly choices: readonly WordChoice[] | null;
  /** True where the server says that its answers were written by people, for tests. */
  readonly isAuthored: boolean;
}

/** What a server of scripted answers calls its system, in the protocol's own field. */
export const AUTHORED_FINGERPRINT = 'authored-for-tests';

interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly schema: AnswerSchema;
  /** Words whose probabilities are read where the reply brings any. */
  readonly choiceWords: readonly string[];
}

/** @throws whatever the SDK throws: `toEndpointError` sorts it */
export async function sendChat(
  chatModel: BaseChatModel,
  { messages, schema, choiceWords }: ChatRequest,
  capability: Capability,
  signal: AbortSignal,
): Promise<ChatReply> {
  const input = withSchemaInWords(messages, schema, capability).map((message) => ({ ...message }));
  if (capability === 'tools') {
    if (chatModel.bindTools === undefined) throw new EndpointError('it takes no tools', 'bad-request');
    const tool = {
      type: 'function',
      function: { name: schema.name, description: 'Gives the answer.', parameters: schema.portable },
    };
    return readReply(
      await chatModel.bindTools([tool], { tool_choice: schema.name }).invoke(input, { signal }),
      choiceWords,
    );
  }
  const options = { signal, ...responseFormat(schema, capability) };
  return readReply(await chatModel.invoke(input, options), choiceWords);
}

/**
 * `toJSON` hides the format from LangChain, which would otherwise have the SDK parse the answer, and throw away the
 * text, the usage and the reason wherever it is cut or is not JSON.
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

/** Where the server does not enforce the schema, the prompt states it. */
function withSchemaInWords(
  messages: readonly ChatMessage[],
  schema: AnswerSchema,
  capability: Capability,
): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (last === undefined || capability === 'json_schema' || capability === 'tools') return messages;
  const inWords = JSON.stringify({ title: schema.name, ...schema.full });
  const content = `${last.content}\n\nAnswer with one JSON object and nothing else. It must fit this JSON Schema:\n${inWords}`;
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

/** Four times what any model writes in one answer. A longer one fills memory and store for nothing. */
const MAX_ANSWER_CHARS = 2_000_000;

const CUT = new Set(['length', 'max_tokens', 'model_context_window_exceeded']);
const DECLINED = new Set('content_filter refusal safety recitation prohibited_content blocklist'.split(' '));

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
  // Models that have to write JSON may go on with white space after it.
  const text = (refusal !== '' ? refusal : (toolArguments ?? message.text)).trimEnd();
  if (text.length > MAX_ANSWER_CHARS)
    throw new EndpointError(`an answer of more than ${MAX_ANSWER_CHARS} characters`, 'too-large');
  return {
    text,
    stopReason: refusal !== '' || DECLINED.has(finish) ? 'refused' : CUT.has(finish) ? 'length' : 'done',
    usage: readUsage(message),
    isAuthored: extras.__raw_response?.system_fingerprint === AUTHORED_FINGERPRINT,
    choices: wordChoices(message.text, raw?.logprobs?.content ?? null, choiceWords),
  };
}

const Usage = z.object({
  input_tokens: z.int().nonnegative(),
  // LangChain leaves out a count of 0.
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
