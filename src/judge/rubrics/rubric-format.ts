/** What a format of rubrics is: one descriptor that writes a checklist, reads one, and names what it has no room for. */
import type { z } from 'zod';
import { Importance, MAX_WEIGHT, type Checklist, type ChecklistItem, type Level } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import type { NewItem } from '../new-item.ts';

/** What a checklist may say beside the wording of its items. */
export const FEATURES = {
  instruction: 'the instruction',
  context: 'the context of the instruction',
  question: 'questions beside the wordings',
  weight: 'points',
  importance: 'importance',
  levels: 'levels',
  levelLabels: 'labels of levels beside their descriptions',
  levelValues: 'values of levels (they are spread evenly)',
  categories: 'categories',
  pinned: 'pins',
  faultMark: 'marks of faults to avoid',
  check: 'checks by code',
  appliesWhen: 'conditions that say when an item applies',
  observations: 'remarks that items rest on',
  evidence: 'what proves quotes: where they stand on their pages',
  leftOut: 'items left out',
} as const;
export type Feature = keyof typeof FEATURES;

export type ReadItem = Omit<NewItem, 'origin'>;

export interface ReadRubric {
  /** Empty: there is none. */
  readonly instruction?: string | null | undefined;
  /** With points as they are in the file. */
  readonly items: readonly ReadItem[];
  /** What the file says and a checklist could not keep, one phrase each. */
  readonly lost: readonly string[];
}

export interface RubricFormat {
  readonly name: string;
  readonly title: string;
  /** Where the schema is documented. */
  readonly source: string;
  readonly syntax: 'json' | 'jsonl' | 'yaml' | 'csv';
  /** What is written: of `csv` a text, else a value of the syntax. @throws InputError where the format cannot say an item */
  readonly write: (checklist: Checklist) => unknown;
  /** What is read, before it is looked at. */
  readonly schema: z.ZodType;
  readonly read: (value: unknown) => ReadRubric;
  /** What a written file has no room for. */
  readonly loses: readonly Feature[];
}

/** Ties the schema of a format to what reads it. */
export function rubricFormat<Schema extends z.ZodType>(
  format: Omit<RubricFormat, 'schema' | 'read'> & {
    readonly schema: Schema;
    readonly read: (value: z.infer<Schema>) => ReadRubric;
  },
): RubricFormat {
  const { schema, read } = format;
  return { ...format, read: (value) => read(schema.parse(value)) };
}

export function featuresLost(checklist: Checklist, { loses }: Pick<RubricFormat, 'loses'>): readonly Feature[] {
  const says = featuresIn(checklist);
  return loses.filter((feature) => says.has(feature));
}

function featuresIn({ task, items, leftOut }: Checklist): ReadonlySet<Feature> {
  const some = (is: (item: ChecklistItem) => boolean) => items.some(is);
  const levels = items.flatMap((item) => item.levels ?? []);
  const present: Readonly<Record<Feature, boolean>> = {
    instruction: task !== null,
    context: task?.context != null,
    question: some((item) => !item.question.endsWith(item.text)),
    weight: some(({ weight }) => weight !== MAX_WEIGHT),
    importance: some(({ importance }) => importance !== undefined),
    levels: levels.length > 0,
    levelLabels: levels.some(({ label }) => !/^\d+$/u.test(label)),
    levelValues: some((item) => item.levels?.some(({ value }, at, all) => value !== at / (all.length - 1)) === true),
    categories: some(({ categories }) => categories.length > 0),
    pinned: some(({ pinned }) => pinned),
    faultMark: some(({ fault, weight }) => fault === true && weight >= 0),
    check: some(({ check }) => check !== undefined),
    appliesWhen: some(({ appliesWhen }) => appliesWhen !== undefined),
    observations: some(({ observations }) => observations !== undefined),
    evidence: some(({ evidence }) => evidence.length > 0),
    leftOut: leftOut.length > 0,
  };
  return new Set((Object.keys(present) as Feature[]).filter((feature) => present[feature]));
}

/** For formats with room: the words of the sources, with their addresses. */
export function sourcesOf({ evidence }: ChecklistItem): readonly { readonly quote: string; readonly url: string }[] {
  return evidence.map(({ quote, url }) => ({ quote, url }));
}

/** What formats with room for it have under our own names; undefined: the item does not say. */
export function ourFields(item: ChecklistItem) {
  const { importance, categories, levels, evidence } = item;
  return {
    importance,
    categories: categories.length === 0 ? undefined : categories,
    levels,
    sources: evidence.length === 0 ? undefined : sourcesOf(item),
  };
}

/** Fields of objects that nobody reads, as phrases; each once. */
export function unread(objects: readonly object[], known: readonly string[]): readonly string[] {
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  return [...names].filter((name) => !known.includes(name)).map((name) => `the field “${name}”`);
}

/** What the field calls met: of a fault with points below 0 its presence, so that its levels run the other way. */
export function levelsByPresence({ weight, levels }: Pick<ChecklistItem, 'weight' | 'levels'>): readonly Level[] {
  return weight < 0 ? flipped(levels ?? []) : (levels ?? []);
}

/** Levels as a file has them: in any order, by what is there. @throws InputError where two have one value */
export function levelsOf(given: readonly Level[], weight: number, place: string): Level[] {
  const ordered = [...(weight < 0 ? flipped(given) : given)].sort((a, b) => a.value - b.value);
  if (ordered.length < 2) throw new InputError(`${place} has ${ordered.length} level; levels are at least two.`);
  const same = ordered.find(({ value }, at) => value === ordered[at + 1]?.value);
  if (same !== undefined)
    throw new InputError(`${place} has two levels of the value ${same.value}; a checklist’s levels are ordered.`);
  return ordered;
}

function flipped(levels: readonly Level[]): Level[] {
  return levels.map((level) => ({ ...level, value: 1 - level.value })).reverse();
}

/** Label and description as one text; a number alone is no label. */
export function levelText({ label, description }: Level): string {
  return /^\d+$/u.test(label) ? description : `${label}: ${description}`;
}

export function importanceIn(word: string): Importance | undefined {
  return Importance.safeParse(word.toLowerCase()).data;
}
