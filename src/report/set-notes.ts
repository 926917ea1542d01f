/** What a set lacks, and what further rounds of its discovery were for. */
import type { Audit } from '../audit/audit.ts';
import { incompleteText, type CriteriaSetContent } from '../domain/criteria-set.ts';
import { kindLine } from '../domain/guide-kind.ts';
import { kindTitle } from '../domain/text-kind.ts';
import { shorten } from '../text/printable.ts';
import { reasonUnchecked } from './criterion.ts';
import { lines, list, notes, paint, section, type Block } from './report.ts';
import { plural } from './words.ts';

const MAX_INSTRUCTION_CHARS = 120;

/**
 * Above every list of criteria: what is missing, what the task was taken for, and whose advice it is.
 * @param namesFlags false on pages, which have no command line
 */
export function setNotes(content: CriteriaSetContent, namesFlags = true): readonly Block[] {
  return [incompleteNote(content), kindNote(content, namesFlags), sharingNote(content)];
}

export function incompleteNote({ unanswered }: CriteriaSetContent): Block {
  return notes('bad', incompleteText(unanswered));
}

/** Nothing in records that do not say what the task was taken for. */
function kindNote({ kind, sources }: CriteriaSetContent, namesFlags: boolean): Block {
  if (kind === undefined) return lines(null);
  const isOfUser = sources.some(({ via }) => via === 'library');
  const kept = sources.filter(({ decision }) => decision === 'kept');
  const about = [
    ...(kept.length > 0 && kept.every(({ via }) => via === 'bundled') ? ['bundled guides'] : []),
    ...(kind.near === undefined ? [] : [`more special: ${kind.near.join(', ')}`]),
    ...(namesFlags ? [`another: --kind NAME${isOfUser ? '' : ', yours: --library DIR'}`] : []),
  ].join('; ');
  return lines(`${kindLine(kind)}${about && ` (${about})`}`);
}

/** What was not done for any criterion; nothing else is said of it at each. */
export function uncheckedNote({ criteria, engine }: CriteriaSetContent, namesFlags = true): Block {
  const reason = reasonUnchecked(criteria);
  if (reason === null) return lines(null);
  const isOffline = Object.keys(engine.models).length === 0;
  return lines(
    paint.soft(isOffline ? wordedByRules(namesFlags) : `No criterion was compared with its quotes. ${reason}`),
  );
}

/** Users must not take a list for more than it is: nothing implied comes from what their text is about. */
function wordedByRules(namesFlags: boolean): string {
  return `Worded by rules for this kind of text, whatever the topic. A model${namesFlags ? ' (--model)' : ''} would fit them to the task and compare each with its quotes.`;
}

/** Whose advice it is, where that was gathered for a kind of text; nothing in other sets. */
export function sharingNote({ guideTo, gatheredFor }: CriteriaSetContent): Block {
  return lines(
    guideTo === undefined
      ? null
      : `A guide to ${kindTitle(guideTo)}: sets of single tasks take their advice from here.`,
    gatheredFor === undefined
      ? null
      : `The advice was gathered for ${kindTitle(gatheredFor)} (${gatheredFor.guide}), and fitted to this task.`,
  );
}

/** The tasks that share it. */
export function sharedWithList(sharedWith: Audit['sharedWith']): Block {
  return section(
    `Advice shared with ${plural(sharedWith.length, 'task')}`,
    list(sharedWith.map(({ id, instruction }) => `${id} ${shorten(instruction, MAX_INSTRUCTION_CHARS)}`)),
  );
}

/** What was found covered and missing before each further round, and what was asked for it; empty without rounds. */
export function gapReviewList({ gapReviews = [], queries }: CriteriaSetContent): Block {
  const rounds = gapReviews.map((review, index) => {
    const round = `Round ${index + 2}`;
    if (review.status === 'unscored') return `${round}: what is missing could not be told (${review.reason})`;
    const { covered, missing, queryIds } = review;
    const texts = queryIds.map((id) => queries.find((query) => query.id === id)?.text ?? id);
    const asked = texts.map((text) => `“${text}”`).join(', ');
    const outcome = asked === '' ? 'Nothing further was asked.' : `Asked: ${asked}`;
    return `${round}: covered: ${covered} Missing: ${missing} ${outcome}`;
  });
  return section('Further rounds', list(rounds));
}
