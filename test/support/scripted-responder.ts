/** Writes and revises responses by a script. */
import type { AnsweredQuestion } from '../../agents/refine-response.ts';
import { fencedAs, linesOf } from './read-prompt.ts';
import { NoAnswer, type AgentScripts } from './scripted-agents.ts';

interface Refined {
  readonly response: string;
  readonly questions: readonly AnsweredQuestion[];
}

export interface ScriptedResponder {
  readonly scripts: AgentScripts;
  readonly refined: readonly Refined[];
}

/** @param mend null: no new response */
export function scriptedResponder(
  mend: (response: string, questions: readonly AnsweredQuestion[]) => string | null,
  write: (sampleIndex: number) => string | null = () => null,
): ScriptedResponder {
  const refined: Refined[] = [];
  const textOr = (text: string | null) => (text === null ? new NoAnswer('It was cut off.') : { response: text });
  return {
    refined,
    scripts: {
      respond: ({ sampleIndex }) => textOr(write(sampleIndex)),
      'refine-response': ({ question }) => {
        const response = fencedAs(question, 'response');
        const questions = linesOf(fencedAs(question, 'checklist')).map(answeredIn);
        refined.push({ response, questions });
        const revised = textOr(mend(response, questions));
        return revised instanceof NoAnswer ? revised : { plan: 'Mend it.', ...revised };
      },
      'critique-response': ({ question }) => ({ critique: `On ${fencedAs(question, 'response')}` }),
      'rewrite-response': ({ question }) => {
        refined.push({ response: fencedAs(question, 'critique'), questions: [] });
        return textOr(mend(fencedAs(question, 'response'), []));
      },
    },
  };
}

function answeredIn(line: string): AnsweredQuestion {
  const [, answer = '', question = '', reason = ''] = /^(yes|no): (.*?)(?: – found: (.*))?$/u.exec(line) ?? [];
  return { question, answer: answer === 'yes' ? 'yes' : 'no', reason };
}
