/** What work is done with (models, prompts, parameters, …): a job is for those who are set up as it was asked for. */
import { z } from 'zod';
import type { KeptRecords } from '../domain/ports.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';

export const WorkSetup = z.record(z.string(), z.unknown());
export type WorkSetup = Readonly<z.infer<typeof WorkSetup>>;

/** 32 hexadecimal digits. */
export function setupHash(setup: WorkSetup): string {
  return sha256Hex(canonicalJson(setup)).slice(0, 32);
}

/** So that others can say in what they differ. */
export async function keepSetup(kept: KeptRecords, setup: WorkSetup): Promise<string> {
  const hash = setupHash(setup);
  await kept.put('queue', `setup ${hash}`, setup);
  return hash;
}

export async function keptSetup(kept: KeptRecords, hash: string): Promise<WorkSetup | null> {
  return WorkSetup.nullable().parse(await kept.get('queue', `setup ${hash}`));
}

/** One text for each value that is not the same: “engine.models.rater is "a" there and "b" here”. */
export function setupDifferences(theirs: WorkSetup, ours: WorkSetup): string[] {
  const [there, here] = [leavesOf(theirs), leavesOf(ours)];
  return [...new Set([...there.keys(), ...here.keys()])]
    .filter((path) => there.get(path) !== here.get(path))
    .map((path) => `${path} is ${there.get(path) ?? 'not set'} there and ${here.get(path) ?? 'not set'} here`);
}

function leavesOf(value: unknown, path = ''): Map<string, string> {
  const parts = z.record(z.string(), z.unknown()).safeParse(value);
  if (!parts.success) return new Map([[path, shown(value)]]);
  const leaves = Object.entries(parts.data).map(([name, part]) => leavesOf(part, path === '' ? name : `${path}.${name}`));
  return new Map(leaves.flatMap((each) => [...each]));
}

/** Of a hash, its first digits tell it from others. */
function shown(value: unknown): string {
  return JSON.stringify(value).replace(/(?<=\b[0-9a-f]{8})[0-9a-f]{56}\b/gu, '…');
}
