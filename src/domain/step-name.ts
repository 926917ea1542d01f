/** The steps of a discovery, and of judging: one name for a step wherever it is spoken of. */
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
  'checklist',
  'judging',
  'comparing',
  'responding',
  'refining',
]);
export type StepName = z.infer<typeof StepName>;
