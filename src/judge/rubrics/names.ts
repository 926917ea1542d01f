/** The formats of rubrics by name: a plain list, which the command line reads without a schema. */
export const RUBRIC_FORMATS = [
  ...(['autorubric', 'rubric', 'healthbench', 'researchrubrics'] as const),
  ...(['openai-score-model', 'openai-label-model', 'openai-multi'] as const),
  ...(['promptfoo', 'inspect', 'openevals', 'autoevals', 'deepeval', 'prometheus', 'csv'] as const),
] as const;
export type RubricFormatName = (typeof RUBRIC_FORMATS)[number];
