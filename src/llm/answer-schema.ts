/** JSON Schemas of answers: the full schema, and the subset that every strict server supports. */
import { z } from 'zod';

export interface AnswerSchema {
  /** Sent to servers: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly full: JsonSchema;
  /** Structure only: strict modes refuse other keywords, and we check the bounds. */
  readonly portable: JsonSchema;
}

const JsonSchema = z.record(z.string(), z.unknown());
type JsonSchema = z.infer<typeof JsonSchema>;

const PLAIN_KEYWORDS = new Set(['type', 'enum', 'const', 'description', 'required', '$ref']);

const made = new WeakMap<z.ZodType, AnswerSchema>();

/** Made once for each schema. @throws Error (a bug of the caller) if a strict server would refuse the schema */
export function answerSchema(name: string, schema: z.ZodType): AnswerSchema {
  const earlier = made.get(schema);
  if (earlier?.name === name) return earlier;
  const answer = makeAnswerSchema(name, schema);
  made.set(schema, answer);
  return answer;
}

function makeAnswerSchema(name: string, schema: z.ZodType): AnswerSchema {
  const full = JsonSchema.parse(z.toJSONSchema(schema, { io: 'input' }));
  delete full['$schema'];
  if (full['type'] !== 'object') throw new Error(`The answer schema of ${name} must be an object at its root.`);
  return { name, full, portable: portableSubset(full, name) };
}

function portableSubset(node: JsonSchema, place: string): JsonSchema {
  const subset: JsonSchema = {};
  for (const [keyword, value] of Object.entries(node)) {
    if (PLAIN_KEYWORDS.has(keyword)) subset[keyword] = value;
    else if (keyword === 'properties' || keyword === '$defs')
      subset[keyword] = Object.fromEntries(
        Object.entries(JsonSchema.parse(value)).map(([key, child]) => [
          key,
          portableSubset(JsonSchema.parse(child), `${place}.${key}`),
        ]),
      );
    else if (keyword === 'items') subset['items'] = portableSubset(JsonSchema.parse(value), `${place}[]`);
    else if (keyword === 'anyOf' || keyword === 'oneOf')
      subset['anyOf'] = z
        .array(JsonSchema)
        .parse(value)
        .map((child) => portableSubset(child, place));
    else if (keyword === 'allOf' || keyword === 'prefixItems' || keyword === 'propertyNames')
      throw new Error(`The answer schema has “${keyword}” at ${place}, which strict servers refuse.`);
  }
  if (node['type'] === 'object') {
    const properties = Object.keys(JsonSchema.parse(node['properties'] ?? {}));
    const required = new Set(z.array(z.string()).parse(node['required'] ?? []));
    const optional = properties.find((key) => !required.has(key));
    if (properties.length === 0 || optional !== undefined)
      throw new Error(
        `The answer schema must require every member of ${place}${optional === undefined ? '' : `: “${optional}” is optional`}. Use nullable() instead of optional() and a list instead of a record.`,
      );
    subset['additionalProperties'] = false;
  }
  return subset;
}
