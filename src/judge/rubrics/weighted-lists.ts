/** Lists of criteria with points: autorubric, rubric, HealthBench, ResearchRubrics, samples of inspect_ai. */
import { z } from 'zod';
import { Category, Importance, Levels, type Checklist, type ChecklistItem } from '../../domain/checklist.ts';
import { ItemId } from '../../domain/ids.ts';
import { importanceIn, levelsByPresence, levelsOf, levelText, ourFields, rubricFormat } from './rubric-format.ts';
import { sourcesOf, unread, type ReadItem } from './rubric-format.ts';

const Text = z.string().min(1);
const points = z.number();
const COMMON_LOSSES = [
  ...(['context', 'question', 'pinned', 'faultMark', 'check', 'appliesWhen', 'observations'] as const),
  'leftOut',
] as const;

const LEVELS = ['levels', 'levelLabels', 'levelValues'] as const;

const AutorubricCriterion = z.looseObject({
  name: z.string().nullish(),
  weight: points.default(1),
  requirement: Text,
  options: z
    .array(z.looseObject({ label: Text, value: z.number().min(0).max(1).nullish(), na: z.boolean().nullish() }))
    .nullish(),
  scale_type: z.string().nullish(),
});

export const autorubric = rubricFormat({
  name: 'autorubric',
  title: 'autorubric (a list of criteria, with options where they have levels)',
  source: 'github.com/delip/autorubric, docs/cookbook/multi-choice-rubrics.md and Rubric.from_dict',
  syntax: 'yaml',
  loses: [...COMMON_LOSSES, 'instruction', 'importance', 'levelLabels', 'categories', 'evidence'],
  write: ({ items }) =>
    items.map((item) => ({
      name: item.id,
      weight: item.weight,
      requirement: item.text,
      ...(item.levels && {
        options: levelsByPresence(item).map((level) => ({ label: levelText(level), value: level.value })),
        scale_type: 'ordinal',
      }),
    })),
  schema: z.union([
    z.array(AutorubricCriterion).min(1),
    z.looseObject({ prompt: Text.nullish(), rubric: z.array(AutorubricCriterion).min(1) }),
  ]),
  read: (value) => {
    const criteria = Array.isArray(value) ? value : value.rubric;
    const known = ['name', 'weight', 'requirement', 'options', 'scale_type'];
    const isNominal = criteria.some((each) => each.scale_type === 'nominal');
    const hasAbstention = criteria.some((each) => each.options?.some(({ na }) => na === true) === true);
    const items = criteria.map(({ requirement, weight, options }, at): ReadItem => {
      if (options == null) return { text: requirement, weight };
      const levels = options
        .filter(({ na }) => na !== true)
        .map(({ label, value: worth }) => ({ label, description: label, value: worth ?? 0 }));
      const ordered = levelsOf(levels, weight, `Item ${at + 1}`);
      return {
        text: requirement,
        weight,
        levels: ordered.map((level, place) => ({ ...level, label: String(place + 1) })),
      };
    });
    const lost = [
      ...unread(criteria, known),
      ...(Array.isArray(value) ? [] : unread([value], ['prompt', 'rubric'])),
      ...(isNominal ? ['options without an order (they are ordered by their values)'] : []),
      ...(hasAbstention ? ['options for “cannot assess” (a judge may always say not applicable)'] : []),
    ];
    return { instruction: Array.isArray(value) ? null : value.prompt, items, lost };
  },
});

const RubricCriterion = z.looseObject({ weight: points.default(1), requirement: Text });
const RubricSection = z.looseObject({ criteria: z.array(RubricCriterion).min(1) });
const RubricEntries = z.array(z.union([RubricCriterion, RubricSection])).min(1);
const RubricSections = z.looseObject({ sections: RubricEntries });

export const rubric = rubricFormat({
  name: 'rubric',
  title: 'rubric (The LLM Data Company)',
  source: 'github.com/The-LLM-Data-Company/rubric, Rubric.from_yaml in src/rubric/rubric.py',
  syntax: 'yaml',
  loses: [...COMMON_LOSSES, 'instruction', 'importance', ...LEVELS, 'categories', 'evidence'],
  write: ({ items }) => items.map(({ weight, text }) => ({ weight, requirement: text })),
  schema: z.union([RubricEntries, RubricSections, z.looseObject({ rubric: z.union([RubricEntries, RubricSections]) })]),
  read: (value) => {
    const inner =
      Array.isArray(value) || !('rubric' in value) ? value : (value.rubric as z.infer<typeof RubricSections>);
    const entries = Array.isArray(inner) ? inner : inner['sections'];
    const hasSections = entries.some((entry) => 'criteria' in entry);
    const criteria = entries.flatMap((entry): readonly z.infer<typeof RubricCriterion>[] =>
      'criteria' in entry ? (entry as z.infer<typeof RubricSection>).criteria : [entry],
    );
    const lost = [...unread(criteria, ['weight', 'requirement']), ...(hasSections ? ['sections'] : [])];
    return { items: criteria.map(({ requirement, weight }) => ({ text: requirement, weight })), lost };
  },
});

const [IMPORTANCE, CATEGORY] = ['importance:', 'category:'];
const importanceOf = (tag: string) =>
  tag.startsWith(IMPORTANCE) ? importanceIn(tag.slice(IMPORTANCE.length)) : undefined;

export const healthbench = rubricFormat({
  name: 'healthbench',
  title: 'HealthBench (one row)',
  source: 'RubricItem in github.com/openai/simple-evals, healthbench_eval.py',
  syntax: 'jsonl',
  loses: [...COMMON_LOSSES, ...LEVELS, 'evidence'],
  write: ({ task, items }) => ({
    prompt: [{ role: 'user', content: task?.instruction ?? '' }],
    rubrics: items.map((item) => ({
      criterion: item.text,
      points: item.weight,
      tags: [
        ...(item.importance === undefined ? [] : [IMPORTANCE + item.importance]),
        ...item.categories.map((category) => CATEGORY + category),
        ...sourcesOf(item).flatMap(({ quote, url }) => [`quote:${quote}`, `source:${url}`]),
      ],
    })),
  }),
  schema: z.looseObject({
    prompt: z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1),
    rubrics: z.array(z.looseObject({ criterion: Text, points, tags: z.array(z.string()).default([]) })).min(1),
  }),
  read: ({ prompt, rubrics, ...rest }) => {
    const others: string[] = [];
    const items = rubrics.map(({ criterion, points: weight, tags }): ReadItem => {
      const word = tags.find((tag) => importanceOf(tag) !== undefined);
      const categories = tags.flatMap((tag) => Category.safeParse(tag.replace(CATEGORY, '')).data ?? []);
      const kept = tags.filter((tag) => tag === word || Category.safeParse(tag.replace(CATEGORY, '')).success);
      others.push(...tags.filter((tag) => !kept.includes(tag)));
      const importance = word === undefined ? undefined : importanceOf(word);
      return { text: criterion, weight, importance, categories };
    });
    const lost = [
      ...unread([rest], ['prompt_id']),
      ...unread(rubrics, ['criterion', 'points', 'tags']),
      ...(prompt.length > 1 ? [`${prompt.length - 1} earlier turns of the conversation`] : []),
      ...(others.length === 0 ? [] : [`tags (such as “${others[0] ?? ''}”)`]),
    ];
    return { instruction: prompt.at(-1)?.content, items, lost };
  },
});

const AXES = { stated: 'Explicit Criteria', implied: 'Implicit Criteria' } as const;

export const researchrubrics = rubricFormat({
  name: 'researchrubrics',
  title: 'ResearchRubrics (one row)',
  source: 'huggingface.co/datasets/ScaleAI/researchrubrics (criterion, weight, axis)',
  syntax: 'jsonl',
  loses: [...COMMON_LOSSES, 'importance', ...LEVELS, 'categories', 'evidence'],
  write: ({ task, items }) => ({
    prompt: task?.instruction ?? '',
    rubrics: items.map(({ text, weight, origin }) => ({
      criterion: text,
      weight,
      axis: origin === 'instruction' ? AXES.stated : AXES.implied,
    })),
  }),
  schema: z.looseObject({
    prompt: z.string(),
    rubrics: z.array(z.looseObject({ criterion: Text, weight: points, axis: z.string().nullish() })).min(1),
  }),
  read: ({ prompt, rubrics, ...rest }) => {
    const axes = rubrics.flatMap(({ axis }) => (axis == null || axis === AXES.implied ? [] : [axis]));
    const lost = [
      ...unread([rest], ['sample_id']),
      ...unread(rubrics, ['criterion', 'weight', 'axis']),
      ...(axes.length === 0 ? [] : [`axes (such as “${axes[0] ?? ''}”)`]),
    ];
    const items = rubrics.map(({ criterion, weight }) => ({ text: criterion, weight }));
    return { instruction: prompt, items, lost };
  },
});

const InspectItem = z.looseObject({
  id: ItemId.nullish(),
  criterion: Text,
  points: points.default(100),
  importance: Importance.optional(),
  categories: z.array(Category).default([]),
  levels: Levels.optional(),
});

export const inspect = rubricFormat({
  name: 'inspect',
  title: 'inspect_ai (a sample: its target for model_graded_qa, the list in its metadata)',
  source: 'inspect.aisi.org.uk/datasets.html (Sample) and scorers.html (model_graded_qa)',
  syntax: 'jsonl',
  loses: [...COMMON_LOSSES, 'evidence'],
  write: (checklist) => ({
    input: checklist.task?.instruction ?? '',
    target: targetOf(checklist),
    metadata: {
      rubric: checklist.items.map((item) => ({
        id: item.id,
        criterion: item.text,
        points: item.weight,
        ...ourFields(item),
      })),
    },
  }),
  schema: z.looseObject({
    input: z.string(),
    metadata: z.looseObject({ rubric: z.array(InspectItem).min(1) }),
  }),
  read: ({ input, metadata, ...rest }) => {
    const known = ['id', 'criterion', 'points', 'importance', 'categories', 'levels'];
    const lost = [
      ...unread([rest], ['id', 'target']),
      ...unread([metadata], ['rubric']),
      ...unread(metadata.rubric, known),
    ];
    const items = metadata.rubric.map(({ criterion, points: weight, importance, categories, levels }) => {
      return { text: criterion, weight, importance, categories, levels };
    });
    return { instruction: input, items, lost };
  },
});

function targetOf({ items }: Checklist): string {
  const line = ({ text, weight, levels }: ChecklistItem, at: number) =>
    `${at + 1}. (${weight} points) ${text}${levels === undefined ? '' : ` [${levels.map(levelText).join(' < ')}]`}`;
  return items.map(line).join('\n');
}
