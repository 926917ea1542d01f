/** Checklists in YAML: what is at its default is left out, and checks and levels are as people write them. */
import { Check } from '../../domain/check.ts';
import type { Checklist, ChecklistItem } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import { spreadLevels } from '../../domain/given-item.ts';
import { parseCheck } from '../../domain/parse-check.ts';
import { printCheck } from '../../domain/print-check.ts';
import { canonicalJson } from '../../text/hash.ts';
import { DEFAULT_WEIGHT, newItem } from '../new-item.ts';

type Short = Readonly<Record<string, unknown>>;

export function shortForm({ task, items, leftOut, ...version }: Checklist): Short {
  return {
    ...version,
    ...(task === null ? {} : { task }),
    items: items.map(shortItem),
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}

function shortItem(item: ChecklistItem, at: number): string | Short {
  const defaults: Short = defaultsOf(item, at);
  const { check, levels } = item;
  const written = {
    ...item,
    ...(levels === undefined ? {} : { levels: shortLevels(levels) }),
    ...(check === undefined ? {} : { check: shortCheck(check) }),
  };
  const told = Object.entries(written).filter(
    ([name, value]) => value !== undefined && !(name in defaults && isSame(value, defaults[name])),
  );
  return told.length === 1 ? item.text : Object.fromEntries(told);
}

/** Of an item at this place, from 0. Only what an item always has: of the rest, what is absent is absent. */
function defaultsOf({ text, weight }: Pick<ChecklistItem, 'text' | 'weight'>, at: number) {
  const { id, question, categories, origin, pinned, from, formerText, evidence } = newItem(at + 1, {
    text,
    weight,
    origin: 'user',
  });
  return { id, question, weight: DEFAULT_WEIGHT, categories, origin, pinned, from, formerText, evidence };
}

function shortLevels(levels: NonNullable<ChecklistItem['levels']>) {
  const descriptions = levels.map(({ description }) => description);
  return isSame(levels, spreadLevels(descriptions)) ? descriptions : levels;
}

function shortCheck({ rule, decides }: NonNullable<ChecklistItem['check']>) {
  const written = writtenCheck(rule);
  return decides === 'all' && typeof written === 'string' ? written : { rule: written, decides };
}

/** Typed where its written form is read as another check: spaces at the edges of its words, or more than fits. */
function writtenCheck(rule: Check): string | Check {
  const written = printCheck(rule);
  try {
    return isSame(Check.parse(parseCheck(written)), rule) ? written : rule;
  } catch (error) {
    if (error instanceof InputError) return rule;
    throw error;
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
