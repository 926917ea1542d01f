/** The key of a discovery: all that its content depends on, so that a kept set answers for the same question alone. */
import { z } from 'zod';
import { CriteriaSetContent, SCHEMA_VERSION, type CriteriaSet } from '../domain/criteria-set.ts';
import { CriteriaSetId } from '../domain/ids.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Task } from '../domain/task.ts';
import type { TextKind } from '../domain/text-kind.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import type { SetOutline } from './set-outline.ts';

export const DiscoverySetup = CriteriaSetContent.pick({ mode: true, engine: true, parameters: true }).extend({
  /** Changes where the sources do; of the web, which changes all the time, only who searches it. */
  sources: z.string().min(1),
});
export type DiscoverySetup = z.infer<typeof DiscoverySetup>;

/** How a stored set was discovered; `sources` is null where its record does not say which were searched. */
export const RecordedSetup = DiscoverySetup.extend({ sources: DiscoverySetup.shape.sources.nullable() });
export type RecordedSetup = z.infer<typeof RecordedSetup>;

/** Lower-case hex SHA-256. @param guideTo of a guide, whose task stands for all tasks of the kind */
export function discoveryKey(setup: DiscoverySetup, task: Task, guideTo?: TextKind): string {
  const { mode, engine, parameters, sources } = setup;
  return sha256Hex(canonicalJson({ schemaVersion: SCHEMA_VERSION, task, guideTo, mode, engine, parameters, sources }));
}

export function setupOf({ content: { mode, engine, parameters }, run }: SetOutline): RecordedSetup {
  return { mode, engine, parameters, sources: run.sources ?? null };
}

/** The key that a set answers for; null where it answers for none: it lacks answers, is part of another, or is of another version. */
export function keyOfSet(set: SetOutline): string | null {
  const { sources, ...setup } = setupOf(set);
  const { unanswered, parent, task, guideTo } = set.content;
  const isWhole = unanswered === undefined && parent === undefined && set.formerContent === undefined;
  return sources === null || !isWhole ? null : discoveryKey({ ...setup, sources }, task, guideTo);
}

/** The set that answers for the key already, or null. */
export async function keptSet(store: StorePort, key: string): Promise<CriteriaSet | null> {
  const id = await keptSetId(store, key);
  return id === null ? null : store.getSet(id);
}

/** The set that is kept under a key, if its web pages are not older than `maxAgeDays`. @param value of the key's */
export async function freshSet(
  store: StorePort,
  value: unknown,
  now: Date,
  maxAgeDays: number,
): Promise<CriteriaSet | null> {
  const id = KeptId.parse(value);
  const set = id === null ? null : await store.getSet(id);
  return set === null || isOutOfDate(set, now, maxAgeDays) ? null : set;
}

/** Its id, whether the set is still stored or not; null: none answers. */
export async function keptSetId(store: StorePort, key: string): Promise<CriteriaSetId | null> {
  return KeptId.parse(await store.kept.get('discovery', key));
}

const KeptId = CriteriaSetId.nullable();

/** Whether a stored set answers for the key, without reading it. */
export async function hasKeptSet(store: StorePort, key: string): Promise<boolean> {
  const id = await keptSetId(store, key);
  return id !== null && (await store.getSetSummary(id)) !== null;
}

/** Whether this very set is what the store answers with for its task and setup. */
export async function isAnswerOf(store: StorePort, set: SetOutline): Promise<boolean> {
  const key = keyOfSet(set);
  return key !== null && (await keptSetId(store, key)) === set.id;
}

const DAY_MS = 86_400_000;

/** Whether the set rests on pages of the web that were read longer ago than `maxAgeDays`. */
export function isOutOfDate({ content, run }: CriteriaSet, now: Date, maxAgeDays: number): boolean {
  const isOfTheWeb = content.sources.some(({ via }) => via === 'web' || via === 'provider');
  return isOfTheWeb && now.getTime() - Date.parse(run.gatheredAt ?? run.startedAt) > maxAgeDays * DAY_MS;
}

/** What keeps one from answering for the other, in words: `mode`, `models: judge`, `prompts: rate-page`; none: nothing. */
export function setupDifferences(one: RecordedSetup, other: RecordedSetup): string[] {
  const { name, version, models, prompts, sampling = {} } = one.engine;
  const ofEngine = [
    ...(version === other.engine.version ? [] : ['version of the engine']),
    ...differingNames('models', models, other.engine.models),
    ...differingNames('prompts', prompts, other.engine.prompts),
    ...differingNames('sampling', sampling, other.engine.sampling ?? {}),
  ];
  return [
    ...(one.mode === other.mode ? [] : ['mode']),
    ...(name === other.engine.name ? ofEngine : ['engine']),
    ...differingNames('parameters', one.parameters, other.parameters),
    ...(one.sources === other.sources ? [] : ['sources']),
  ];
}

/** `what` and the names of the members that are not equal; none where all are. */
export function differingNames(what: string, one: object, other: object): string[] {
  const [a, b] = [new Map<string, unknown>(Object.entries(one)), new Map<string, unknown>(Object.entries(other))];
  const names = [...new Set([...a.keys(), ...b.keys()])].sort();
  const text = (value: unknown) => (value === undefined ? '' : canonicalJson(value));
  const differing = names.filter((name) => text(a.get(name)) !== text(b.get(name)));
  return differing.length === 0 ? [] : [`${what}: ${differing.join(', ')}`];
}
