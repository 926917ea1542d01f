/** Fills any JSON Schema plausibly, the same way for the same request. */
import { z } from 'zod';
import { sha256Hex } from '../../../src/text/hash.ts';
import type { ScriptedRequest } from './request.ts';

const Node = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  minItems: z.int().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

const PHRASES = [
  'Open with the point that matters most to the reader.',
  'Give one concrete example for each claim.',
  'Keep the tone warm and the sentences short.',
  'Name the next step and who takes it.',
  'Cut whatever the reader already knows.',
];

export function genericHandler(request: ScriptedRequest): unknown {
  if (request.schema === null) return 'Hello.';
  let drawn = 0;
  const draw = (choices: number) => parseInt(sha256Hex(`${drawn++} ${request.text}`).slice(0, 8), 16) % choices;
  const root = request.schema;

  function fill(schema: unknown): unknown {
    const node = Node.parse(schema);
    if (node.const !== undefined) return node.const;
    if (node.enum !== undefined) return node.enum[draw(node.enum.length)];
    if (node.anyOf !== undefined) return fill(node.anyOf[0]);
    if (node.$ref !== undefined) return fill(resolve(node.$ref));
    switch (node.type) {
      case 'object':
        return Object.fromEntries(Object.entries(node.properties ?? {}).map(([key, child]) => [key, fill(child)]));
      case 'array':
        return Array.from({ length: Math.max(node.minItems ?? 0, 1 + draw(3)) }, () => fill(node.items));
      case 'integer':
      case 'number':
        // 1 and 2 lie within every scale of this project, also where the bounds are not sent.
        return Math.min(node.maximum ?? Infinity, (node.minimum ?? 1) + draw(2));
      case 'boolean':
        return draw(2) === 0;
      case 'null':
        return null;
      default:
        return PHRASES[draw(PHRASES.length)];
    }
  }

  function resolve(ref: string): unknown {
    const path = ref
      .replace(/^#\/?/, '')
      .split('/')
      .filter((part) => part !== '');
    return path.reduce<unknown>((node, key) => z.record(z.string(), z.unknown()).parse(node)[key], root);
  }

  return fill(root);
}
