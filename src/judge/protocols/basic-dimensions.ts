/** The dimensions that CAMIEval's protocols start from: its basic three, those of SummEval, or one's own. */
import { z } from 'zod';
import { Dimension } from '../../domain/comparison.ts';
import { BASICS } from '../../domain/protocols.ts';

/** CAMIEval, §3.1. */
const BASIC_DIMENSIONS: readonly Dimension[] = [
  { name: 'relevance', definition: 'Is the response about what the instruction is about?' },
  { name: 'factuality', definition: 'Is what the response says right?' },
  { name: 'adherence', definition: 'Does the response keep to what the instruction demands of it?' },
];

/** SummEval (Fabbri et al. 2021), as CAMIEval's table 4 takes them for dimensions that are defined beforehand. */
const SUMMEVAL_DIMENSIONS: readonly Dimension[] = [
  { name: 'coherence', definition: 'Do its sentences build on one another, so that the response reads as one text?' },
  { name: 'consistency', definition: 'Does the source text bear out everything that the response states?' },
  { name: 'fluency', definition: 'Is each sentence of the response well formed and free of mistakes?' },
  {
    name: 'relevance',
    definition: 'Does the response take up what matters in the source text, and nothing that does not?',
  },
];

/** Names, or dimensions of one's own by name and definition. */
export const Basics = z
  .array(z.union([z.enum(BASICS), Dimension], `should be one of ${BASICS.join(', ')}, or have a name and a definition`))
  .min(1, 'should not be empty')
  .refine((basics) => new Set(basicsOf(basics).map(nameOf)).size === basicsOf(basics).length, {
    error: 'name one dimension twice',
  });
export type Basics = readonly ((typeof BASICS)[number] | Dimension)[];

/** In general terms. @param basics null: the three */
export function basicsOf(basics: Basics | null): readonly Dimension[] {
  if (basics === null) return BASIC_DIMENSIONS;
  return basics.flatMap((basic) => {
    if (typeof basic !== 'string') return [basic];
    return basic === 'summeval' ? SUMMEVAL_DIMENSIONS : BASIC_DIMENSIONS.filter(({ name }) => name === basic);
  });
}

/** One of the three, as CAMIEval defines it: such a one can be made concrete. */
export function isBasic(dimension: Dimension): boolean {
  return BASIC_DIMENSIONS.includes(dimension);
}

/** As a question to think by; the basic three say what they ask by themselves. */
export function questionOf({ name, definition }: Dimension): string {
  return BASIC_DIMENSIONS.some((basic) => basic.name === name) ? definition : `${name}: ${definition}`;
}

function nameOf({ name }: Dimension): string {
  return name.toLowerCase();
}
