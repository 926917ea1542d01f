/** The protocols of judging by name: plain lists, which the command line reads without a schema. */

/** Of one response: each gives a score, and of two responses the higher one wins. */
export const SCORING_PROTOCOLS = [
  /** From 1 to 5 by guidelines (TICK, direct scoring). */
  'score',
  /** The same with a checklist as a guide (TICK). */
  'check-then-score',
  /** The same with each item of a checklist answered in the same call (checklist study, direct scoring). */
  'checklist-score',
  /** The same by questions that the judge wrote for this instruction (self-generated metrics). */
  'metrics-score',
  /** From 1 to 10 with a checklist as a guide (WildBench’s WB-Score; TICK, table 5). */
  'wb-score',
  /** From 1 to 5 by steps that the judge laid down before, weighed by token probabilities (G-Eval). */
  'g-eval',
  /** From 1 to 10 by basic and further dimensions (CAMIEval, pointwise). */
  'camieval-score',
  /** By a prompt of the user's own: yes or no, one of several words, or a number. */
  'own-grade',
] as const;

/** Of two responses: a judge sees both at once, so that their order may matter. */
export const PAIRWISE_PROTOCOLS = [
  /** It picks one or calls them nearly identical (TICK). */
  'preference',
  /** It picks one, without a word of reason (LLMBar). */
  'vanilla',
  /** It thinks first (LLMBar; checklist study, pairwise without a checklist). */
  'cot',
  /** It is shown questions that it wrote for this instruction (LLMBar, self-generated metrics). */
  'metrics',
  /** It answers each item of a checklist for both, and picks one, in one call (checklist study). */
  'checklist-preference',
  /** It thinks by three basic dimensions made concrete for this instruction (CAMIEval, pairwise). */
  'camieval',
  /** By a prompt of the user's own: A or B. */
  'own-choice',
] as const;

/** What CAMIEval's protocols may start from, beside dimensions of one's own: its basic three, and the four of SummEval. */
export const BASICS = ['relevance', 'factuality', 'adherence', 'summeval'] as const;

/** Where further dimensions come from (CAMIEval). */
export const DIMENSION_SOURCES = [
  /** What the output of the role `weak` lacks beside the reference. */
  'contrast',
  /** The same, the model of that role being told to write poorly (table 9). */
  'feigned-contrast',
  /** The instruction alone (table 5). */
  'instruction',
] as const;

/** Of two responses, in any way: the higher rate by a checklist (TICK), a judge of both, or the higher score. */
export const PROTOCOLS = ['pass-rate', ...PAIRWISE_PROTOCOLS, ...SCORING_PROTOCOLS] as const;
