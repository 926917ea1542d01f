/** A kind of text that guides are filed under, and how people ask for it. */
import { z } from 'zod';

const Texts = z.array(z.string().min(1));

/** What `kind.yaml` in a folder of guides says. */
export const GuideKindFile = z.strictObject({
  name: z.string().min(1),
  /** Other names for it. */
  synonyms: Texts,
  /** Kinds that are near it and are not it: folders of the same library, or names. */
  neighbours: Texts,
  /** What people write who want one, whether or not they name it. */
  requests: Texts,
});
export type GuideKind = z.infer<typeof GuideKindFile> & { readonly folder: string };

/** A kind that no guide is about: what asks for it is not to be taken for another. */
export const OtherKind = z.strictObject({ name: z.string().min(1), requests: Texts });
export type OtherKind = z.infer<typeof OtherKind>;

export interface Kinds {
  readonly guided: readonly GuideKind[];
  readonly others: readonly OtherKind[];
}

/** Tells kinds of text apart by what is known of them. */
export interface KindFinder {
  readonly all: readonly GuideKind[];
  /**
   * The kind that an instruction asks for, or null where none is plain.
   * @param named what the instruction's grammar names as the text to be written
   */
  find(instruction: string, named: string | null): GuideKind | null;
  /** The kinds most like what it asks for, best first. */
  nearest(instruction: string): readonly GuideKind[];
  /** The kind that a library files a guide under, by its address, or null. */
  ofGuide(url: string): GuideKind | null;
}

const SHOWN_KINDS = 3;

/**
 * What to ask for instead, where no guide is about what was asked for; empty where no kinds are known.
 * @param areRead whether the guides on these kinds were among those searched
 */
export function nearestKinds(kinds: KindFinder | undefined, instruction: string, areRead: boolean): string {
  if (kinds === undefined || kinds.all.length === 0) return '';
  const names = kinds
    .nearest(instruction)
    .slice(0, SHOWN_KINDS)
    .map(({ name }) => `“${name}”`);
  const near = names.length === 0 ? '' : `; nearest to yours: ${names.join(', ')}`;
  const unread = areRead ? '' : ' They were not read, since --library names other folders.';
  return ` The bundled guides are on ${kinds.all.length} kinds of text (\`npx groundrule library kinds\` lists them)${near}.${unread} Name the one that you mean in the instruction, bring guides of your own with --library, or search the web with --search.`;
}

export const NO_KINDS: KindFinder = { all: [], find: () => null, nearest: () => [], ofGuide: () => null };
