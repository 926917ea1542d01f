/** Reads a checklist from the text of a file: our own JSON, plain JSON or YAML lists, Markdown lists, or a criteria set. */
import { z } from 'zod';
import { Checklist, CHECKLIST_FORM } from '../../domain/checklist.ts';
import { asWritten, StoredCriteriaSet } from '../../domain/criteria-set.ts';
import { InputError } from '../../domain/errors.ts';
import { readableAs } from '../../domain/record-version.ts';
import { criteriaSetId } from '../../discover/set-id.ts';
import { checklistFromSet } from '../checklist-from-set.ts';
import { GivenChecklist, OwnItems, checklistFromGiven } from './given-checklist.ts';
import { readMarkdownList } from './read-markdown-list.ts';
import { fitting, parseStructured } from './parse-structured.ts';

/** `structured`: JSON or YAML, of which JSON is a part. */
export type ChecklistSyntax = 'structured' | 'markdown';

/**
 * @param name of the file, for messages; its ending tells the syntax
 * @throws InputError that says at which line and in which field the text cannot be used; CancelledError
 */
export async function readChecklist(
  text: string,
  name: string,
  signal = new AbortController().signal,
): Promise<Checklist> {
  if (text.trim() === '') throw new InputError(`${name} is empty: there is no checklist in it.`);
  if (syntaxOf(text, name) === 'markdown') {
    await refuseYaml(text, name, signal);
    return readMarkdownList(text, name, signal);
  }
  const structured = await parseStructured(text, { name, advice: SYNTAX_ADVICE }, signal);
  const { value } = structured;
  const wanted = { name, what: 'a checklist', advice: FORM_ADVICE };
  if (Array.isArray(value)) {
    const lineOf = (path: readonly PropertyKey[]) => structured.lineOf(path.slice(1));
    return checklistFromGiven(await fitting(GivenChecklist, { value: { items: value }, lineOf }, wanted));
  }
  const kind = Kind.safeParse(value).data;
  if (kind?.checklistVersion !== undefined)
    return requireOwnIds(await fitting(ChecklistFile, structured, wanted), name);
  if (kind?.content !== undefined) {
    const set = await fitting(StoredCriteriaSet, structured, wanted);
    const checklist = checklistFromSet(set);
    if (criteriaSetId(asWritten(set).content) === set.id) return checklist;
    const reason = `${name} was changed since it was made: what it quotes is no proof any more.`;
    return {
      ...checklist,
      items: checklist.items.map((item) => ({ ...item, evidence: [] })),
      leftOut: [...checklist.leftOut, { text: 'The evidence of all items', reason }],
    };
  }
  return checklistFromGiven(await fitting(GivenChecklist, structured, wanted));
}

const SYNTAX_ADVICE = 'A checklist is a JSON or YAML file, or a Markdown list in a file that ends in .md.';
const FORM_ADVICE =
  'A checklist is a list of questions, or an object with “items”; each item is a question or has “text”, “question”, “weight”, “categories” and “check”.';
/** Whether the text of a file that is read as a checklist is a set of criteria as we print them. */
export function isCriteriaSet(text: string): boolean {
  return /^\s*\{\s*"id":\s*"(?:cs|kg)_/u.test(text);
}

/** Our own form, whole or short. */
const { task, leftOut } = Checklist.shape;
const ChecklistFile = readableAs(
  CHECKLIST_FORM,
  Checklist.extend({ task: task.default(null), items: OwnItems, leftOut: leftOut.default([]) }),
);

const Kind = z.object({ checklistVersion: z.number().optional(), content: z.unknown().optional() });

const MARKDOWN_NAME = /\.(?:md|markdown|txt)$/iu;
const STRUCTURED_NAME = /\.(?:json|ya?ml)$/iu;
const LOOKS_STRUCTURED = /^\s*(?:[[{]|(?:---\s*\n)?(?:instruction|context|items|checklistVersion)\s*:)/u;
/** Its first field below comments, which may as well be the title of a Markdown list. */
const BEGINS_AS_YAML =
  /^\s*(?:(?:#|---)[^\n]*\n\s*)*(?:instruction|context|items|checklistVersion|-[ \t]+(?:text|question))\s*:/u;
const HAS_ITEMS = /^(?:items|-[ \t]+(?:text|question))[ \t]*:/mu;

export function syntaxOf(text: string, name: string): ChecklistSyntax {
  if (STRUCTURED_NAME.test(name)) return 'structured';
  if (MARKDOWN_NAME.test(name)) return 'markdown';
  const isYaml = LOOKS_STRUCTURED.test(text) || (BEGINS_AS_YAML.test(text) && HAS_ITEMS.test(text));
  return isYaml ? 'structured' : 'markdown';
}

/** Parsing takes a process of its own: only what has a field of ours at the beginning of a line can be meant. */
const HAS_OUR_FIELD = /^[ \t{[-]*"?(?:items|text|question)"?[ \t]*:/mu;
const OurItem = z.union([z.object({ text: z.string() }), z.object({ question: z.string() })]);
const OurItems = z.array(z.unknown()).refine((items) => items.some((item) => OurItem.safeParse(item).success));
const OurFields = z.union([z.object({ items: OurItems }), OurItems]);

/** As Markdown, the names of its fields would be words of the items. */
async function refuseYaml(text: string, name: string, signal: AbortSignal): Promise<void> {
  if (!HAS_OUR_FIELD.test(text)) return;
  const read = await parseStructured(text, { name, advice: SYNTAX_ADVICE }, signal).catch((error: unknown) => {
    if (error instanceof InputError) return null;
    throw error;
  });
  if (OurFields.safeParse(read?.value).success)
    throw new InputError(`${name} would be read as a Markdown list, but is a list in YAML or JSON.`, {
      advice: 'Give it a name that ends in .yaml or .json.',
    });
}

/** Verdicts are by item: no two may share an id. */
function requireOwnIds(checklist: Checklist, name: string): Checklist {
  const ids = checklist.items.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new InputError(`${name} has two items with the id ${twice}.`);
  return checklist;
}
