/** Judges a response by criteria with ordered levels, one or more per call: analysis, quotes and the level for each. */
import type { Level } from '../src/domain/checklist.ts';
import { figureOf } from '../src/llm/agent-kit/answer-words.ts';
import type { JudgedItem } from '../src/llm/agent-kit/judged-item.ts';
import { groundsIn, judgingVariables, plannedGrounds, verdictSchemas } from '../src/llm/agent-kit/verdict-rows.ts';
import type { JudgedByItems } from '../src/llm/agent-kit/verdict-rows.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

/** 0: not applicable. As many levels as an item may have. */
const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20] as const;

/** Yields verdicts by item id, each with its level; items that the model left out, or gave an unknown level, have none. */
export const judgeLevels = defineAgent({
  name: 'judge-levels',
  step: 'judging',
  givesVerdicts: true,
  ...verdictSchemas({ level: figureOf(NUMBERS) }),
  cites: ({ items }: JudgedByItems<{ readonly levels: readonly Level[] }>) =>
    items.map(({ id, question, levels }) => ({
      id,
      levels,
      text: [question, ...levels.map(({ label, description }, at) => `[${at + 1}] ${label}: ${description}`)].join(' '),
    })),
  variables: judgingVariables,
  verdict: () => ({ choices: NUMBERS, of: ({ verdicts }) => verdicts.map(({ level }) => level) }),
  validate: ({ verdicts }, _input, ids) => [
    ...ids.problems(verdicts, ids.shown.length),
    ...verdicts.flatMap(({ id, level }) => {
      const count = ids.itemOf(id)?.levels.length ?? level;
      return level > count ? [`${id} has ${count} levels; there is no level ${level}.`] : [];
    }),
  ],
  read: ({ verdicts }, { items }, ids) => {
    const rows = ids.valuesById(verdicts, (row) => row);
    return new Map(
      items.flatMap(({ id, levels }): [string, JudgedItem][] => {
        const row = rows.get(id);
        if (row === undefined || row.level > levels.length) return [];
        const grounds = { ...groundsIn(row), yesProbability: null };
        const level = levels[row.level - 1];
        if (level === undefined) return [[id, { answer: 'not-applicable', ...grounds }]];
        const { label, value } = level;
        return [[id, { answer: row.level === levels.length ? 'yes' : 'no', ...grounds, level: { label, value } }]];
      }),
    );
  },
  // The lowest, so that all of it is revised.
  plannedAnswer: (input, { shown }) => ({
    verdicts: shown.map(({ shortId }) => ({ id: shortId, ...plannedGrounds(input, shortId), level: 1 as const })),
  }),
});
