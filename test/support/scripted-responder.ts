/** A writer without a model: scripts say what comes of each request; all requests are kept. */
import type { Capability } from '../../src/domain/engine.ts';
import { done, unscored, type Outcome } from '../../src/domain/outcome.ts';
import type { AnsweredQuestion, JudgingSteps } from '../../src/domain/judging-steps.ts';

export interface ScriptedResponder extends Pick<JudgingSteps, 'respond' | 'refine' | 'critique' | 'rewrite'> {
  readonly capabilities: ReadonlySet<Capability>;
  readonly refined: { readonly response: string; readonly questions: readonly AnsweredQuestion[] }[];
}

/** @param mend null: no new response */
export function scriptedResponder(
  mend: (response: string, questions: readonly AnsweredQuestion[]) => string | null,
  write: (sampleIndex: number) => string | null = () => null,
): ScriptedResponder {
  const refined: ScriptedResponder['refined'] = [];
  const textOr = (text: string | null): Outcome<string> => (text === null ? unscored('It was cut off.') : done(text));
  return {
    refined,
    capabilities: new Set(['writes']),
    respond: async (_run, { sampleIndex }) => textOr(write(sampleIndex)),
    refine: async (_run, { response, questions }) => {
      refined.push({ response, questions });
      const text = mend(response, questions);
      return text === null ? unscored('It was cut off.') : done({ plan: 'Mend it.', response: text });
    },
    critique: async (_run, { response }) => done(`On ${response}`),
    rewrite: async (_run, { response, critique }) => {
      refined.push({ response: critique, questions: [] });
      return textOr(mend(response, []));
    },
  };
}
