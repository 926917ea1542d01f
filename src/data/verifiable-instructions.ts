/**
 * The demands that IFEval and LiveBench (instruction_following) state as ids with arguments, as criteria with checks by code.
 * What a check of ours cannot count as theirs does is left to the judge.
 */
import { z } from 'zod';
import type { Check } from '../domain/check.ts';

interface VerifiableCriterion {
  readonly text: string;
  readonly check?: Check;
}

const Arguments = z.looseObject({
  relation: z.enum(['at least', 'less than']).nullish(),
  num_words: z.number().nullish(),
  num_sentences: z.number().nullish(),
  num_paragraphs: z.number().nullish(),
  nth_paragraph: z.number().nullish(),
  num_bullets: z.number().nullish(),
  num_sections: z.number().nullish(),
  section_spliter: z.string().nullish(),
  first_word: z.string().nullish(),
  end_phrase: z.string().nullish(),
  postscript_marker: z.string().nullish(),
  prompt_to_repeat: z.string().nullish(),
  keywords: z.array(z.string()).nullish(),
  forbidden_words: z.array(z.string()).nullish(),
});
type Arguments = z.infer<typeof Arguments>;
const Demands = z.object({ instruction_id_list: z.array(z.string()).min(1), kwargs: z.array(Arguments.nullable()) });

const phrase = (text: string, min: number | null, max: number | null): Check => ({ kind: 'phrase', text, min, max });
const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');

/** `at least` or `less than` so many. */
function length(unit: 'words' | 'sentences', wanted: number, relation: Arguments['relation']): VerifiableCriterion {
  const isLeast = relation !== 'less than';
  const bounds = isLeast ? { min: wanted, max: null } : { min: null, max: wanted - 1 };
  const text = `The response should have ${isLeast ? 'at least' : 'less than'} ${wanted} ${unit}.`;
  return { text, check: { kind: 'count', unit, ...bounds } };
}

/** By id; null: its arguments are not there. */
const CRITERIA: Readonly<Record<string, (given: Arguments) => VerifiableCriterion | null>> = {
  'length_constraints:number_words': ({ num_words: wanted, relation }) =>
    wanted == null ? null : length('words', wanted, relation),
  'length_constraints:number_sentences': ({ num_sentences: wanted, relation }) =>
    wanted == null ? null : length('sentences', wanted, relation),
  'length_constraints:number_paragraphs': ({ num_paragraphs: wanted }) =>
    wanted == null ? null : { text: `The response should have ${wanted} paragraphs, with *** between.` },
  'length_constraints:nth_paragraph_first_word': (given) => {
    const { num_paragraphs: wanted, nth_paragraph: nth, first_word: word } = given;
    if (wanted == null || nth == null || word == null) return null;
    return { text: `The response should have ${wanted} paragraphs, and number ${nth} should begin with “${word}”.` };
  },
  'keywords:existence': ({ keywords: words }) =>
    words == null
      ? null
      : {
          text: `The response should contain ${quoted(words)}.`,
          check: { kind: 'all', checks: words.map((word) => phrase(word, 1, null)) },
        },
  'keywords:forbidden_words': ({ forbidden_words: words }) =>
    words == null
      ? null
      : {
          text: `The response should contain none of ${quoted(words)}.`,
          check: { kind: 'all', checks: words.map((word) => phrase(word, null, 0)) },
        },
  'detectable_format:number_bullet_lists': ({ num_bullets: wanted }) =>
    wanted == null
      ? null
      : {
          text: `The response should have exactly ${wanted} bullet points.`,
          check: { kind: 'count', unit: 'bullets', min: wanted, max: wanted },
        },
  'detectable_format:multiple_sections': ({ num_sections: wanted, section_spliter: mark }) =>
    wanted == null || mark == null
      ? null
      : { text: `The response should have ${wanted} sections, each of which begins with “${mark}” and its number.` },
  'detectable_format:title': () => ({ text: 'The response should have a title in double angle brackets: <<title>>.' }),
  'detectable_format:json_format': () => ({
    text: 'The response should be JSON as a whole.',
    check: { kind: 'format', format: 'json' },
  }),
  'detectable_content:postscript': ({ postscript_marker: mark }) =>
    mark == null
      ? null
      : { text: `The response should have a postscript that begins with “${mark}”.`, check: phrase(mark, 1, null) },
  'combination:repeat_prompt': ({ prompt_to_repeat: prompt }) =>
    prompt == null
      ? null
      : {
          text: `The response should begin with the request, word for word: “${prompt}”`,
          check: { kind: 'edge', at: 'start', text: prompt },
        },
  'combination:two_responses': () => ({
    text: 'There should be two different responses, with six asterisks between: ******.',
  }),
  'startend:end_checker': ({ end_phrase: words }) =>
    words == null
      ? null
      : { text: `The response should end with “${words}”`, check: { kind: 'edge', at: 'end', text: words } },
  'startend:quotation': () => ({
    text: 'The whole response should stand in double quotation marks.',
    check: { kind: 'wrapped', open: '"', close: '"' },
  }),
};

/** None where the row states no such demands, or one that is not known: a part of them would be another benchmark. */
export function verifiableCriteria(fields: Readonly<Record<string, unknown>>): readonly VerifiableCriterion[] {
  const demands = Demands.safeParse(fields).data;
  if (demands === undefined) return [];
  const criteria = demands.instruction_id_list.map((id, at) => CRITERIA[id]?.(demands.kwargs[at] ?? {}) ?? null);
  const known = criteria.filter((criterion) => criterion !== null);
  return known.length === criteria.length ? known : [];
}
