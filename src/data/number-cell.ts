/** A number of a row: in CSV a text, which a cell of blanks is not. */
import { z } from 'zod';

/** @param message what the field should hold */
export function numberCell(message: string): z.ZodType<number> {
  const number = z.number(message);
  return z.preprocess((cell) => (typeof cell === 'string' && !isBlank(cell) ? Number(cell) : cell), number);
}

/** The same; an empty cell holds nothing. */
export function numberOrNone(message: string): z.ZodType<number | null> {
  return z.union([z.preprocess((cell) => (isBlank(cell) ? null : cell), z.null()), numberCell(message)], message);
}

function isBlank(cell: unknown): boolean {
  return typeof cell === 'string' && cell.trim() === '';
}
