/**
 * A model whose answers can be held against the truth: responses say which qualities they have, judges err at a known
 * rate, comparers may prefer whatever is shown first, and refiners mend and break at known rates.
 */
import type { Checklist } from '../../src/domain/checklist.ts';
import type { Task } from '../../src/domain/task.ts';
import { checklist, item } from './checklist.ts';
import { drawing } from './draw.ts';
import { plausibleModel, type ScriptedModel } from './plausible-model.ts';
import { fencedAs, itemsIn, isBare, linesOf, mannerOf, questionOf } from './read-prompt.ts';

export interface HiddenTruth {
  readonly seed: string;
  /** How many qualities a response can have, numbered from 1. */
  readonly qualities: number;
  /** Share of verdicts that are wrong. */
  readonly judgeError: number;
  /** Share of comparisons that go to the response shown first, whatever it is. */
  readonly firstBias: number;
  /** Share of the unmet qualities that a refiner adds, and of the met ones that it loses. */
  readonly mends: number;
  readonly breaks: number;
  /** Share of the qualities that a response has when it is first written. */
  readonly presence: number;
}

export const HONEST: HiddenTruth = {
  seed: 'truth',
  qualities: 6,
  judgeError: 0,
  firstBias: 0,
  mends: 1,
  breaks: 0,
  presence: 0.5,
};

/** A response that has these qualities and no others. */
export function textWith(qualities: Iterable<number>, name = 'note'): string {
  return [`A ${name}.`, ...[...qualities].sort((a, b) => a - b).map(sentence)].join('\n');
}

export function qualitiesOf(text: string): ReadonlySet<number> {
  return new Set([...text.matchAll(/It has quality (\d+)\./gu)].map(([, number]) => Number(number)));
}

/** One question for each quality. */
export function checklistOfQualities(count: number, task?: Task): Checklist {
  const items = Array.from({ length: count }, (_, index) => item(index + 1));
  return checklist(items, task === undefined ? {} : { task });
}

/** Draws differ by what is asked and how often it was asked before, never by the order of arrival. */
export function hiddenTruthModel(given: Partial<HiddenTruth> = {}): ScriptedModel {
  const truth = { ...HONEST, ...given };
  const numbers = Array.from({ length: truth.qualities }, (_, index) => index + 1);
  const asked = new Map<string, number>();
  const drawOf = (what: string) => {
    const times = asked.get(what) ?? 0;
    asked.set(what, times + 1);
    return drawing(`${truth.seed} ${times} ${what}`);
  };
  /** @param wanted null: nobody says what is missing */
  const revised = (response: string, wanted: ReadonlySet<number> | null, key: string) => {
    const draw = drawOf(key);
    const had = qualitiesOf(response);
    const has = numbers.filter((number) => {
      const chance = draw.fraction();
      if (had.has(number)) return chance >= truth.breaks;
      return (wanted === null || wanted.has(number)) && chance < truth.mends;
    });
    return textWith(has);
  };

  const answers: Readonly<Record<string, (question: string) => unknown>> = {
    'judge-response': (question) => {
      const response = fencedAs(question, 'response');
      const has = qualitiesOf(response);
      return {
        verdicts: itemsIn(question, 'criteria').map(({ id, text }) => {
          const isMet = has.has(qualityIn(text));
          const errs = drawOf(`judge ${response} ${text}`).fraction() < truth.judgeError;
          const answer = isMet !== errs ? 'YES' : 'NO';
          if (isBare(question)) return { id, answer };
          return {
            id,
            analysis: 'Scripted answer, no model’s: its sentences were read.',
            quotes: [],
            answer,
          };
        }),
      };
    },
    'compare-responses': (question) => {
      const { manner, choices } = mannerOf(question);
      const [first, second] = [fencedAs(question, 'response A'), fencedAs(question, 'response B')];
      const [inFirst, inSecond] = [qualitiesOf(first), qualitiesOf(second)];
      const isBiased = drawOf(`compare ${first} ${second}`).fraction() < truth.firstBias;
      const lead = inFirst.size - inSecond.size;
      const honest = lead > 0 ? 'A' : lead < 0 ? 'B' : (choices[2] ?? 'A');
      const choice = isBiased ? 'A' : honest;
      if (manner === 'bare') return { choice };
      if (manner === 'analysed')
        return { analysis: 'Scripted answer, no model’s: their qualities were counted.', choice };
      const answer = (has: ReadonlySet<number>, text: string) => (has.has(qualityIn(text)) ? 'YES' : 'NO');
      const answers = itemsIn(question, 'questions').map(({ id, text }) => ({
        ...{ id, A: answer(inFirst, text), B: answer(inSecond, text) },
      }));
      return { answers, choice };
    },
    'score-response': (question) => {
      const { manner } = mannerOf(question);
      const has = qualitiesOf(fencedAs(question, 'response'));
      const score = 1 + Math.round((4 * has.size) / truth.qualities);
      if (manner === 'bare') return { score };
      if (manner === 'analysed') return { analysis: 'Scripted answer, no model’s: its qualities were counted.', score };
      const answers = itemsIn(question, 'checklist to answer').map(({ id, text }) => ({
        ...{ id, answer: has.has(qualityIn(text)) ? 'YES' : 'NO' },
      }));
      return { answers, score };
    },
    'rate-response': (question) => {
      const has = qualitiesOf(fencedAs(question, 'response'));
      const score = 1 + Math.round((9 * has.size) / truth.qualities);
      return { analysis: 'Scripted answer, no model’s: its qualities were counted.', score };
    },
    'score-dimensions': (question) => {
      const overall = 1 + Math.round((9 * qualitiesOf(fencedAs(question, 'response')).size) / truth.qualities);
      const explanation = 'Scripted answer, no model’s: its qualities were counted.';
      const dimensions = itemsIn(question, 'dimensions').map(({ id }) => ({ id, explanation, score: overall }));
      return { shortcomings: explanation, dimensions, overall: String(overall) };
    },
    'refine-response': (question) => {
      const unmet = linesOf(fencedAs(question, 'checklist')).filter((line) => line.startsWith('no: '));
      const wanted = new Set(unmet.map(qualityIn));
      const response = revised(fencedAs(question, 'response'), wanted, `refine ${question}`);
      return { plan: 'Mend what is asked for.', response };
    },
    'critique-response': () => ({ critique: 'It could have more qualities.' }),
    'rewrite-response': (question) => ({
      response: revised(fencedAs(question, 'response'), null, `rewrite ${question}`),
    }),
    respond: (question) => {
      const draw = drawOf(`respond ${question}`);
      return { response: textWith(numbers.filter(() => draw.fraction() < truth.presence)) };
    },
  };
  return (messages, agent) => answers[agent]?.(questionOf(messages)) ?? plausibleModel(messages, agent);
}

function sentence(quality: number): string {
  return `It has quality ${quality}.`;
}

function qualityIn(question: string): number {
  return Number(/quality (\d+)/u.exec(question)?.[1]);
}
