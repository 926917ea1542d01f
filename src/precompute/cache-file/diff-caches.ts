/** Two caches side by side: the instructions that only one has, and what became of the criteria of those that both have. */
import { compareSets } from '../../audit/compare-sets.ts';
import type { CriteriaSet } from '../../domain/criteria-set.ts';
import type { Criterion } from '../../domain/criterion.ts';
import type { StorePort } from '../../domain/ports.ts';
import { createMemoryStore } from '../../store/sqlite/memory.ts';
import { canonicalJson } from '../../text/hash.ts';
import { setupDifferences, setupOf } from '../discovery-key.ts';

/** An entry of a cache file, or a set of a store. */
export type ComparedEntry = { readonly kind: 'page' } | { readonly kind: 'set'; readonly set: CriteriaSet };

interface NamedSet {
  readonly id: string;
  readonly instruction: string;
}

interface ChangedSet {
  readonly instruction: string;
  readonly before: string;
  readonly after: string;
  /** Of how they were discovered: `mode`, `prompts: rate-page`. */
  readonly differences: readonly string[];
  /** Criteria that both have in the same words. */
  readonly kept: number;
  readonly reworded: readonly { readonly before: string; readonly after: string }[];
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

export interface CacheDiff {
  readonly onlyBefore: readonly NamedSet[];
  readonly onlyAfter: readonly NamedSet[];
  /** Instructions with the very same set in both. */
  readonly same: number;
  readonly changed: readonly ChangedSet[];
}

/**
 * Of several sets of one task the newest counts. In the order of the instructions.
 * @param scratch empty: the sets are put here while they are read
 */
export async function diffCaches(
  before: AsyncIterable<ComparedEntry>,
  after: AsyncIterable<ComparedEntry>,
  scratch: StorePort = createMemoryStore(),
): Promise<CacheDiff> {
  const [old, own] = [await newestSets(before, scratch), await newestSets(after, scratch)];
  const only = (here: NewestSets, there: NewestSets): readonly NamedSet[] =>
    [...here]
      .flatMap(([task, { id, instruction }]) => (there.has(task) ? [] : [{ id, instruction }]))
      .sort(byInstruction);
  const changed: ChangedSet[] = [];
  let same = 0;
  for (const [task, { id }] of old) {
    const other = own.get(task);
    if (other?.id === id) same += 1;
    else if (other !== undefined) changed.push(changeOf(await stored(scratch, id), await stored(scratch, other.id)));
  }
  return { onlyBefore: only(old, own), onlyAfter: only(own, old), same, changed: changed.sort(byInstruction) };
}

type NewestSets = ReadonlyMap<string, NamedSet & { readonly startedAt: string }>;

async function newestSets(entries: AsyncIterable<ComparedEntry>, scratch: StorePort): Promise<NewestSets> {
  const newest = new Map<string, NamedSet & { readonly startedAt: string }>();
  for await (const entry of entries) {
    if (entry.kind === 'page') continue;
    const { id, content, run } = entry.set;
    const task = canonicalJson(content.task);
    if ((newest.get(task)?.startedAt ?? '') > run.startedAt) continue;
    await scratch.putSet(entry.set);
    newest.set(task, { id, instruction: content.task.instruction, startedAt: run.startedAt });
  }
  return newest;
}

async function stored(scratch: StorePort, id: string): Promise<CriteriaSet> {
  const set = await scratch.getSet(id);
  if (set === null) throw new Error(`The set ${id} was put away and is not there.`);
  return set;
}

function changeOf(before: CriteriaSet, after: CriteriaSet): ChangedSet {
  const { kept, reworded, added, gone } = compareSets(before, after);
  const texts = (criteria: readonly Criterion[]) => criteria.map(({ text }) => text);
  return {
    instruction: after.content.task.instruction,
    ...{ before: before.id, after: after.id },
    differences: setupDifferences(setupOf(before), setupOf(after)),
    kept: kept.length,
    reworded: reworded.map((pair) => ({ before: pair.before.text, after: pair.after.text })),
    ...{ added: texts(added), gone: texts(gone) },
  };
}

function byInstruction(a: Pick<NamedSet, 'instruction'>, b: typeof a): number {
  return a.instruction < b.instruction ? -1 : a.instruction > b.instruction ? 1 : 0;
}
