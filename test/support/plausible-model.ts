/**
 * A language model's double: answers each agent plausibly from nothing but what the prompt shows. What it says of an
 * item depends on that item alone, so batches change nothing. Pure.
 */
import type { ChatMessage } from '../../src/domain/model.ts';
import { concretenessOf } from '../../src/offline/concreteness.ts';
import { conflictOf, conflictWithInstruction, demandsOf } from '../../src/offline/conflicts.ts';
import { adviceOfPage } from '../../src/offline/extract-advice.ts';
import { isGeneralGuide } from '../../src/offline/general-guide.ts';
import { matchKind } from '../../src/offline/kind-match.ts';
import { notInText } from '../../src/offline/not-in-text.ts';
import { rewriteSentence } from '../../src/offline/rewrite-sentence.ts';
import { saysTheSame, signatureOf } from '../../src/offline/same-advice.ts';
import { findTextKind } from '../../src/offline/task-kind.ts';
import { wholeTextTest } from '../../src/offline/whole-text.ts';
import {
  fencedAs,
  fencedIn,
  itemsIn,
  linesOf,
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
  const kind = findTextKind(instruction);
  return answer({ question, instruction, phrase: kind?.phrase ?? 'text', isWhole: wholeTextTest(kind) });
};

interface Shown {
  readonly question: string;
  readonly instruction: string;
  /** "cover letter". */
  readonly phrase: string;
  readonly isWhole: (nounPhrase: string) => boolean;
}

const ANSWERS: Readonly<Record<string, (shown: Shown) => unknown>> = {
  'propose-queries': ({ question, phrase }) => ({
    queries: queriesFor(phrase).slice(0, numberWanted(question)),
  }),

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

  'rate-page': ({ question, instruction, isWhole }) => {
    const kind = findTextKind(instruction);
    return {
      ratings: fencedIn(question).flatMap(({ label, text }) => {
        if (!label.startsWith('page ')) return [];
        const page = shownPage(text);
        const advice = adviceOfPage(page, isWhole).length;
        const isOfKind = kind !== undefined && matchKind(page, kind) === 'exact';
        const relevance = isOfKind ? 2 : isGeneralGuide(page) ? 1 : 0;
        return {
          id: label.slice('page '.length),
          expertiseReason: `Its passages give ${advice} pieces of advice.`,
          expertise: Math.min(5, 1 + Math.ceil(advice / 2)),
          relevanceReason: [
            'It is about something else.',
            'It is on writing in general.',
            'It is on this kind of text.',
          ][relevance],
          relevance,
        };
      }),
    };
  },

  'extract-advice': ({ question, isWhole }) => ({
    advice: adviceOfPage(shownPage(fencedAs(question, 'page')), isWhole)
      .filter(
        ({ text, quote }) =>
          text.length <= 400 && /\S+ \S+ \S+/u.test(quote) && !/\[link\]|[<>]/u.test(quote),
      )
      .slice(0, numberWanted(question))
      .map(({ text, quote }) => ({
        quote,
        advice: text,
        queries: itemsIn(question, 'queries').map(({ id }) => id),
      })),
  }),

  'merge-advice': ({ question }) => ({
    groups: groupsOf([...itemsIn(question, 'first list'), ...itemsIn(question, 'second list')]).map(
      (group) => ({
        ids: group.map(({ id }) => id),
        text: group.map(({ text }) => text).sort()[0],
      }),
    ),
  }),

  'rewrite-criteria': ({ question, instruction, isWhole }) => ({
    points: itemsIn(question, 'points').map(({ id, text }) => {
      const made = rewriteSentence(text, isWhole);
      const nothing = { id, criterion: null, question: null, removal: null, explicit: false };
      return 'reason' in made
        ? { ...nothing, removal: made.reason }
        : { ...nothing, criterion: made.text, question: made.question, explicit: instruction.includes(text) };
    }),
  }),

  'filter-criteria': ({ question, instruction }) => {
    const own = itemsIn(question, 'criteria to judge');
    const all = [...own, ...itemsIn(question, 'other criteria')].map((item) => ({
      ...item,
      demands: demandsOf(item.text),
    }));
    return {
      verdicts: all.slice(0, own.length).map(({ id, text, demands }) => {
        const obstacle = notInText(text);
        const asked = conflictWithInstruction(text, instruction);
        const conflicts = all.flatMap((other) => {
          const reason =
            other.id === id
              ? null
              : (conflictOf(demands, other.demands) ?? conflictOf(other.demands, demands));
          return reason === null ? [] : [{ with: other.id, reason }];
        });
        return {
          id,
          reason: obstacle ?? 'The text alone can show it.',
          applies: obstacle === null,
          conflicts: asked === null ? conflicts : [{ with: 'instruction', reason: asked }, ...conflicts],
        };
      }),
    };
  },

  'score-relevance': ({ question }) => ({
    scores: itemsIn(question, 'criteria').map(({ id, text }) => {
      const { score, reason } = concretenessOf(text);
      return { id, reason: `It is ${reason}.`, score: Math.min(10, Math.max(0, Math.round(4 + 6 * score))) };
    }),
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
    if (ours.includes('wanted: stated')) return { criteria: stated };
    const count = ours.includes('wanted: checklist') ? 9 : numberWanted(question);
    return {
      criteria: drafts(phrase, instruction)
        .filter(({ criterion }) => !earlier.has(criterion))
        .slice(0, count),
    };
  },

  'answer-query': ({ question, phrase }) => ({
    advice: PARTS.slice(0, numberWanted(question)).map((part) => `Give the ${phrase} ${part}.`),
  }),
};

function queriesFor(phrase: string) {
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

/** Most groups of one merge are pairs, as in lists that hold no repetitions of their own. */
const MAX_GROUP = 6;

function groupsOf(items: readonly ShownItem[]): ShownItem[][] {
  const groups: ShownItem[][] = [];
  for (const item of items) {
    const home = groups.find(
      (group) =>
        group.length < MAX_GROUP &&
        group.every((member) => saysTheSame(signatureOf(member.text), signatureOf(item.text))),
    );
    if (home === undefined) groups.push([item]);
    else home.push(item);
  }
  return groups.filter((group) => group.length > 1);
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
