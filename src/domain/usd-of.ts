/** What model calls cost together. */

/** Null where one price is unknown. */
export function usdOf(rows: readonly { readonly usd: number | null }[]): number | null {
  return rows.reduce<number | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0);
}
