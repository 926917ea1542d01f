/** Types of what is read of a guide. */
import type { Rewrite } from '../../domain/engine.ts';
import type { Rating } from '../../domain/source.ts';

export interface FoundAdvice {
  /** As a complete sentence. */
  readonly text: string;
  readonly quote: string;
}

export type Expertise = Pick<Rating, 'expertise' | 'reasons'>;

export interface GuideReading extends Expertise {
  readonly advice: readonly FoundAdvice[];
}

/** The bundled guides on a kind, as read at build. */
export interface PreparedGuides {
  /** By the hash of the guide's text. */
  readonly readings: ReadonlyMap<string, GuideReading>;
  /** By the advice that they are made of. */
  readonly criteria: ReadonlyMap<string, Rewrite>;
}
