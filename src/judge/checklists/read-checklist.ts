/** Reads a checklist from the text of a file: our own JSON, plain JSON or YAML lists, Markdown lists, or a criteria set. */
import { z } from 'zod';
import { CheckDecides } from '../../domain/check.ts';
import { Checklist, CHECKLIST_FORM, ChecklistItem } from '../../domain/checklist.ts';
import { StoredCriteriaSet } from '../../domain/criteria-set.ts';
import { InputError } from '../../domain/errors.ts';
import { IN_OUR_WORDS } from '../../domain/issue-words.ts';
import { GivenCheck } from '../../domain/parse-check.ts';
import { readableAs } from '../../domain/record-version.ts';
import { checklistFromSet } from '../checklist-from-set.ts';
import { GivenChecklist, checklistFromGiven } from './given-checklist.ts';
import { readMarkdownList } from './read-markdown-list.ts';
import { parseStructured, type Structured } from './parse-structured.ts';

/** `structured`: JSON or YAML, of which JSON is a part. */
export type ChecklistSyntax = 'structured' | 'markdown';

const MAX_PROBLEMS_SHOWN = 5;

/**
 * @param name of the file, for messages; its ending tells the syntax
 * @throws InputError that says at which line and in which field the text cannot be used
 */
export async function readChecklist(text: string, name: string): Promise<Checklist> {
  if (text.trim() === '') throw new InputError(`${name} is empty: there is no checklist in it.`);
  if (syntaxOf(text, name) === 'markdown') return readMarkdownList(text, name);
  const structured = await parseStructured(text, name);
  const { value } = structured;
  if (Array.isArray(value)) {
    const asItems = { value, lineOf: (path: readonly PropertyKey[]) => structured.lineOf(path.slice(1)) };
    return checklistFromGiven(fitting(GivenChecklist, { items: value }, asItems, name));
  }
  const kind = Kind.safeParse(value).data;
  if (kind?.checklistVersion !== undefined) return requireOwnIds(fitting(ChecklistFile, value, structured, name), name);
  if (kind?.content !== undefined) return checklistFromSet(fitting(StoredCriteriaSet, value, structured, name));
  return checklistFromGiven(fitting(GivenChecklist, value, structured, name));
}

/** Whether the text of a file that is read as a checklist is a set of criteria as we print them. */
export function isCriteriaSet(text: string): boolean {
  return /^\s*\{\s*"id":\s*"cs_/u.test(text);
}

/** Our own form, in which people may write checks. */
const ChecklistFile = readableAs(
  CHECKLIST_FORM,
  Checklist.extend({
    items: z
      .array(
        ChecklistItem.extend({
          check: z
            .preprocess(
              (given) => (typeof given === 'string' ? { rule: given, decides: 'all' } : given),
              z.strictObject({ rule: GivenCheck, decides: CheckDecides }),
            )
            .optional(),
        }),
      )
      .min(1),
  }),
);

const Kind = z.object({ checklistVersion: z.number().optional(), content: z.unknown().optional() });

const MARKDOWN_NAME = /\.(?:md|markdown|txt)$/iu;
const STRUCTURED_NAME = /\.(?:json|ya?ml)$/iu;
const LOOKS_STRUCTURED = /^\s*(?:[[{]|(?:---\s*\n)?(?:instruction|context|items|checklistVersion)\s*:)/u;

function syntaxOf(text: string, name: string): ChecklistSyntax {
  if (STRUCTURED_NAME.test(name)) return 'structured';
  if (MARKDOWN_NAME.test(name)) return 'markdown';
  return LOOKS_STRUCTURED.test(text) ? 'structured' : 'markdown';
}

function fitting<Value>(schema: z.ZodType<Value>, value: unknown, { lineOf }: Structured, name: string): Value {
  const parsed = schema.safeParse(value, IN_OUR_WORDS);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const problems = issues.slice(0, MAX_PROBLEMS_SHOWN).map(({ path, message }) => {
    const keys = path.filter((key) => typeof key !== 'symbol');
    const line = lineOf(keys);
    const place = keys.length === 0 ? 'the whole' : keys.join('.');
    return `${line === null ? '' : `line ${line}, `}${place}: ${message}`;
  });
  const more = issues.length - problems.length;
  throw new InputError(`${name} is not a checklist:\n${problems.join('\n')}${more > 0 ? `\n… and ${more} more` : ''}`, {
    advice:
      'A checklist is a list of questions, or an object with “items”; each item is a question or has “text”, “question”, “weight”, “categories” and “check”.',
  });
}

/** Verdicts are by item: no two may share an id. */
function requireOwnIds(checklist: Checklist, name: string): Checklist {
  const ids = checklist.items.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new InputError(`${name} has two items with the id ${twice}.`);
  return checklist;
}
