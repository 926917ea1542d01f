/** Where text for people is printed. */
import pc from 'picocolors';

export type Colors = ReturnType<typeof pc.createColors>;

export interface Layout {
  readonly colors: Colors;
  /** Columns. */
  readonly width: number;
  /** Columns at which the terminal would break a line anywhere; absent: it breaks none. */
  readonly edge?: number;
}

/** Of files. */
export const PLAIN_LAYOUT: Layout = { colors: pc.createColors(false), width: 100 };
