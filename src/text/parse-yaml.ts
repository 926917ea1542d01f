/** YAML to its value and the line of every field, as plain data that one process can send to another. */
import { messageOf } from '../domain/errors.ts';

export type ParsedYaml =
  | {
      readonly value: unknown;
      /** From 1, by `pathKey`: the line on which the field begins. */
      readonly lines: ReadonlyMap<string, number>;
    }
  /** From 1; null where it stands nowhere. */
  | { readonly mistake: string; readonly at: { readonly line: number; readonly column: number } | null };

export function pathKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

/** It may take any time and end the process: texts of any length are read in one of their own. */
export async function parseYaml(text: string): Promise<ParsedYaml> {
  const { isCollection, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [mistake] = document.errors;
  if (mistake !== undefined) {
    const { line, col } = lineCounter.linePos(mistake.pos[0]);
    return { mistake: mistake.message, at: { line, column: col } };
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
    // Aliases that unfold without end are refused here.
    return { mistake: messageOf(error), at: null };
  }
  if (keyAt !== undefined) {
    // Each level of them would be written out in the names of all levels above it.
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
