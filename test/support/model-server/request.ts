/** What a chat completion request asks for, whichever way it asks for JSON. */
import { z } from 'zod';

const JsonObject = z.record(z.string(), z.unknown());

const Body = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  seed: z.int().optional(),
  max_tokens: z.int().optional(),
  max_completion_tokens: z.int().optional(),
  stream: z.literal(false).optional(),
  logprobs: z.boolean().optional(),
  top_logprobs: z.int().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          strict: z.literal(true),
          schema: JsonObject,
        }),
      }),
      z.strictObject({ type: z.literal('json_object') }),
    ])
    .optional(),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.object({ name: z.string(), parameters: JsonObject }),
      }),
    )
    .optional(),
  tool_choice: z.unknown().optional(),
});

export interface ScriptedRequest {
  readonly model: string;
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly seed: number | null;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Whether token probabilities are asked for. */
  readonly wantsProbabilities: boolean;
  /** All messages together. */
  readonly text: string;
  readonly mode: 'json_schema' | 'json_object' | 'tools' | 'prompt';
  /** The name by which an agent is recognised; null where no schema is given in any way. */
  readonly schemaName: string | null;
  readonly schema: Readonly<Record<string, unknown>> | null;
}

/** @throws ZodError where the body is not such a request */
export function parseRequest(body: string): ScriptedRequest {
  const asked = Body.parse(JSON.parse(body));
  const { model, temperature, messages, logprobs, response_format, tools } = asked;
  const text = messages.map(({ content }) => content).join('\n\n');
  const common = {
    model,
    temperature: temperature ?? null,
    ...{ topP: asked.top_p ?? null, seed: asked.seed ?? null },
    messages,
    text,
    wantsProbabilities: logprobs === true,
  };
  const tool = tools?.[0]?.function;
  if (tool !== undefined) return { ...common, mode: 'tools', schemaName: tool.name, schema: tool.parameters };
  if (response_format?.type === 'json_schema') {
    const { name, schema } = response_format.json_schema;
    return { ...common, mode: 'json_schema', schemaName: name, schema };
  }
  const mode = response_format === undefined ? 'prompt' : 'json_object';
  const schema = schemaInWords(messages.at(-1)?.content ?? '');
  const title = z.string().safeParse(schema?.['title']).data ?? null;
  return { ...common, mode, schemaName: title, schema };
}

/** The last line of the last message, where it is a schema with a title. */
function schemaInWords(content: string): Readonly<Record<string, unknown>> | null {
  const line = content.slice(content.lastIndexOf('\n') + 1);
  if (!line.startsWith('{"title":')) return null;
  return JsonObject.parse(JSON.parse(line));
}
