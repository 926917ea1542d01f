/** What makes two questions the same. */
import type { ChatMessage } from '../domain/model.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';

/** Everything that can change an answer, and nothing secret. How JSON is asked for does not change what is asked. */
export interface Question {
  /** Host and path, or the provider's name. */
  readonly endpoint: string;
  readonly model: string;
  readonly parameters: { readonly temperature: number | null; readonly maxOutputTokens: number | null };
  readonly messages: readonly ChatMessage[];
  /** The full JSON Schema of the answer. */
  readonly schema: unknown;
  readonly promptHash: string;
  readonly sampleIndex: number;
}

/** @returns SHA-256 in hex */
export function cacheKey(question: Question): string {
  const { endpoint, model, parameters, messages, schema, promptHash, sampleIndex } = question;
  return sha256Hex(canonicalJson({ endpoint, model, parameters, messages, schema, promptHash, sampleIndex }));
}
