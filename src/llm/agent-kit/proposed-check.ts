/** Checks that agents propose beside the criteria that they write. */
import { z } from 'zod';
import { CheckDecides, type DecidingCheck, Unit } from '../../domain/check.ts';
import { InputError } from '../../domain/errors.ts';
import { parseCheck } from '../../domain/parse-check.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { trusted } from '../fence.ts';

/** Null, or left out by a model that is held to no schema: counting tells nothing of the criterion. */
export const ProposedCheck = z.preprocess(
  (given) => given ?? null,
  z.strictObject({ rule: z.string(), decides: CheckDecides }).nullable(),
);

/** For prompts: what may be proposed. */
export const CHECK_FORMS =
  trusted(`A check is null, but where plain counting of the response decides the criterion, or can refuse it. Then it has
- rule, in one of these forms: \`words 150..200\` (units: ${Unit.options.join(', ')}; also <=, >=, =), \`phrase "soil" >= 1\`, \`heading "Methods"\`, \`starts with "Dear"\`, \`ends with "?"\`, \`case upper\`, \`wrapped in quotes\`, \`format json\` (or csv, yaml, table, bulleted list, numbered list), \`json fields "name" "age"\`, \`table fields "Name" "Age"\`, \`language French\`, \`each(sentence, words <= 20)\`, and of these \`all(…, …)\`, \`any(…, …)\`, \`not(…)\`;
- decides: "all" where the rule says all that the criterion asks; "part" where a response that breaks the rule fails the criterion, but one that keeps it may still fail.`);

/** @returns nothing where none is proposed, or one that cannot be read, of which the run is warned */
export function readProposedCheck(
  run: RunContext,
  proposed: z.infer<typeof ProposedCheck>,
): { readonly check?: DecidingCheck } {
  if (proposed === null || proposed.rule.trim() === '') return {};
  try {
    return { check: { rule: parseCheck(proposed.rule), decides: proposed.decides } };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    run.emit({ type: 'warning', message: `A proposed check was left out: ${error.message}` });
    return {};
  }
}
