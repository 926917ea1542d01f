/** Replies of the chat completions protocol, good and bad. */
import type { Fault } from './behaviour.ts';
import type { ScriptedRequest } from './request.ts';

export interface Answer {
  readonly content: string;
  readonly finishReason: 'stop' | 'length';
  readonly refusal: string | null;
}

/** The answer as a model would give it under a fault; faults of the transport leave it as it is. */
export function disfigure(content: string, fault: Fault | null): Answer {
  const plain = (text: string): Answer => ({ content: text, finishReason: 'stop', refusal: null });
  switch (fault) {
    case 'malformed':
      return plain(content.slice(0, -2));
    case 'truncated':
      return {
        content: content.slice(0, Math.ceil(content.length / 2)),
        finishReason: 'length',
        refusal: null,
      };
    case 'fenced':
      return plain(`\`\`\`json\n${content}\n\`\`\``);
    case 'chatty':
      return plain(`Sure! Here is mine:\n\n${content}`);
    case 'thinking':
      return plain(`<think>\nA draft would be ${content.replace(/[a-z]+/g, 'draft')}, but no.\n</think>\n\n${content}`);
    case 'refusal':
      return { content: '', finishReason: 'stop', refusal: 'I cannot help with that.' };
    case 'refusal-in-prose':
      return plain('I’m sorry, but I cannot help with that.');
    case 'empty':
      return plain('');
    default:
      return plain(content);
  }
}

export interface Tokens {
  readonly input: number;
  /** Of the input; null: not said. */
  readonly cached: number | null;
  readonly output: number;
}

/**
 * @param usage null: left out, as many local servers do
 * @param probability of each YES, NO and N/A; null: no token probabilities
 */
export function completion(
  request: ScriptedRequest,
  answer: Answer,
  usage: Tokens | null,
  probability: number | null,
  id: number,
): object {
  const asToolCall = request.mode === 'tools' && answer.refusal === null && answer.content !== '';
  const message = asToolCall
    ? {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: `call_${id}`,
            type: 'function',
            function: { name: request.schemaName, arguments: answer.content },
          },
        ],
      }
    : { role: 'assistant', content: answer.content === '' ? null : answer.content, refusal: answer.refusal };
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: 0,
    model: request.model,
    choices: [
      {
        index: 0,
        message,
        ...(probability === null || asToolCall
          ? {}
          : { logprobs: { content: tokenProbabilities(answer.content, probability) } }),
        finish_reason: asToolCall && answer.finishReason === 'stop' ? 'tool_calls' : answer.finishReason,
      },
    ],
    ...(usage === null
      ? {}
      : {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
            ...(usage.cached === null ? {} : { prompt_tokens_details: { cached_tokens: usage.cached } }),
          },
        }),
  };
}

/** Of an answer, and of a score. */
const OPPOSITES: Readonly<Record<string, string>> = {
  ...{ YES: 'NO', NO: 'YES', 'N/A': 'NO' },
  ...{ '1': '2', '2': '1', '3': '2', '4': '3', '5': '4' },
};

/** Tokens are words, marks and white space; only answers are in doubt. */
function tokenProbabilities(content: string, probability: number): object[] {
  return (content.match(/YES|NO|N\/A|\p{L}+|\s+|[^\p{L}\s]/gu) ?? []).map((token) => {
    const bytes = [...Buffer.from(token, 'utf8')];
    const opposite = OPPOSITES[token];
    if (opposite === undefined) return { token, bytes, logprob: 0, top_logprobs: [] };
    const logprob = Math.log(probability);
    const others = [{ token: opposite, bytes: null, logprob: Math.log(1 - probability) }];
    return { token, bytes, logprob, top_logprobs: [{ token, bytes, logprob }, ...others] };
  });
}

export function errorBody(message: string, code: string | null): string {
  return JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code } });
}
