/** What each method of the client takes for options: types alone do not exist where a program runs. */
import { InputError } from '../domain/errors.ts';
import { CLIENT_OPTIONS, DISCOVERY_OPTIONS, namesGiven, refuseUnknown } from './options.ts';
import { LIMIT_NAMES } from './runs.ts';

type Input<Method> = Method extends (...input: infer Given) => unknown ? Required<Given> : [];
type OptionsOf<Method> = Input<Method> extends [...unknown[], infer Options] ? Options : null;
type Before<Method> = Input<Method> extends [...infer Others, unknown] ? Others['length'] : never;

/** For each method that takes those of a call: how many arguments stand before its options, and the names of all. */
type MethodOptions<Client> = {
  readonly [Name in keyof Client as 'signal' extends keyof OptionsOf<Client[Name]> ? Name : never]: readonly [
    before: Before<Client[Name]>,
    names: readonly (keyof OptionsOf<Client[Name]>)[],
  ];
};
type Missing<Method, Entry> = Entry extends readonly [number, readonly (infer Names)[]]
  ? Exclude<keyof OptionsOf<Method>, Names>
  : never;
/** A table that lacks none. */
type Complete<Client, Table> = {
  readonly [Name in keyof Table]: Name extends keyof MethodOptions<Client>
    ? [Missing<Client[Name], Table[Name]>] extends [never]
      ? unknown
      : { readonly missing: Missing<Client[Name], Table[Name]> }
    : never;
};

const call = ['runId', 'signal', 'stopsAfterAnswers', 'onEvent', 'budget', 'sharedBudgets'] as const;
const ofTask = [...call, 'instruction', 'context'] as const;
const figures = ['resamples', 'seed'] as const;
const asked = ['itemsPerCall', 'votes', 'analysis', 'codeChecks', 'panel', 'score', 'checks'] as const;
const judging = [...ofTask, ...asked, 'seed'] as const;
const ofProtocol = [
  ...(['ties', 'bothOrders', 'reconsider', 'selective', 'scale', 'prompt', 'writeReference', 'basics'] as const),
  ...(['concrete', 'dimensions', 'dimensionsFrom', 'checklist', 'top', 'policy', 'by'] as const),
] as const;
const protocol = [...judging, ...ofProtocol, 'reference'] as const;
const discovery = [...call, ...DISCOVERY_OPTIONS] as const;
const judgedRows = [...call, ...asked, 'seed', 'retryFailed', 'policy', 'top', 'only', 'judgeBy'] as const;

/** Held to the types of the client where it is used. */
export const METHOD_OPTIONS = {
  discover: [1, [...discovery, 'context']],
  precompute: [2, [...discovery, 'retryFailed', 'rowsAtOnce', 'onProgress']],
  planPrecompute: [2, [...discovery, 'retryFailed']],
  nameKinds: [1, discovery],
  discoverySetup: [0, discovery],
  judge: [2, judging],
  score: [1, protocol],
  compare: [2, [...protocol, 'name', 'label']],
  refine: [2, [...judging, 'rounds', 'method', 'stopsWhenMet', 'top']],
  bestOf: [2, judging],
  measureActionability: [2, judging],
  respond: [1, [...call, 'context', 'samples', 'model', 'prompt']],
  generateChecklist: [1, [...call, 'context', 'policy', 'regenerate', 'sample']],
  contrastResponses: [1, [...call, 'context', 'better', 'worse']],
  generalizeObservations: [1, call],
  ablate: [2, [...judging, 'bootstrapSeed']],
  ablateEach: [1, [...judging, 'bootstrapSeed', 'policy', 'regenerate', 'everyList']],
  reviewChecklist: [1, ofTask],
  judgeRows: [2, [...judgedRows, 'rowsAtOnce', 'onProgress']],
  rowsToJudge: [2, judgedRows],
  rewards: [1, [...call, ...asked, 'seed', 'byCriterion']],
  measureCriteria: [
    1,
    [
      ...[...call, ...figures, 'itemsPerCall', 'codeChecks'],
      ...['given', 'ks', 'overlap', 'actionability', 'elsewhere'],
    ],
  ],
  nameCategories: [2, ofTask],
  sortTasks: [2, call],
  restateCriteria: [1, ofTask],
  measurePolicies: [1, [...call, ...figures, 'thresholds', 'unread', 'policies', 'votes', 'regenerate']],
  judgeRepeatedly: [2, [...call, 'votes']],
  measureAttacks: [1, [...call, ...asked, ...ofProtocol, ...figures]],
  auditLive: [1, call],
  addToLibrary: [1, [...call, 'folder', 'replace']],
  explainPage: [1, call],
} as const;

/** The client, whose methods refuse options that they do not have: a misspelt limit would be none. */
export function refusingUnknownOptions<Client extends object, Table extends MethodOptions<Client>>(
  client: Client,
  table: Table & Complete<Client, Table>,
): Client {
  const methods = client as Readonly<Record<string, (...input: readonly unknown[]) => unknown>>;
  const checked = Object.entries<readonly [number, readonly string[]]>(table).map(([method, [before, names]]) => [
    method,
    async (...input: readonly unknown[]) => {
      refuseUnknownOfMethod(method, namesGiven(input[before] ?? {}), names);
      return methods[method]?.(...input);
    },
  ]);
  return { ...client, ...(Object.fromEntries(checked) as Partial<Client>) };
}

/** A limit of the client is refused where the call begins, and told what to be. */
function refuseUnknownOfMethod(method: string, given: readonly string[], known: readonly string[]): void {
  const others = given.filter((name) => !known.includes(name) && !LIMIT_NAMES.includes(name));
  const misplaced = others.find((name) => CLIENT_OPTIONS.includes(name));
  if (misplaced !== undefined)
    throw new InputError(`“${misplaced}” is an option of the client, and none of ${method}.`, {
      advice: 'Give it to createGroundrule.',
    });
  // Those of a call are no settings, and stand in no list of them.
  refuseUnknown(others, known, `${method} takes ${known.join(', ')}.`);
}
