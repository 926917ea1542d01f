/** A response cut where quotes begin and end, so that each piece knows which items quote it. */
import type { Judgement } from '../../domain/judgement.ts';

export interface Piece {
  readonly text: string;
  /** Where it begins in the response, in UTF-16 units. */
  readonly start: number;
  /** Of the items that quote it, in the checklist's order; none: nobody does. */
  readonly itemIds: readonly string[];
}

export function piecesOf({ response, verdicts }: Pick<Judgement, 'response' | 'verdicts'>): Piece[] {
  const quotes = verdicts.flatMap(({ itemId, verdict }) =>
    verdict.status === 'scored' ? verdict.quotes.map(({ start, end }) => ({ itemId, start, end })) : [],
  );
  const borders = [0, response.length, ...quotes.flatMap(({ start, end }) => [start, end])];
  const cuts = [...new Set(borders)].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? response.length;
    const over = quotes.filter((quote) => quote.start <= start && quote.end >= end);
    return {
      text: response.slice(start, end),
      start,
      itemIds: [...new Set(over.map(({ itemId }) => itemId))],
    };
  });
}
