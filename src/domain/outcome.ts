/** What a step says of one item. "No verdict" is a value with a reason, never a 0, a NO or an empty list. */
export type Outcome<Value> =
  { readonly status: 'done'; readonly value: Value } | { readonly status: 'unscored'; readonly reason: string };

export function done<Value>(value: Value): Outcome<Value> {
  return { status: 'done', value };
}

export function unscored(reason: string): Extract<Outcome<never>, { status: 'unscored' }> {
  return { status: 'unscored', reason };
}

export function valuesOf<Value>(outcomes: Iterable<Outcome<Value>>): Value[] {
  return [...outcomes].flatMap((outcome) => (outcome.status === 'done' ? [outcome.value] : []));
}

/** Of those without a value, one each. */
export function reasonsIn(outcomes: Iterable<{ readonly status: string; readonly reason?: string }>): string[] {
  return [...outcomes].flatMap(({ status, reason = '' }) => (status === 'unscored' ? [reason] : []));
}

/** One outcome per item, by the item's id. */
export type Outcomes<Value> = ReadonlyMap<string, Outcome<Value>>;

/** What a run that was stopped left out, and why. */
export interface NotDone {
  readonly name: string;
  readonly reason: string;
}
