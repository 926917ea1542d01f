/** Prompts of single protocols: in a folder named after the agent that asks, each in a file named after the protocol. */

interface Forms {
  /** Protocols, and what they are held against without a checklist. */
  readonly names: readonly string[];
  /** Variables that a form has to show; of some forms, one more. */
  readonly shown: readonly string[];
  readonly alsoShown: Readonly<Record<string, string>>;
}

/** By agent. */
export const PROMPT_FORMS: Readonly<Record<string, Forms>> = {
  'compare-responses': {
    names: [
      ...['preference', 'vanilla', 'cot', 'metrics', 'camieval'],
      ...['checklist-preference', 'choice-without-checklist'],
    ],
    shown: ['task', 'first', 'second'],
    alsoShown: { metrics: 'questions', camieval: 'questions', 'checklist-preference': 'questions' },
  },
  'score-response': {
    names: [
      ...['score', 'check-then-score', 'metrics-score', 'g-eval'],
      ...['checklist-score', 'score-without-checklist'],
    ],
    shown: ['task', 'response'],
    alsoShown: { 'check-then-score': 'guide', 'metrics-score': 'guide', 'g-eval': 'guide', 'checklist-score': 'guide' },
  },
};

export function formKey(agent: string, form: string): string {
  return `${agent}/${form}`;
}

/** What is wrong with the variables of a form; null: nothing. @param known those of the agent’s own prompt */
export function variablesProblem(
  agent: string,
  form: string,
  variables: readonly string[],
  known: readonly string[],
): string | null {
  const { shown = [], alsoShown = {} } = PROMPT_FORMS[agent] ?? {};
  const required = [...shown, ...(alsoShown[form] === undefined ? [] : [alsoShown[form]])];
  const missing = required.find((name) => !variables.includes(name));
  if (missing !== undefined) return `does not show {{${missing}}}`;
  const unknown = variables.find((name) => !known.includes(name));
  return unknown === undefined ? null : `has the unknown variable {{${unknown}}}; there are ${known.join(', ')}`;
}
