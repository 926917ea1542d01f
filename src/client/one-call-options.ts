/** What the functions that open a client for one call may be given. */
import type {
  CompareCallOptions,
  GenerateChecklistOptions,
  JudgeCallOptions,
  RefineCallOptions,
  ScoreCallOptions,
} from './judging-options.ts';
import { CLIENT_OPTIONS, refuseUnknown, type DiscoverOptions, type GroundruleOptions } from './options.ts';

type Judging = JudgeCallOptions & ScoreCallOptions & CompareCallOptions & RefineCallOptions & GenerateChecklistOptions;
type OfOneCall = keyof (DiscoverOptions & Judging);

/** Of any of them, beside those of the client. */
const CALL_OPTIONS = {
  analysis: true,
  basics: true,
  bothOrders: true,
  budget: true,
  by: true,
  checklist: true,
  checks: true,
  codeChecks: true,
  concrete: true,
  context: true,
  dimensions: true,
  dimensionsFrom: true,
  instruction: true,
  itemsPerCall: true,
  label: true,
  method: true,
  name: true,
  panel: true,
  policy: true,
  prompt: true,
  reconsider: true,
  reference: true,
  regenerate: true,
  runId: true,
  sample: true,
  scale: true,
  score: true,
  seed: true,
  selective: true,
  sharedBudgets: true,
  signal: true,
  stopsWhenMet: true,
  ties: true,
  top: true,
  votes: true,
  writeReference: true,
} satisfies Record<Exclude<OfOneCall, keyof GroundruleOptions>, true>;

/** @throws InputError where neither the client nor a call has one of them: a misspelt limit would be none */
export function refuseUnknownOfOneCall(options: object): void {
  refuseUnknown(options, [...CLIENT_OPTIONS, ...Object.keys(CALL_OPTIONS)]);
}
