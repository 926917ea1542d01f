/** What a composed criterion demands, without its frame. */
export function demandOf(criterion: string): string {
  return criterion.replace(/^The response should\b,? ?/u, '').replace(/\.$/u, '');
}
