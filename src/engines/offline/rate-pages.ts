/** Rates pages: relevance for the requested kind of text, and expertise as a guide. */
import type { RateItem, Step } from '../../domain/engine.ts';
import type { GuideKind, KindFinder } from '../../domain/guide-kind.ts';
import { done, unscored } from '../../domain/outcome.ts';
import type { Page } from '../../domain/page.ts';
import type { Rating } from '../../domain/source.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import { words } from '../../text/words.ts';
import { readGuide } from './read-guide.ts';
import { fitOf, MIN_FIT, type PageFit } from './page-fit.ts';
import { named, type TextKind } from './noun-phrase.ts';
import { findTextKind, kindAsNamed, readersBy, type ReaderFor } from './text-kind.ts';

/** Only the start of a long text is rated: a whole book would take seconds and hundreds of MB. UTF-16 units. */
const MAX_RATED_CHARS = 200_000;

export const ratePages =
  (kinds: KindFinder, readerFor: ReaderFor = readersBy(kinds)): Step<RateItem, Rating> =>
  async (_run, task, items) => {
    const kind = findTextKind(task.instruction, kinds);
    if (kind === undefined) {
      const reason = 'The instruction names no kind of text to compare the page with.';
      return new Map(items.map((item) => [item.id, unscored(reason)]));
    }
    const reader = await readerFor(task);
    const rated = items.map((item) => ({
      ...item,
      page: { ...item.page, text: item.page.text.slice(0, MAX_RATED_CHARS) },
    }));
    const rateAs = (target: TextKind, pages: typeof rated) => {
      const fits = pages.map((item) => {
        const { page, url, via } = item;
        const ofKind = via === 'library' ? null : kinds.ofGuide(url);
        return { item, fit: ofKind ?? bestFit(page, url, target, kinds.all, task.instruction) };
      });
      const hasOwnGuide = fits.some(({ fit }) => isOwn(fit, target));
      return fits.map(({ item, fit }) => ({
        ...item,
        ...relevanceOf(fit, hasOwnGuide && item.via !== 'library', target),
      }));
    };
    const byKind = rateAs(kind, rated);
    // What the guides at hand call it goes before the kind that the instruction was taken for, unless that was chosen.
    const asNamed = kind.by === 'option' ? undefined : kindAsNamed(task.instruction);
    const fitsNone = byKind.every(({ relevance }) => relevance === 0);
    const isRefused = ({ relevance, via }: (typeof byKind)[number]) =>
      asNamed !== undefined && relevance === 0 && (fitsNone || via === 'library');
    const byName = asNamed === undefined ? [] : rateAs(asNamed, byKind.filter(isRefused));
    return new Map(
      [...byKind.filter((item) => !isRefused(item)), ...byName].map(({ id, page, via, relevance, reason }) => {
        const shown = via === 'library' && relevance === 0 ? withTitle(reason, page) : reason;
        // Skip the expensive search for advice on irrelevant pages.
        const { expertise, reasons } = relevance === 0 ? { expertise: 1, reasons: [] } : readGuide(page, reader);
        return [id, done({ expertise, relevance, reasons: [shown, ...reasons] })];
      }),
    );
  };

/** By the name that the instruction uses, else by another name that the page uses and no other kind has: "job ad". */
function bestFit(page: Page, url: string, kind: TextKind, all: readonly GuideKind[], instruction: string): PageFit {
  const fit = fitOf(page, url, kind, instruction, all);
  if (isOwn(fit, kind)) return fit;
  const text = page.text.toLowerCase();
  const isOfAnother = (name: string) =>
    all.some((other) => other.folder !== kind.filed?.folder && [other.name, ...other.synonyms].includes(name));
  const others = (kind.filed?.synonyms ?? [])
    .filter((name) => text.includes(name.toLowerCase()) && !isOfAnother(name))
    .map((name) => words(name))
    .filter((name) => name.length > 1 && !name.some((word) => STOP_WORDS.has(word)))
    .map((name) => fitOf(page, url, named(name), instruction, all));
  return others.find((other) => isOwn(other, kind)) ?? fit;
}

/** A guide in a kind's library folder is about that kind. */
function isOwn(fit: PageFit | GuideKind, kind: TextKind): boolean {
  if ('folder' in fit) return fit.folder === kind.filed?.folder;
  return fit.score >= MIN_FIT && fit.ownName && !fit.otherSort;
}

function withTitle(refusal: string, { title }: Page): string {
  return (title ?? '') === '' ? refusal : `${refusal} Its title is “${title}”.`;
}

interface Relevance {
  readonly relevance: 0 | 2;
  readonly reason: string;
}

/**
 * Pages are ranked among those at hand: where no guide names the very kind, one that names its noun has to do. In a
 * folder of the user's such a guide does in any case: somebody chose it.
 */
function relevanceOf(fit: PageFit | GuideKind, hasOwnGuide: boolean, kind: TextKind): Relevance {
  if (isOwn(fit, kind)) return { relevance: 2, reason: `It is about "${kind.phrase}".` };
  if ('folder' in fit) {
    // The other words of the instruction speak against the kind that it names: "script".
    const instead =
      fit.name === kind.phrase ? 'and something else seems to be asked for' : `not about "${kind.phrase}"`;
    return { relevance: 0, reason: `It is about "${fit.name}", ${instead}.` };
  }
  if (!hasOwnGuide && fit.named) return { relevance: 2, reason: `It is the closest there is to "${kind.phrase}".` };
  return { relevance: 0, reason: `It is not about writing "${kind.phrase}".` };
}
