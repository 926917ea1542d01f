/** Responses that are JSON. */

const FENCED = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/u;

/** What one fenced block around the whole holds, or the text itself. */
export function withoutFence(text: string): string {
  return (FENCED.exec(text)?.[2] ?? text).trim();
}

/** The value, or undefined where the response is no JSON. A bare number, string or word is no document. */
export function readJson(response: string): object | undefined {
  try {
    const value: unknown = JSON.parse(withoutFence(response));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';

export function typeOf(value: unknown): JsonType | 'none' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : 'none';
}

/** The value at a key of the object, or of each object of an array. */
export function valuesAt(document: object, key: string): unknown[] {
  const owners: unknown[] = Array.isArray(document) ? document : [document];
  return owners.map((owner) =>
    typeof owner === 'object' && owner !== null
      ? new Map<string, unknown>(Object.entries(owner)).get(key)
      : undefined,
  );
}
