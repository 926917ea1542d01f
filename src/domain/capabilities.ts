/** The one error for what an engine cannot do, and the steps of an engine that has no model. */
import type { Capability, Engine, EngineStep } from './engine.ts';
import { InputError } from './errors.ts';

/** Each with what people are told where it is lacking. */
const WORK = new Map<Capability, { readonly work: string; readonly otherwise?: string }>([
  ['drafts', { work: 'Writing criteria without sources', otherwise: 'or use --mode web' }],
  ['answers', { work: 'Answering queries without sources', otherwise: 'or use --mode web' }],
  ['rewords', { work: 'Wording a query anew' }],
  ['findsGaps', { work: 'Looking for what the advice leaves out' }],
  ['judges', { work: 'Judging what code cannot check' }],
  [
    'compares',
    {
      work: 'Preferring or scoring responses',
      otherwise: 'or compare by pass rates with what code can check',
    },
  ],
  ['writes', { work: 'Writing a new response' }],
  [
    'generatesChecklists',
    {
      work: 'Generating a checklist',
      otherwise: 'or judge by a set of criteria or a checklist of your own',
    },
  ],
]);

export const ALL_CAPABILITIES: ReadonlySet<Capability> = new Set(WORK.keys());

/** @throws InputError that says what is lacking and how to get it */
export function requireCapability(
  { capabilities }: Pick<Engine, 'capabilities'>,
  capability: Capability,
): void {
  if (!capabilities.has(capability)) throw lacking(capability);
}

function lacking(capability: Capability): InputError {
  const { work = capability, otherwise } = WORK.get(capability) ?? {};
  const advice = ['Name one with --model', ...(otherwise === undefined ? [] : [otherwise])].join(', ');
  return new InputError(`${work} needs a model.`, { advice: `${advice}.` });
}

type CoreStep =
  | 'proposeQueries'
  | 'ratePages'
  | 'extractAdvice'
  | 'mergeAdvice'
  | 'rewriteCriteria'
  | 'filterCriteria'
  | 'scoreRelevance';

/** The part of an engine that needs a model, for one that has none: every step is refused. */
export function withoutModel(): Pick<Engine, Exclude<EngineStep, CoreStep> | 'capabilities' | 'provenance'> {
  const refuse = (capability: Capability) => () => Promise.reject(lacking(capability));
  return {
    capabilities: new Set(),
    provenance: () => ({}),
    draftCriteria: refuse('drafts'),
    answerQueries: refuse('answers'),
    rewordQueries: refuse('rewords'),
    findGaps: refuse('findsGaps'),
    judge: refuse('judges'),
    prefer: refuse('compares'),
    score: refuse('compares'),
    respond: refuse('writes'),
    refine: refuse('writes'),
    critique: refuse('writes'),
    rewrite: refuse('writes'),
    generateChecklist: refuse('generatesChecklists'),
  };
}
