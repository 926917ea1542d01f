/** Step "rewriting" where the advice was gathered for a kind of text: which of its criteria apply to the task, in which words. */
import type { Removal } from '../domain/criteria-set.ts';
import type { FitItem } from '../domain/engine.ts';
import { needsModel } from '../domain/errors.ts';
import { type Discovery, type DiscoveryState, type KindCriterion, runStep } from './discovery.ts';

/** @param state of a guide. What does not apply to the task becomes a removal */
export async function fitToTask(discovery: Discovery, state: DiscoveryState): Promise<DiscoveryState> {
  const items = [...state.points].flatMap(({ id, adviceIds }): FitItem[] => {
    const known = state.ofKind.get(id);
    if (known === undefined) return [];
    const quotes = adviceIds.flatMap((adviceId) => state.advice.get(adviceId)?.quote ?? []);
    const { text, question, appliesWhen } = known;
    return [{ id, text, question, appliesWhen, quotes }];
  });
  const { fitCriteria } = discovery.ports.engine;
  if (fitCriteria === undefined) throw needsModel('Fitting what is advised on a kind of text to a task needs a model.');
  const outcomes = await runStep(discovery, 'rewriting', fitCriteria, items, (values) => {
    return `${values.filter(({ kind }) => kind !== 'removed').length} of ${items.length} apply to the task`;
  });
  const ofKind = new Map<string, KindCriterion>();
  const removals: Removal[] = [];
  const points = state.points.filter(({ id, text, adviceIds }) => {
    const known = state.ofKind.get(id);
    const outcome = outcomes.get(id);
    const remove = (reason: string): boolean => {
      removals.push({ step: 'rewriting', text, adviceIds: [...adviceIds], reason });
      return false;
    };
    if (known === undefined) return true;
    if (outcome?.status !== 'done') return remove(`Not compared with the task: ${outcome?.reason ?? 'no outcome'}`);
    const fit = outcome.value;
    if (fit.kind === 'removed') return remove(fit.reason);
    ofKind.set(id, fit.kind === 'kept' ? known : { ...known, ...reworded(fit) });
    return true;
  });
  return { ...state, points, ofKind, removals: [...state.removals, ...removals] };
}

/** New words have to be compared with the quotes, and no check was written for them. */
function reworded({ text, question, appliesWhen }: Pick<KindCriterion, 'text' | 'question' | 'appliesWhen'>) {
  return { text, question, appliesWhen, check: undefined, isReworded: true };
}
