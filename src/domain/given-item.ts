/** An item of a checklist as people write it: in a list of their own, in a row of data, over HTTP. */
import { z } from 'zod';
import { CheckDecides, type Check } from './check.ts';
import { Category, Importance, Levels, statesItsFault, UNSTATED_FAULT, Weight, type Level } from './checklist.ts';
import { GivenCheck } from './parse-check.ts';

/** Of a text of an item, whatever way it comes in: room for the longest criteria of public benchmarks. */
export const MAX_ITEM_CHARS = 5_000;

const Wording = z.string().trim().min(1).max(MAX_ITEM_CHARS);

/** An item as people write it; at least a text or a question. */
export interface GivenItem {
  readonly text?: string | undefined;
  readonly question?: string | undefined;
  /** −100 to 100. Below 0 the text states a fault; the question, if there is one, asks whether it is absent. */
  readonly weight?: number | undefined;
  readonly importance?: Importance | undefined;
  /** From the worst to the best; of texts alone the values are spread evenly. */
  readonly levels?: readonly (string | Level)[] | undefined;
  readonly categories?: readonly Category[] | undefined;
  readonly pinned?: boolean | undefined;
  /** Where this is not true of a response, the verdict is n/a. */
  readonly appliesWhen?: string | undefined;
  /** It names a fault; yes means that the fault is absent. */
  readonly fault?: true | undefined;
  /** In its written form (docs/checks.md), or typed. It states what the text states: below 0 the fault. */
  readonly check?: string | Check | undefined;
  /** What the check decides; `all` where nothing is said. */
  readonly decides?: 'all' | 'part' | undefined;
}

/** Descriptions alone, from the worst to the best, are worth 0 to 1 in even steps. */
export function spreadLevels(descriptions: readonly string[]): Level[] {
  const last = descriptions.length - 1;
  return descriptions.map((description, at) => ({ label: String(at + 1), description, value: at / last }));
}

export const GivenLevels = z.preprocess(
  (given) =>
    Array.isArray(given) && given.length > 1 && given.every((each) => typeof each === 'string')
      ? spreadLevels(given)
      : given,
  Levels,
);

/** @param levels and check: as they are read, or as they are sent on to be read elsewhere @param wording what texts may be */
export function itemForm<Levels extends z.ZodType, Check extends z.ZodType>(
  levels: Levels,
  check: Check,
  wording: z.ZodType<string> = Wording,
) {
  return z
    .strictObject({
      text: wording.optional(),
      question: wording.optional().describe('Yes is good: of a fault it asks whether it is absent'),
      weight: Weight.optional().describe('Points; below 0 the text states a fault'),
      importance: Importance.optional(),
      levels: levels
        .optional()
        .describe(
          'What a judge chooses from in place of yes or no, from the worst to the best; texts are spread evenly',
        ),
      categories: z.array(Category).optional(),
      pinned: z.boolean().optional(),
      appliesWhen: wording.optional().describe('Where this is not true of a response, the verdict is n/a'),
      fault: z.literal(true).optional(),
      check: check.optional().describe('As docs/checks.md writes it: `words <= 50`'),
      decides: CheckDecides.optional().describe('`part`: a check that is met leaves the item to a judge'),
    })
    .refine(({ text, question }) => text !== undefined || question !== undefined, {
      message: 'An item needs a text or a question',
    })
    .refine(statesItsFault, { path: ['text'], message: UNSTATED_FAULT })
    .refine(({ check, decides }) => check !== undefined || decides === undefined, {
      path: ['decides'],
      message: '“decides” says what a check decides; there is no “check”',
    });
}

/** For `z.preprocess`. */
export const ofTextAlone = (value: unknown) => (typeof value === 'string' ? { text: value } : value);
/** As files have it. */
export const GivenItemForm = z.preprocess(ofTextAlone, itemForm(GivenLevels, GivenCheck));
