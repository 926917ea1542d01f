/** How often a response is refined: quality plateaus or falls by the fourth round, and after the first on verifiable tasks (STICK). */
export const DEFAULT_ROUNDS = 1;
export const MAX_ROUNDS = 4;
