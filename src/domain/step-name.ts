/** The steps of a discovery: one name for a step wherever it is spoken of. */
import { z } from 'zod';

export const StepName = z.enum([
  'queries',
  'search',
  'pages',
  'rating',
  'answers',
  'merging',
  'rewriting',
  'filtering',
  'ranking',
]);
export type StepName = z.infer<typeof StepName>;
