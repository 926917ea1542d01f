/** `groundrule/judge`: checklists, typed checks, and the records of judging. */
export { Check, type CheckFunction, type CheckFunctions, type DecidingCheck } from './domain/check.ts';
export { Checklist, ChecklistItem, type Category } from './domain/checklist.ts';
export { parseCheck } from './domain/parse-check.ts';
export { printCheck } from './domain/print-check.ts';
export { Judgement, type ItemVerdict, type PassRate, type Verdict } from './domain/judgement.ts';
export { loadChecks } from './judge/checks/load-checks.ts';
export { checklistFromSet } from './judge/checklist-from-set.ts';
export { readChecklist } from './judge/checklists/read-checklist.ts';
export { curate, type Edits } from './judge/curate.ts';
export { diverseSubset, withoutNearEqual } from './judge/near-equal-items.ts';
export { overallRate, passRatesByCategory } from './judge/pass-rate.ts';
export { topOf } from './judge/top-of.ts';
export type { ChecklistPolicy } from './domain/checklist-policies.ts';
export type { Ablation } from './judge/ablate.ts';
export type { EachAblation } from './judge/ablate-each.ts';
export type { OfRow } from './judge/repeated-verdicts.ts';
export type { HumanJudged, HumanJudged as AblationData } from './judge/repeated-verdicts.ts';
export { scoreInconsistency, voteInconsistency } from './metrics/inconsistency.ts';
export type { JudgeOptions } from './judge/judge-options.ts';
export { Actionability, type ActionabilityFigures, type Edit } from './domain/judged-work.ts';
export { Comparison, Protocol, ScoringProtocol, type ResponseScore, type Winner } from './domain/comparison.ts';
export { Scoring } from './judge/scoring.ts';
export { exportDpo, type PreferencePair } from './judge/export-dpo.ts';
export { panelFigures, type PanelFigures } from './judge/panel.ts';
export { Refinement, type RefineMethod, type Round, type Stop } from './domain/judged-work.ts';
export { Selection, type Candidate } from './domain/judged-work.ts';
export { actionabilityFigures } from './judge/actionability-figures.ts';
export { summarizeComparisons, type ComparisonSummary } from './judge/summarize-comparisons.ts';
export type { GivenChecklist, GivenInstruction, GivenResponse } from './client/given-input.ts';
export type { GivenItem } from './domain/given-item.ts';
export type {
  AblateEachOptions,
  AblateOptions,
  CompareCallOptions,
  ContrastOptions,
  GenerateChecklistOptions,
  GeneratedChecklist,
  JudgeCallOptions,
  RefineCallOptions,
  RespondOptions,
  ScoreCallOptions,
  WrittenResponses,
} from './client/judging-options.ts';
