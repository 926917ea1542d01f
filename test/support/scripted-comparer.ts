/** A judge of whole responses by a script: of two side by side, or of one by itself. */
import type { Preference } from '../../agents/compare-responses.ts';
import { fencedAs, itemsIn, mannerOf } from './read-prompt.ts';
import { NoAnswer, type AgentScripts } from './scripted-agents.ts';

export interface PairShown {
  readonly first: string;
  readonly second: string;
  readonly questions: readonly string[];
  readonly answersEach: boolean;
  readonly sampleIndex: number;
}

export interface ResponseShown {
  readonly response: string;
  /** Null: none is shown. */
  readonly guide: readonly string[] | null;
  readonly sampleIndex: number;
}

const CHOICES = { first: 'A', second: 'B', tie: 'NEAR-IDENTICAL' } as const;
const ANALYSIS = 'So it is.';

/** Null: no verdict. */
export interface Comparer {
  readonly prefers?: (shown: PairShown) => Preference['preferred'] | null;
  readonly scores?: (shown: ResponseShown) => number | null;
}

export function scriptedComparer({ prefers = () => null, scores = () => null }: Comparer): AgentScripts {
  return {
    'compare-responses': ({ question, sampleIndex }) => {
      const items = itemsIn(question, 'questions');
      const preferred = prefers({
        first: fencedAs(question, 'response A'),
        second: fencedAs(question, 'response B'),
        questions: items.map(({ text }) => text),
        answersEach: mannerOf(question).manner === 'answered',
        sampleIndex,
      });
      if (preferred === null) return new NoAnswer('Cut off.');
      const answers = items.map(({ id }) => ({ id, A: 'YES', B: 'YES' }));
      return { analysis: ANALYSIS, answers, choice: CHOICES[preferred] };
    },
    'score-response': ({ question, sampleIndex }) => {
      const items = [...itemsIn(question, 'checklist'), ...itemsIn(question, 'checklist to answer')];
      const guide = items.length === 0 ? null : items.map(({ text }) => text);
      const score = scores({ response: fencedAs(question, 'response'), guide, sampleIndex });
      if (score === null) return new NoAnswer('Cut off.');
      return { analysis: ANALYSIS, answers: items.map(({ id }) => ({ id, answer: 'YES' })), score };
    },
  };
}
