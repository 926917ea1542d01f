/** What a Markdown list says of an item beside its wording: "weight 50; tone; pinned; check: words <= 50", in code at its end. Pure. */
import { CheckDecides } from '../../domain/check.ts';
import { Category, Importance, type ChecklistItem } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import { parseCheck, unquoted } from '../../domain/parse-check.ts';
import { printCheck, quoted } from '../../domain/print-check.ts';
import { DEFAULT_WEIGHT } from '../new-item.ts';

export type ItemNote = Partial<
  Pick<ChecklistItem, 'weight' | 'importance' | 'categories' | 'pinned' | 'appliesWhen' | 'fault' | 'check'>
>;

/** Null where the wording alone says it all. */
export function itemNote(item: ChecklistItem): string | null {
  const { weight, importance, categories, pinned, appliesWhen, fault, check } = item;
  const parts = [
    ...(weight === DEFAULT_WEIGHT ? [] : [`weight ${weight}`]),
    importance ?? '',
    categories.join(', '),
    ...(pinned ? ['pinned'] : []),
    ...(appliesWhen === undefined ? [] : [`applies when: ${quoted(appliesWhen)}`]),
    ...(fault === true && weight >= 0 ? ['fault'] : []),
    ...(check === undefined ? [] : [`check: ${printCheck(check.rule)}`]),
    ...(check?.decides === 'part' ? ['decides: part'] : []),
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join('; ');
}

/** Semicolons in quotes part nothing. Null where a quote is left open. One pass: lists may come from others. */
function partsOf(text: string): readonly string[] | null {
  const parts: string[] = [];
  let start = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote === '"' && char === '\\') at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === ';') {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return quote === '' ? [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== '') : null;
}

/**
 * @returns null where it is no such note, but words of the item; a weight may be out of bounds
 * @throws InputError where its check cannot be read, or where it says a thing twice
 */
export function readItemNote(text: string): ItemNote | null {
  const parts = partsOf(text);
  if (parts === null || parts.length === 0) return null;
  const decides = CheckDecides.safeParse(/^decides: ?(.*)$/u.exec(parts.at(-1) ?? '')?.[1]).data;
  const read = (decides === undefined ? parts : parts.slice(0, -1)).map(readPart);
  const known = read.filter((part) => part !== null);
  if (known.length < read.length) return null;
  const note = joinedNotes(known);
  if (decides === undefined) return note;
  return note.check === undefined ? null : { ...note, check: { ...note.check, decides } };
}

/** @throws InputError for what two of them say */
export function joinedNotes(notes: readonly ItemNote[]): ItemNote {
  const names = notes.flatMap((note) => Object.keys(note));
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return Object.assign({}, ...notes) as ItemNote;
  throw new InputError(`${twice} is given twice.`, {
    advice: 'Give it once; several checks: all(…, …); several categories: tone, structure.',
  });
}

/**
 * An item as it is typed: its words, and a note with a check that stands in code at its end.
 * @throws InputError where the check cannot be read
 */
export function withItsNote(typed: string): { readonly text: string; readonly note: ItemNote } {
  const trimmed = typed.trimEnd();
  const whole = /[.,;]$/u.test(trimmed) ? trimmed.slice(0, -1).trimEnd() : trimmed;
  const start = whole.lastIndexOf('`', whole.length - 2);
  const code = whole.endsWith('`') && start > 0 ? whole.slice(start + 1, -1) : '';
  const note = CHECK.test(code) ? readItemNote(code) : null;
  if (note === null && NEARLY_NOTE.test(code)) throw nearlyNote(code);
  const text = note === null ? typed : whole.slice(0, start).trimEnd();
  refuseUnreadCheck(
    text,
    [...text.matchAll(/`([^`]+)`/gu)].map(([, code = '']) => code),
  );
  return { text, note: note ?? {} };
}

export const CHECK_FORM =
  'Say in words what is asked for, and put one check in code at the end: It is short. `check: words <= 50`';

/**
 * @param text the words of an item, without its note
 * @param codes those of them in code
 * @throws InputError where a check stands there, or the words end in one: “It is short (check: words <= 50).”
 */
export function refuseUnreadCheck(text: string, codes: readonly string[]): void {
  const written = /^.*\bcheck:(.*)$/isu.exec(text.trimEnd())?.[1] ?? '';
  const isWritten = [/$/u, /[.;,]$/u, /[)\]][.;,]?$/u].some((end) => isCheck(written.replace(end, '')));
  if (isWritten || codes.some((code) => CHECK_ITSELF.test(code)))
    throw new InputError(`“${text.slice(0, 100)}”: the check is not read.`, { advice: CHECK_FORM });
}

function isCheck(written: string): boolean {
  try {
    parseCheck(written);
    return true;
  } catch {
    return false;
  }
}

/** A part of it begins as a note does, with a value: "check words >= 1", "weight: 50 points". Where it is no note, it was meant as one. */
export const NEARLY_NOTE = /(?:^|;)\s*(?:check|decides|weight|applies when)(?:\s*:|\s[^;]*[\d<>="'(])/iu;
/** At its beginning. */
const CHECK_ITSELF = /^\s*check:/iu;
/** In a note. */
export const CHECK = /(?:^|;)\s*check:/iu;

export function nearlyNote(code: string): InputError {
  return new InputError(`“${code.slice(0, 100)}” is nearly a note of the item, and cannot be read.`, {
    advice: 'A note reads: `weight 50; tone; check: words <= 50`. Words in code that begin so cannot end an item.',
  });
}

function readPart(text: string): ItemNote | null {
  const written = /^check: ?(.*)$/isu.exec(text)?.[1];
  if (written !== undefined) return { check: { rule: parseCheck(written), decides: 'all' } };
  const appliesWhen = /^applies when: ?"((?:[^"\\]|\\.)+)"$/su.exec(text)?.[1];
  if (appliesWhen !== undefined) return { appliesWhen: unquoted(appliesWhen) };
  const part = text.toLowerCase();
  if (part === 'pinned') return { pinned: true };
  if (part === 'fault') return { fault: true };
  const weight = /^weight:? ([-−]?\d[\d.e+-]*)$/u.exec(part)?.[1];
  if (weight !== undefined) return Number.isNaN(pointsIn(weight)) ? null : { weight: pointsIn(weight) };
  const importance = Importance.safeParse(part);
  if (importance.success) return { importance: importance.data };
  const categories = Category.array().safeParse(part.split(',').map((name) => name.trim()));
  return categories.success ? { categories: categories.data } : null;
}

function pointsIn(written: string): number {
  return Number(written.replace('−', '-'));
}
