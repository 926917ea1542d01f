/** One request to a model through LangChain's chat models: asks for JSON and reads the reply. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk } from '@langchain/core/messages';
import { z } from 'zod';
import type { Capability, ChatMessage, StopReason, TokenUsage, WordChoice } from '../domain/model.ts';
import type { AnswerSchema } from './answer-schema.ts';
import { EndpointError } from './endpoint-error.ts';

export interface ChatReply {
  /** As received; the arguments of a tool call. */
  readonly text: string;
  readonly stopReason: StopReason;
  readonly usage: Omit<TokenUsage, 'estimated'> | null;
  /** Counted in the reply, whether or not it has a usage. */
  readonly webSearches?: number;
  readonly choices: readonly WordChoice[] | null;
  /** True if the server marks its answers as written by people, for tests. */
  readonly isAuthored: boolean;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly schema: AnswerSchema;
  /** Words to read probabilities for, if the reply has any. */
  readonly choiceWords: readonly string[];
  /** Null: not sent. Only for servers with OpenAI's protocol. */
  readonly seed: number | null;
}

/**
 * By a chat model of LangChain's, whatever its provider.
 * @throws the SDK's errors: see `toEndpointError`
 */
export async function sendChat(
  chatModel: BaseChatModel,
  { messages, schema }: ChatRequest,
  capability: Capability,
  signal: AbortSignal,
): Promise<ChatReply> {
  const input = withSchemaInPrompt(messages, schema, capability).map((message) => ({ ...message }));
  const format = capability === 'json_object' ? { response_format: { type: 'json_object' } } : {};
  if (capability !== 'tools') {
    return readReply(await chatModel.invoke(input, { signal, ...format }), schema.name, capability);
  }
  if (chatModel.bindTools === undefined) throw new EndpointError('it takes no tools', 'bad-request');
  const withTool = chatModel.bindTools([toolFor(schema)], { tool_choice: schema.name });
  return readReply(await withTool.invoke(input, { signal }), schema.name, capability);
}

/** The answer as the arguments of a call. */
export function toolFor(schema: AnswerSchema) {
  return {
    type: 'function' as const,
    function: { name: schema.name, description: 'Gives the answer.', parameters: schema.portable },
  };
}

/** Without a server that enforces the schema, the prompt contains it. */
export function withSchemaInPrompt(
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
/** As servers with OpenAI's protocol send them. */
export const ToolCalls = z
  .array(
    z
      .object({ function: z.object({ name: z.string().catch(''), arguments: z.string() }) })
      .transform((call) => call.function),
  )
  .nullish()
  .catch(undefined);
type ToolCall = NonNullable<z.infer<typeof ToolCalls>>[number];
const Extras = z.object({ tool_calls: ToolCalls });

/** Four times the longest answer of any model. */
const MAX_ANSWER_CHARS = 2_000_000;

const CUT_REASONS = new Set(['length', 'max_tokens', 'model_context_window_exceeded']);
const REFUSAL_REASONS = new Set('content_filter refusal safety recitation prohibited_content blocklist'.split(' '));

type Message = Pick<
  AIMessageChunk,
  'text' | 'tool_calls' | 'additional_kwargs' | 'response_metadata' | 'usage_metadata'
>;

function readReply(message: Message, toolName: string, capability: Capability): ChatReply {
  const extras = Extras.parse(message.additional_kwargs);
  const { finish_reason, stop_reason, finishReason } = Metadata.parse(message.response_metadata);
  const parsedCalls = message.tool_calls?.map(({ name, args }) => ({ name, arguments: JSON.stringify(args) }));
  const usage = readUsage(message);
  return {
    text: answerText(chooseAnswer(message.text, extras.tool_calls ?? parsedCalls ?? [], toolName, capability), usage),
    stopReason: stopReasonOf(finish_reason ?? stop_reason ?? finishReason ?? '', usage),
    usage,
    isAuthored: false,
    choices: null,
  };
}

/** Some models also call tools that nobody offered: such a call is the last choice. One without arguments is no answer. */
export function chooseAnswer(
  content: string,
  calls: readonly ToolCall[],
  toolName: string,
  capability: Capability,
): string {
  // Some servers put a namespace before the name (“functions.judge”), or leave it out: there is only one tool.
  const isOffered = ({ name }: ToolCall) => name === '' || name.split(/[.:/]/u).at(-1) === toolName;
  const expected = calls.filter(isOffered).map((call) => call.arguments);
  const others = calls.filter((call) => !isOffered(call)).map((call) => call.arguments);
  const choices = capability === 'tools' ? [...expected, content, ...others] : [content, ...expected, ...others];
  return choices.find((text) => !/^\s*(\{\s*\}\s*)?$/.test(text)) ?? choices[0] ?? '';
}

/** In JSON mode models may add white space until they are cut. @throws EndpointError */
export function answerText(received: string, usage: ChatReply['usage']): string {
  const text = received.trimEnd();
  if (text.length > MAX_ANSWER_CHARS)
    throw new EndpointError(`an answer of more than ${MAX_ANSWER_CHARS} characters`, 'too-large', {
      billed: usage ?? 'unknown',
    });
  return text;
}

/** @throws EndpointError where generation ended with an error: a part of an answer is none */
export function stopReasonOf(reported: string, usage: ChatReply['usage']): StopReason {
  const reason = reported.toLowerCase();
  if (reason === 'error')
    throw new EndpointError('the answer ended with an error', 'server', { billed: usage ?? 'unknown' });
  if (REFUSAL_REASONS.has(reason)) return 'refused';
  return CUT_REASONS.has(reason) ? 'length' : 'done';
}

const Usage = z.object({
  input_tokens: z.int().nonnegative(),
  // LangChain omits a count of 0.
  output_tokens: z.int().nonnegative().default(0),
  input_token_details: z.object({ cache_read: z.int().nonnegative().optional().catch(undefined) }).optional(),
});

function readUsage(message: Pick<Message, 'usage_metadata'>): ChatReply['usage'] {
  const usage = Usage.safeParse(message.usage_metadata).data;
  if (usage === undefined) return null;
  return {
    inputTokens: usage.input_tokens,
    cachedInputTokens: Math.min(usage.input_tokens, usage.input_token_details?.cache_read ?? 0),
    outputTokens: usage.output_tokens,
  };
}
