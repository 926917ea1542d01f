/** Few-shot examples of checklists, in our own words (TICK shows a few; a setting turns them on). */
import { trusted } from '../fence.ts';

export const CHECKLIST_EXAMPLES =
  trusted(`Examples of instructions and items; the form of your answer is given elsewhere.

Instruction: Turn down a dinner invitation from my boss in two sentences, kindly.
- The response should turn the invitation down. / Does the response turn the invitation down? / importance 5
- The response should have exactly two sentences. / Does the response have exactly two sentences? / importance 5
- The response should be kind in tone. / Is the response kind in tone? / importance 4
- The response should be addressed to a boss. / Is the response addressed to a boss? / importance 3

Instruction: List the planets by distance from the sun as a JSON array of names.
- The response should be one valid JSON array of strings. / Is the response one valid JSON array of strings? / importance 5
- The response should name all eight planets. / Does the response name all eight planets? / importance 5
- The response should order the planets from the nearest to the sun to the farthest. / Does the response order the planets from the nearest to the sun to the farthest? / importance 5
- The response should name nothing but planets. / Does the response name nothing but planets? / importance 4`);
