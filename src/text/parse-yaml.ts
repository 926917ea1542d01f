/** Parses YAML into its value and the line of every field, as plain data that can be sent between processes. */
import type { ErrorCode } from 'yaml';
import { messageOf } from '../domain/errors.ts';
import type { Mistake } from './parse-json.ts';

export type ParsedYaml =
  | {
      readonly value: unknown;
      /** First line of the field, from 1, by `pathKey`. */
      readonly lines: ReadonlyMap<string, number>;
    }
  | Mistake;

export function pathKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

export async function hasComment(yaml: string): Promise<boolean> {
  const { CST, Lexer } = await import('yaml');
  // What follows the mark of a scalar is its text, whatever it looks like.
  let isText = false;
  for (const token of new Lexer().lex(yaml)) {
    const type: ReturnType<typeof CST.tokenType> = isText ? null : CST.tokenType(token);
    if (type === 'comment') return true;
    isText = type === 'scalar';
  }
  return false;
}

/** Of mistakes that the library words for those who know YAML's own terms. */
const OUR_WORDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  RESOURCE_EXHAUSTION: 'It is nested too deeply',
  BLOCK_AS_IMPLICIT_KEY:
    "A value that holds “: ” must stand in quotes ('…', with every ' of its own doubled), or on lines of its own below “>-”",
};

/** May take any time or kill the process: call it for untrusted text in a worker process. */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { isCollection, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [mistake] = document.errors;
  if (mistake !== undefined) {
    const { line, col } = lineCounter.linePos(mistake.pos[0]);
    return { mistake: OUR_WORDS[mistake.code] ?? mistake.message, at: { line, column: col } };
  }
  let keyAt: number | undefined;
  let value: unknown;
  try {
    visit(document, {
      Pair: (_, { key }) => {
        if (!isCollection(key)) return undefined;
        keyAt = key.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    if (keyAt === undefined) value = document.toJS();
  } catch (error) {
    // The library refuses aliases that expand endlessly.
    return { mistake: messageOf(error), at: null };
  }
  if (keyAt !== undefined) {
    // Nested keys would grow exponentially when they are turned into strings.
    const { line, col } = lineCounter.linePos(keyAt);
    return { mistake: 'A key must be a word, not a list or an object', at: { line, column: col } };
  }
  const lines = new Map<string, number>();
  const note = (node: unknown, path: readonly PropertyKey[]): void => {
    if (!isNode(node)) return;
    if (node.range) lines.set(pathKey(path), lineCounter.linePos(node.range[0]).line);
    if (isSeq(node)) for (const [index, item] of node.items.entries()) note(item, [...path, index]);
    if (isMap(node))
      for (const { key, value } of node.items) note(value, [...path, String(isScalar(key) ? key.value : key)]);
  };
  note(document.contents, []);
  return { value, lines };
}
