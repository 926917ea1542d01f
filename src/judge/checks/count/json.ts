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
