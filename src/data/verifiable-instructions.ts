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

const Demands = z.object({ instruction_id_list: z.array(z.string()).min(1), kwargs: z.array(z.unknown()) });
const Relation = z.enum(['at least', 'less than']).nullish();
const Words = z.array(z.string());

type WriteCriterion = (given: unknown) => VerifiableCriterion | null;

/** @returns null where the arguments of the shape are not there */
function demand<Shape extends z.ZodRawShape>(
  shape: Shape,
  write: (given: z.infer<z.ZodObject<Shape>>) => VerifiableCriterion,
): WriteCriterion {
  const schema = z.object(shape);
  return (given) => {
    const { data } = schema.safeParse(given ?? {});
    return data === undefined ? null : write(data);
  };
}

const phrase = (text: string, min: number | null, max: number | null): Check => ({ kind: 'phrase', text, min, max });
const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');

function length(unit: 'words' | 'sentences', wanted: number, relation: z.infer<typeof Relation>): VerifiableCriterion {
  const isLeast = relation !== 'less than';
  const bounds = isLeast ? { min: wanted, max: null } : { min: null, max: wanted - 1 };
  const text = `The response should have ${isLeast ? 'at least' : 'less than'} ${wanted} ${unit}.`;
  return { text, check: { kind: 'count', unit, ...bounds } };
}

const CRITERIA: Readonly<Record<string, WriteCriterion>> = {
  'length_constraints:number_words': demand({ num_words: z.number(), relation: Relation }, ({ num_words, relation }) =>
    length('words', num_words, relation),
  ),
  'length_constraints:number_sentences': demand(
    { num_sentences: z.number(), relation: Relation },
    ({ num_sentences, relation }) => length('sentences', num_sentences, relation),
  ),
  'length_constraints:number_paragraphs': demand({ num_paragraphs: z.number() }, ({ num_paragraphs }) => ({
    text: `The response should have ${num_paragraphs} paragraphs, with *** between.`,
  })),
  'length_constraints:nth_paragraph_first_word': demand(
    { num_paragraphs: z.number(), nth_paragraph: z.number(), first_word: z.string() },
    ({ num_paragraphs, nth_paragraph, first_word }) => ({
      text: `The response should have ${num_paragraphs} paragraphs, and number ${nth_paragraph} should begin with “${first_word}”.`,
    }),
  ),
  'keywords:existence': demand({ keywords: Words }, ({ keywords }) => ({
    text: `The response should contain ${quoted(keywords)}.`,
    check: { kind: 'all', checks: keywords.map((word) => phrase(word, 1, null)) },
  })),
  'keywords:forbidden_words': demand({ forbidden_words: Words }, ({ forbidden_words }) => ({
    text: `The response should contain none of ${quoted(forbidden_words)}.`,
    check: { kind: 'all', checks: forbidden_words.map((word) => phrase(word, null, 0)) },
  })),
  'detectable_format:number_bullet_lists': demand({ num_bullets: z.number() }, ({ num_bullets }) => ({
    text: `The response should have exactly ${num_bullets} bullet points.`,
    check: { kind: 'count', unit: 'bullets', min: num_bullets, max: num_bullets },
  })),
  'detectable_format:multiple_sections': demand(
    { num_sections: z.number(), section_spliter: z.string() },
    ({ num_sections, section_spliter }) => ({
      text: `The response should have ${num_sections} sections, each of which begins with “${section_spliter}” and its number.`,
    }),
  ),
  'detectable_format:title': demand({}, () => ({
    text: 'The response should have a title in double angle brackets: <<title>>.',
  })),
  'detectable_format:json_format': demand({}, () => ({
    text: 'The response should be JSON as a whole.',
    check: { kind: 'format', format: 'json' },
  })),
  'detectable_content:postscript': demand({ postscript_marker: z.string() }, ({ postscript_marker }) => ({
    text: `The response should have a postscript that begins with “${postscript_marker}”.`,
    check: phrase(postscript_marker, 1, null),
  })),
  'combination:repeat_prompt': demand({ prompt_to_repeat: z.string() }, ({ prompt_to_repeat }) => ({
    text: `The response should begin with the request, word for word: “${prompt_to_repeat}”`,
    check: { kind: 'edge', at: 'start', text: prompt_to_repeat },
  })),
  'combination:two_responses': demand({}, () => ({
    text: 'There should be two different responses, with six asterisks between: ******.',
  })),
  'startend:end_checker': demand({ end_phrase: z.string() }, ({ end_phrase }) => ({
    text: `The response should end with “${end_phrase}”`,
    check: { kind: 'edge', at: 'end', text: end_phrase },
  })),
  'startend:quotation': demand({}, () => ({
    text: 'The whole response should stand in double quotation marks.',
    check: { kind: 'wrapped', open: '"', close: '"' },
  })),
};

/** None where the row states no such demands, or one that is not known: a part of them would be another benchmark. */
export function verifiableCriteria(fields: Readonly<Record<string, unknown>>): readonly VerifiableCriterion[] {
  const demands = Demands.safeParse(fields).data;
  if (demands === undefined) return [];
  const criteria = demands.instruction_id_list.map((id, at) => CRITERIA[id]?.(demands.kwargs[at]) ?? null);
  const known = criteria.filter((criterion) => criterion !== null);
  return known.length === criteria.length ? known : [];
}
