/** How often one item is asked at most (TICK: maj@k). */
export const MAX_VOTES = 99;
