/** Two numbers where the text can be read in two ways. */
export interface CountRange {
  readonly least: number;
  readonly most: number;
}

export const between = (a: number, b: number): CountRange => ({ least: Math.min(a, b), most: Math.max(a, b) });

export const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
