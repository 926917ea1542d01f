/** JSON and YAML by one parser, which knows the line of every field: JSON is a part of YAML. */
import { InputError } from '../../domain/errors.ts';

export interface Structured {
  readonly value: unknown;
  /** The line, from 1, on which the field at this path begins; null where there is none. */
  readonly lineOf: (path: readonly PropertyKey[]) => number | null;
}

/** @throws InputError with the line of the first mistake */
export async function parseStructured(text: string, name: string): Promise<Structured> {
  const { LineCounter, isNode, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [mistake] = document.errors;
  if (mistake !== undefined) {
    const { line, col } = lineCounter.linePos(mistake.pos[0]);
    throw new InputError(`${name}, line ${line}, column ${col}: ${mistake.message}.`, {
      advice: 'A checklist is a JSON or YAML file, or a Markdown list in a file that ends in .md.',
    });
  }
  return {
    value: valueOf(() => document.toJS(), name),
    lineOf: (path) => {
      // The nearest field that is there: what is missing is missing from it.
      for (let depth = path.length; depth > 0; depth -= 1) {
        const node = document.getIn(path.slice(0, depth), true);
        if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
      }
      return null;
    },
  };
}

/** Aliases that unfold without end are refused here. */
function valueOf(toValue: () => unknown, name: string): unknown {
  try {
    return toValue();
  } catch (error) {
    throw new InputError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
