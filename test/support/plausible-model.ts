/**
 * A language model's double: answers each agent plausibly from nothing but what the prompt shows. What it says of an
 * item depends on that item alone, so batches change nothing. Pure.
 */
import { NO_KINDS } from '../../src/domain/guide-kind.ts';
import type { ChatMessage } from '../../src/domain/model.ts';
import { adviceScore } from '../../src/engines/model/advice-cues.ts';
import { findTextKind } from '../../src/engines/offline/text-kind.ts';
import { figuresIn } from '../../src/llm/agent-kit/wording.ts';
import { sentences } from '../../src/text/sentences.ts';
import { sha256Hex } from '../../src/text/hash.ts';
import { jaccard } from '../../src/text/similarity.ts';
import { contentStems, wordCount } from '../../src/text/words.ts';
import {
  fencedAs,
  fencedIn,
  isBare,
  itemsIn,
  linesOf,
  mannerOf,
  numberWanted,
  outsideFences,
  questionOf,
  shownPage,
  type ShownItem,
} from './read-prompt.ts';

/** @param agent the name of the answer's schema */
export type ScriptedModel = (messages: readonly Pick<ChatMessage, 'content'>[], agent: string) => unknown;

/** @throws Error where no such agent is known */
export const plausibleModel: ScriptedModel = (messages, agent) => {
  const answer = ANSWERS[agent];
  if (answer === undefined) throw new Error(`The plausible model knows no agent ${agent}.`);
  const question = questionOf(messages);
  const instruction = fencedAs(question, 'instruction');
  return answer({ question, instruction, phrase: phraseOf(instruction) });
};

function phraseOf(instruction: string): string {
  const named = /^Write a text of this kind: ([^.]+)\./u.exec(instruction)?.[1];
  return named ?? findTextKind(instruction, NO_KINDS)?.phrase ?? 'text';
}

/** Where it does not begin as English does, it is German, and of one kind. */
function kindOf(task: string) {
  const isGerman = /^(?:Schreibe|Verfasse)\b/u.test(task);
  return isGerman ? { language: 'de', kind: 'Förderantrag' } : { language: 'en', kind: phraseOf(task) };
}

interface Shown {
  readonly question: string;
  readonly instruction: string;
  /** "cover letter". */
  readonly phrase: string;
}

const ANSWERS: Readonly<Record<string, (shown: Shown) => unknown>> = {
  'propose-queries': ({ question, phrase }) => ({
    queries: queriesFor(phrase).slice(0, numberWanted(question)),
  }),

  'name-kinds': ({ question }) => ({
    kinds: fencedIn(question).flatMap(({ label, text }) =>
      label.startsWith('task ') ? [{ id: label.slice('task '.length), ...kindOf(text), readers: null }] : [],
    ),
  }),

  'unite-kinds': () => ({ groups: [] }),

  // By the task and the criterion alone: one in seven does not apply, one in seven needs other words.
  'fit-criteria': ({ question, instruction }) => {
    const [leftOut = [], others = []] = [0, 1].map((rest) =>
      itemsIn(question, 'criteria').filter(({ text }) => hashed(`${instruction} ${text}`) % 7 === rest),
    );
    return {
      leftOut: leftOut.map(({ id }) => ({ id, reason: 'The task has no such part.' })),
      reworded: others.map(({ id, text }) => {
        const criterion = text.replace(/\.$/u, ', as this task needs it.');
        return { id, criterion, question: `Is this so: ${criterion.replace(/\.$/u, '')}?`, appliesWhen: null };
      }),
    };
  },

  'reword-query': ({ question, phrase }) => ({
    diagnosis: 'The name of the text may be too rare.',
    query: fresh(queriesFor(phrase), question)[0]?.query ?? `${phrase} guide for practitioners`,
  }),

  'find-gaps': ({ question, phrase }) => {
    const queries = fresh(queriesFor(phrase), question).slice(0, numberWanted(question));
    return {
      covered: `${linesOf(fencedAs(question, 'advice found so far')).length} demands on form.`,
      missing: queries.length === 0 ? 'Nothing.' : 'Wording and layout.',
      queries,
    };
  },

  'rate-page': ({ question, phrase }) => ({
    ratings: fencedIn(question).flatMap(({ label, text }) => {
      if (!label.startsWith('page ')) return [];
      const page = shownPage(text);
      const advice = adviceOn(page.text).length;
      const wanted = contentStems(phrase);
      const names = (said: string) => wanted.every((stem) => contentStems(said).includes(stem));
      const relevance = advice === 0 ? 0 : names(page.title ?? '') || names(page.text) ? 2 : 1;
      return {
        id: label.slice('page '.length),
        expertiseReason: `Its passages give ${advice} pieces of advice.`,
        expertise: Math.min(5, 1 + advice),
        relevanceReason: ['It gives no advice.', 'It is on writing in general.', 'It is on this kind of text.'][
          relevance
        ],
        relevance,
      };
    }),
  }),

  'extract-advice': ({ question }) => ({
    advice: adviceOn(shownPage(fencedAs(question, 'page')).text)
      .slice(0, numberWanted(question))
      .map((quote) => ({
        quote,
        advice: quote,
        queries: itemsIn(question, 'queries').map(({ id }) => id),
      })),
  }),

  'merge-advice': ({ question }) => ({
    groups: groupsOf(itemsIn(question, 'advice')).map((group) => ({
      demand: group.map(({ text }) => text).sort()[0],
      says: group.map(({ id }) => id),
      instances: [],
    })),
  }),

  'rewrite-criteria': ({ question }) => ({
    criteria: itemsIn(question, 'demands').map(({ id, text }) => {
      const order = asOrder(text);
      return order === null
        ? { id, removal: 'It is no demand on a text.', criterion: null, question: null }
        : { id, removal: null, criterion: `The response should ${order}.`, question: `Does the response ${order}?` };
    }),
  }),

  'check-support': ({ question }) => ({
    full: itemsIn(question, 'criteria and quotes').map(({ id }) => id),
    others: [],
    disputes: [],
  }),

  'review-criteria': ({ question, instruction }) => {
    const own = itemsIn(question, 'criteria');
    return {
      exceptions: own
        .filter(({ text }) => LEAVES_NO_TRACE.test(text))
        .map(({ id }) => ({ id, finding: 'unusable', of: null, reason: 'The text alone cannot show it.' })),
      list: own.slice(0, 25).map(({ id }) => id),
      conflicts: own.flatMap(({ id, text }, index): object[] => {
        const against = [
          ...(excludes(text, instruction) ? ['instruction'] : []),
          ...own.slice(index + 1).flatMap((other) => (excludes(text, other.text) ? [other.id] : [])),
        ];
        const reason = 'One asks for what the other forbids.';
        return against.map((other) => ({ id, with: other, reason }));
      }),
    };
  },

  'score-relevance': ({ question }) => ({
    scores: itemsIn(question, 'criteria').map(({ id, text }) => ({
      id,
      fault: /\b(?:avoid|not|never)\b/u.test(text),
      sign: 'its words',
      reason: 'The more exact it is, the more it tells.',
      missed: 7,
      agreed: 8,
      value: Math.min(10, 2 + Math.round(contentStems(text).length / 2) + (/\d|[“"]/u.test(text) ? 2 : 0)),
    })),
  }),

  'draft-criteria': ({ question, phrase, instruction }) => {
    const ours = outsideFences(question);
    const earlier = new Set(linesOf(fencedAs(question, 'earlier list')));
    const stated = [
      {
        criterion: `The response should be a ${phrase}.`,
        question: `Is the response a ${phrase}?`,
        explicit: true,
      },
    ];
    const figures = figuresIn(instruction).map((figure) => ({
      criterion: `The response should keep to ${figure}.`,
      question: `Does the response keep to ${figure}?`,
      explicit: true,
    }));
    if (ours.includes('wanted: stated')) return { criteria: [...stated, ...figures] };
    const count = ours.includes('wanted: checklist') ? 9 : numberWanted(question);
    return {
      criteria: drafts(phrase, instruction)
        .filter(({ criterion }) => !earlier.has(criterion))
        .slice(0, count),
    };
  },

  'generate-checklist': (shown) => ({
    analysis: scripted(`a ${shown.phrase} is asked for.`),
    items: writtenItems(shown, Number(/exactly (\d+) of them/u.exec(shown.question)?.[1] ?? 6)),
  }),

  'refine-checklist': (shown) => ({
    ratings: itemsIn(shown.question, 'checklist').map(({ id }) => ({ id, feedback: scripted('fair.'), rating: 3 })),
    items: writtenItems(shown, 6),
  }),

  'contrast-responses': (shown) => ({ differences: scripted('they differ.'), items: writtenItems(shown, 3) }),

  'generalize-observations': (shown) => {
    const observations = itemsIn(shown.question, 'observations').map(({ id }) => id);
    return { items: writtenItems(shown, 3).map((item) => ({ observations, ...item })) };
  },

  'review-checklist': () => ({ exceptions: [] }),

  'judge-response': ({ question }) => {
    const response = fencedAs(question, 'response');
    return {
      verdicts: itemsIn(question, 'criteria').map(({ id, text }) => {
        const wanted = new Set(contentStems(text.replace(/the response/giu, '')));
        const telling = sentences(response).find((sentence) => contentStems(sentence).some((stem) => wanted.has(stem)));
        const answer = telling === undefined ? 'NO' : 'YES';
        if (isBare(question)) return { id, answer };
        const analysis = scripted(
          telling === undefined
            ? 'no sentence shares a word with the question.'
            : 'one sentence shares a word with the question.',
        );
        return { id, analysis, quotes: telling === undefined ? [] : [telling], answer };
      }),
    };
  },

  'compare-responses': ({ question }) => {
    const { manner, choices } = mannerOf(question);
    const [first = 0, second = 0] = ['response A', 'response B'].map((label) => wordCount(fencedAs(question, label)));
    const choice = first > second ? 'A' : first < second ? 'B' : (choices[2] ?? 'A');
    if (manner === 'bare') return { choice };
    // A prompt of the user's own names no manner.
    if (manner === 'analysed' || manner === '') return { analysis: scripted('the one with more words wins.'), choice };
    const longer = (own: number, other: number) => (own >= other ? 'YES' : 'NO');
    const answer = { A: longer(first, second), B: longer(second, first) };
    return { answers: itemsIn(question, 'questions').map(({ id }) => ({ id, ...answer })), choice };
  },

  'score-response': ({ question }) => {
    const { manner } = mannerOf(question);
    const score = Math.min(5, 1 + Math.floor(wordCount(fencedAs(question, 'response')) / 10));
    if (manner === 'bare') return { score };
    if (manner === 'analysed') return { analysis: scripted('a point for every ten words.'), score };
    return { answers: itemsIn(question, 'checklist to answer').map(({ id }) => ({ id, answer: 'YES' })), score };
  },

  // The better the longer it is; a prompt of the user's own ends with the labels.
  'grade-response': ({ question }) => {
    const levels = linesOf(fencedAs(question, 'scale')).map((line) => line.split(':')[0] ?? '');
    const labels =
      levels.length > 0 ? levels : (/The grade is one of: (.*)\.$/mu.exec(question)?.[1] ?? '').split(', ');
    const at = Math.min(labels.length - 1, Math.floor(wordCount(fencedAs(question, 'response')) / 10));
    return { analysis: scripted('a level for every ten words.'), grade: labels[at] };
  },

  'rate-response': ({ question }) => ({
    analysis: scripted('a point for every ten words.'),
    score: Math.min(10, 1 + Math.floor(wordCount(fencedAs(question, 'response')) / 10)),
  }),

  'score-dimensions': ({ question }) => {
    const score = Math.min(10, 1 + Math.floor(wordCount(fencedAs(question, 'response')) / 10));
    const explanation = scripted('a point for every ten words.');
    return {
      shortcomings: explanation,
      dimensions: itemsIn(question, 'dimensions').map(({ id }) => ({ id, explanation, score })),
      overall: `${score}`,
    };
  },

  'concretize-dimensions': ({ phrase }) => {
    const about = (what: string) => ({ thought: scripted(`a ${phrase}.`), question: `Does the response ${what}?` });
    return {
      relevance: about(`keep to the ${phrase}`),
      factuality: about('say what is right'),
      adherence: about('do all that is asked for'),
    };
  },

  'propose-metrics': ({ phrase, instruction }) => ({
    metrics: drafts(phrase, instruction)
      .slice(0, 3)
      .map(({ question }) => question),
  }),

  'propose-dimensions': ({ question }) => ({
    comparison: scripted('the weak output is shorter.'),
    missing: scripted('its parts.'),
    dimensions: PARTS.slice(0, numberWanted(question)).map((part, index) => ({
      name: `Part ${index + 1}`,
      definition: `Does the response have ${part}?`,
    })),
  }),

  'plan-evaluation': () => ({
    steps: ['Read what is asked for.', 'Hold the response against it.', 'Decide on a score.'],
  }),

  'write-reference': ({ phrase }) => ({ response: scripted(`a good ${phrase}.`) }),
  'write-weakly': ({ phrase }) => ({ response: scripted(`a weak ${phrase}.`) }),

  'restate-criteria': ({ question }) => ({
    descriptions: itemsIn(question, 'descriptions').map(({ id, text }) => ({
      id,
      criteria: [`The response should be so: ${text}`],
    })),
  }),

  // The names by turns.
  'name-categories': ({ question }) => {
    const names = linesOf(fencedAs(question, 'categories'));
    return {
      criteria: itemsIn(question, 'criteria').map(({ id, text }) => ({
        id,
        categories: names.slice(hashed(text) % names.length).slice(0, 1),
      })),
    };
  },

  'sort-kinds': ({ question }) => {
    const names = linesOf(fencedAs(question, 'categories')).map((line) => line.split(':')[0]);
    return {
      kinds: itemsIn(question, 'kinds').map(({ id, text }) => ({ id, category: names[hashed(text) % names.length] })),
    };
  },

  'check-coverage': ({ question }) => {
    const wanted = new Set(contentStems(fencedAs(question, 'wanted')));
    const near = itemsIn(question, 'list').filter(({ text }) => jaccard(wanted, new Set(contentStems(text))) >= 0.5);
    return { reason: 'By their words.', alone: near.map(({ id }) => id), together: [] };
  },

  'refine-response': ({ question }) => {
    const unmet = linesOf(fencedAs(question, 'checklist')).flatMap((line) => /^no: (.*)\?$/u.exec(line)?.[1] ?? []);
    return {
      plan: scripted(unmet.map((wanted) => `answer “${wanted}” with a line of its own.`).join(' ')),
      response: [fencedAs(question, 'response'), ...unmet.map((wanted) => `${wanted}: yes.`)].join('\n'),
    };
  },

  'critique-response': () => ({ critique: scripted('it could say more.') }),

  'rewrite-response': ({ question }) => ({ response: `${fencedAs(question, 'response')}\nThere is more.` }),

  respond: ({ phrase, instruction }) => ({ response: `${scripted(`a ${phrase}.`)} ${instruction}` }),

  'answer-query': ({ question, phrase }) => ({
    advice: PARTS.slice(0, numberWanted(question)).map((part) => `Give the ${phrase} ${part}.`),
  }),
};

/** Whoever reads such an answer in a report must not take it for a model's. */
function scripted(said: string): string {
  return `Scripted answer, no model’s: ${said}`;
}

export function queriesFor(phrase: string) {
  return [
    { query: `how to write a ${phrase}`, teaches: 'How it is made.' },
    {
      query: `what makes a good ${phrase}: structure, opening, ending`,
      teaches: 'Its parts and their order.',
    },
    { query: `${phrase} common mistakes to avoid`, teaches: 'What weakens it.' },
    { query: `what tone and wording suit a ${phrase}`, teaches: 'How it should sound.' },
    { query: `${phrase} length, format and layout`, teaches: 'How long it is and how it looks.' },
    { query: `what readers expect of a ${phrase}`, teaches: 'What its readers look for.' },
  ];
}

function fresh<Row extends { readonly query: string }>(rows: readonly Row[], question: string): Row[] {
  const asked = new Set(linesOf(fencedAs(question, 'queries asked so far')));
  return rows.filter(({ query }) => !asked.has(query));
}

/** Of seventy pieces from a dozen pages a reader makes thirty demands: a group is what is like its first piece. */
const MAX_GROUP = 6;
const SAME_DEMAND = 0.25;

function groupsOf(items: readonly ShownItem[]): ShownItem[][] {
  const groups: ShownItem[][] = [];
  for (const item of items) {
    const home = groups.find(
      ([first, ...others]) =>
        first !== undefined && others.length < MAX_GROUP - 1 && isLike(first.text, item.text, SAME_DEMAND),
    );
    if (home === undefined) groups.push([item]);
    else home.push(item);
  }
  return groups.filter((group) => group.length > 1);
}

function isLike(left: string, right: string, least = 0.6): boolean {
  return jaccard(new Set(contentStems(left)), new Set(contentStems(right))) >= least;
}

/** Sentences of a page that give an order, as far as their words show it. */
function adviceOn(text: string): string[] {
  return sentences(text).filter(
    (sentence) =>
      adviceScore(sentence) >= 2 &&
      asOrder(sentence) !== null &&
      sentence.length <= 400 &&
      !/\[link\]|[<>]/u.test(sentence),
  );
}

/** "Open with the news." → "open with the news"; null where a sentence gives no order that stands alone. */
function asOrder(sentence: string): string | null {
  const said = sentence.replace(/[.!?]["”’)]*$/u, '').replace(/^(?:do not|don['’]t) /iu, 'not ');
  const isOrder = /^\p{L}[\p{L}’'-]* (?!(?:is|are|was|were|should|must|has|had)\b)/u.test(said);
  const isPlain =
    !/\?["”’)]*$/u.test(sentence) &&
    wordCount(said) >= 3 &&
    !/[:?\n]/u.test(said) &&
    !/^(?:the|an?|this|that|it|they|if|when)\b/iu.test(said);
  return isOrder && isPlain ? said.charAt(0).toLowerCase() + said.slice(1) : null;
}

const LEAVES_NO_TRACE = /\b(?:rehearse|revise|proofread|aloud|colleague|feedback|research|ask (?:a|an|your))\b/iu;
const NEGATION = /\b(?:not|never|avoid|no)\b/iu;

/** Nearly the same words, and a "not" on one side alone. */
function hashed(text: string): number {
  return parseInt(sha256Hex(text).slice(0, 8), 16);
}

function excludes(left: string, right: string): boolean {
  return NEGATION.test(left) !== NEGATION.test(right) && isLike(left, right);
}

const PARTS = [
  'a title that names its subject',
  'an opening that says what it is for',
  'one main point per paragraph',
  'an example for each claim',
  'figures with their units',
  'a tone that fits its readers',
  'transitions between its parts',
  'an ending that says what follows',
  'sentences of at most 25 words',
  'terms that are explained at first use',
];
const MANNERS = [
  '',
  ' for a reader in a hurry',
  ' for an expert reader',
  ' without clichés',
  ' in plain words',
  ' in every section',
  ' from the first line on',
];

/** Up to 70 different ones. */
function drafts(phrase: string, instruction: string) {
  return MANNERS.flatMap((manner) =>
    PARTS.map((part) => ({
      criterion: `The response should give the ${phrase} ${part}${manner}.`,
      question: `Does the response give the ${phrase} ${part}${manner}?`,
      explicit: instruction.includes(part),
    })),
  );
}

function writtenItems({ phrase, instruction }: Shown, count: number) {
  return drafts(phrase, instruction)
    .slice(0, count)
    .map(({ criterion, question }, index) => ({
      criterion,
      question,
      categories: index === 0 ? ['document-generation'] : [],
      importance: 5 - (index % 3),
    }));
}
