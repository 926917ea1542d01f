/** A search service's wire format, as it documents it. */

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The JSON body; null where there is none. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

export interface WireReply {
  readonly status: number;
  /** A string is sent as it is, anything else as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeResult {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

export interface Asked {
  readonly query: string;
  /** Results before the page that is asked for. */
  readonly offset: number;
  readonly size: number;
}

export type WireFailure = 'wrong-key' | 'forbidden' | 'rate-limited' | 'quota' | 'server-error';

export interface Wire {
  /** Whether the service tells a spent quota from too many requests at once. */
  readonly tellsQuotaApart: boolean;
  /** The key that the request brings; null where it brings none. */
  keyOf(request: WireRequest): string | null;
  /** What is asked for, or the refusal of a request that the service would refuse. */
  read(request: WireRequest): Asked | WireReply;
  reply(asked: Asked, results: readonly FakeResult[], total: number): object;
  failure(kind: WireFailure): WireReply;
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : Number.NaN;
}

export const NOT_FOUND: WireReply = { status: 404, body: { message: 'Not found' } };

/** The double of the engine of this name: the file of the same name in `wires`. */
export async function wireOf(engine: string): Promise<Wire> {
  const { wire } = (await import(`./wires/${engine}.ts`)) as { readonly wire: Wire };
  return wire;
}
