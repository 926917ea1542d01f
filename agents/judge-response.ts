/** Judges a response by criteria, one or more per call: analysis, quotes and YES, NO or N/A for each (TICK). */
import type { WordChoice } from '../src/domain/model.ts';
import { ANSWER_WORDS, ANSWERS, AnswerWord } from '../src/llm/agent-kit/answer-words.ts';
import type { JudgedItem } from '../src/llm/agent-kit/judged-item.ts';
import { groundsIn, judgingVariables, plannedGrounds, verdictSchemas } from '../src/llm/agent-kit/verdict-rows.ts';
import type { JudgedByItems } from '../src/llm/agent-kit/verdict-rows.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { stripReasoning } from '../src/llm/own-words.ts';
import { readVerdict } from '../src/llm/read-verdict.ts';

interface Row {
  readonly answer: (typeof ANSWER_WORDS)[number];
}

/** Yields verdicts by item id; items that the model left out, or named twice, have none. */
export const judgeResponse = defineAgent({
  name: 'judge-response',
  step: 'judging',
  givesVerdicts: true,
  ...verdictSchemas({ answer: AnswerWord }),
  choiceWords: ANSWER_WORDS,
  cites: ({ items }: JudgedByItems) => items.map(({ id, question }) => ({ id, text: question })),
  variables: judgingVariables,
  verdict: () => ({ choices: ANSWER_WORDS, of: ({ verdicts }) => verdicts.map(({ answer }) => answer) }),
  // Of one criterion alone: which one a verdict in prose is on must be beyond doubt.
  readProse: (text, _input, { shown }) => {
    const [only, ...others] = shown;
    if (only === undefined || others.length > 0) return null;
    const answer = readVerdict(text, ANSWER_WORDS);
    return answer === null
      ? null
      : { verdicts: [{ id: only.shortId, analysis: stripReasoning(text), quotes: [], answer }] };
  },
  validate: ({ verdicts }, _input, ids) => ids.problems(verdicts, ids.shown.length),
  read: ({ verdicts }, _input, ids, raw) => {
    const chances = raw === undefined ? new Map<Row, number>() : yesProbabilities(verdicts, raw);
    return ids.valuesById(verdicts, (row): JudgedItem => ({
      answer: ANSWERS[row.answer],
      ...groundsIn(row),
      yesProbability: chances.get(row) ?? null,
    }));
  },
  // Unmet, so that all of it is revised.
  plannedAnswer: (input, { shown }) => ({
    verdicts: shown.map(({ shortId }) => ({ id: shortId, ...plannedGrounds(input, shortId), answer: 'NO' as const })),
  }),
});

const ANSWER_KEY = /"answer"\s*:\s*"/gu;

/** Only where each row is plainly one place of the text: inside a string of strict JSON the key's quotes are escaped. */
function yesProbabilities(
  rows: readonly Row[],
  { text, choices }: { readonly text: string; readonly choices: readonly WordChoice[] },
): ReadonlyMap<Row, number> {
  const starts = [...text.matchAll(ANSWER_KEY)].map(({ 0: key, index }) => index + key.length);
  if (starts.length !== rows.length) return new Map();
  const byStart = new Map(choices.map(({ start, probabilities }) => [start, probabilities]));
  return new Map(
    rows.flatMap((row, index) => {
      const found = byStart.get(starts[index] ?? -1);
      const [yes = 0, no = 0] = [found?.['YES'], found?.['NO']];
      return yes + no > 0 && row.answer !== 'N/A' ? [[row, yes / (yes + no)] as const] : [];
    }),
  );
}
