/** promptfoo: assertions of the type llm-rubric, with points as weights and the sources in their config. */
import { z } from 'zod';
import { Category, Importance, Levels, type ChecklistItem } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import { asGood, fromGood } from './grader-format.ts';
import { levelText, ourFields, rubricFormat, unread, type ReadItem } from './rubric-format.ts';
import { NUNJUCKS } from './template-escape.ts';

const Assertion = z.looseObject({
  type: z.string(),
  value: z.unknown(),
  weight: z.number().min(0).optional(),
  config: z
    .looseObject({
      importance: Importance.optional(),
      categories: z.array(Category).optional(),
      levels: Levels.optional(),
    })
    .optional(),
});
type Assertion = z.infer<typeof Assertion>;
const AssertionOrSet = z.union([
  z.looseObject({ type: z.literal('assert-set'), assert: z.array(Assertion) }),
  Assertion,
]);
const TestCase = z.looseObject({
  vars: z.record(z.string(), z.unknown()).optional(),
  assert: z.array(AssertionOrSet).optional(),
});

const WRITTEN = 'llm-rubric';
/** Their value is a criterion in plain words. */
const GRADED = [WRITTEN, 'g-eval', 'model-graded-closedqa'];
const DEFAULT_WEIGHT = 1;

export const promptfoo = rubricFormat({
  name: 'promptfoo',
  title: 'promptfoo (assertions of the type llm-rubric for every test)',
  source:
    'promptfoo.dev/docs/configuration/expected-outputs (type, value, weight, metric, config) and promptfoo.dev/config-schema.json',
  syntax: 'yaml',
  loses: [
    ...(['context', 'question', 'pinned', 'faultMark', 'check', 'appliesWhen', 'observations'] as const),
    ...(['evidence', 'leftOut'] as const),
  ],
  write: ({ task, items }) => {
    const defaultTest = {
      ...(task === null ? {} : { vars: { instruction: task.instruction } }),
      assert: items.map((item) => ({
        type: WRITTEN,
        value: valueOf(item),
        // No weight of theirs is below 0: a fault is asked after by its absence.
        weight: Math.abs(item.weight),
        metric: item.id,
        ...configOf(item),
      })),
    };
    return withTexts({ defaultTest }, NUNJUCKS.escape);
  },
  schema: z.union([
    z.array(AssertionOrSet).min(1),
    z.looseObject({ assert: z.array(AssertionOrSet).min(1) }),
    z.looseObject({ defaultTest: TestCase.optional(), tests: z.array(TestCase).optional() }),
  ]),
  read: (value) => {
    const cases = casesIn(withTexts(value, NUNJUCKS.unescape));
    if (cases.length > 1)
      throw new InputError(`It has the assertions of ${cases.length} tests; a checklist is of one task.`, {
        advice: 'Keep one test in the file, or put what holds for all of them under defaultTest.',
      });
    const [test] = cases;
    const all = (test?.assert ?? []).flatMap((each) => ('assert' in each ? (each.assert as Assertion[]) : [each]));
    const graded = all.filter((each) => GRADED.includes(each.type) && typeof each.value === 'string');
    const others = [...new Set(all.filter((each) => !graded.includes(each)).map(({ type }) => type))];
    if (graded.length === 0) throw new InputError(`It has no assertion of the types ${GRADED.join(', ')}.`);
    const items = graded.map(({ value: text, weight = DEFAULT_WEIGHT, config }): ReadItem => {
      const { importance, categories, levels } = config ?? {};
      const worded = String(text).split(LEVELS_HEAD)[0] ?? '';
      return { ...fromGood(worded, weight), importance, categories, levels };
    });
    const instruction = test?.vars?.['instruction'];
    const lost = [
      ...others.map((type) => `assertions of the type “${type}”`),
      ...(all.length > (test?.assert ?? []).length ? ['the grouping of assert-set'] : []),
      ...unread(graded, ['type', 'value', 'weight', 'metric', 'config']),
      ...unread(
        graded.map(({ config }) => config ?? {}),
        ['importance', 'categories', 'levels'],
      ),
      ...unread([test?.vars ?? {}], ['instruction']),
    ];
    return { instruction: typeof instruction === 'string' ? instruction : null, items, lost };
  },
});

const LEVELS_HEAD = '\n\nLevels, each with its score:\n';

function valueOf(item: ChecklistItem): string {
  const { levels } = item;
  if (levels === undefined) return asGood(item);
  return asGood(item) + LEVELS_HEAD + levels.map((level) => `${level.value}: ${levelText(level)}`).join('\n');
}

function configOf(item: ChecklistItem) {
  const config = ourFields(item);
  return Object.values(config).some((value) => value !== undefined) ? { config } : {};
}

/** The tests that have assertions, what holds for all of them first. */
function casesIn(value: unknown): readonly z.infer<typeof TestCase>[] {
  if (Array.isArray(value)) return [{ assert: value as z.infer<typeof TestCase>['assert'] }];
  type Test = z.infer<typeof TestCase>;
  const { assert, defaultTest, tests = [] } = value as Test & { defaultTest?: Test; tests?: Test[] };
  if (assert !== undefined) return [{ assert }];
  return [...(defaultTest === undefined ? [] : [defaultTest]), ...tests].filter(
    (each) => (each.assert ?? []).length > 0,
  );
}

/** The same with each text of it changed; names of fields stay. */
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => withTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, change)]));
}
