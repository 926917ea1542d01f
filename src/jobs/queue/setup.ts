/** The setup of a job: only a process with the same version and settings works on it. */
import { z } from 'zod';
import type { KeptRecords } from '../../domain/ports.ts';
import { AgentProvenance } from '../../domain/model.ts';
import { DiscoverySetup, differingNames, setupDifferences } from '../../precompute/discovery-key.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';

export const WorkSetup = DiscoverySetup.extend({ version: z.string(), judging: AgentProvenance });
export type WorkSetup = z.infer<typeof WorkSetup>;

const Versioned = z.object({ version: z.string() });

/** @returns its hash, 32 hexadecimal digits, under which the setup is kept: workers with another setup can show the differences */
export async function keepSetup(kept: KeptRecords, setup: WorkSetup): Promise<string> {
  const hash = sha256Hex(canonicalJson(setup)).slice(0, 32);
  await kept.put('queue', keyOf(hash), setup);
  return hash;
}

/** Null: unknown, or written by another version in another form. */
export async function keptSetup(kept: KeptRecords, hash: string): Promise<WorkSetup | null> {
  return WorkSetup.safeParse(await kept.get('queue', keyOf(hash))).data ?? null;
}

/** Readable also where the rest has another form; null: unknown. */
export async function keptVersion(kept: KeptRecords, hash: string): Promise<string | null> {
  return Versioned.safeParse(await kept.get('queue', keyOf(hash))).data?.version ?? null;
}

const keyOf = (hash: string) => `setup ${hash}`;

/** For display: `version 0.2.0`, `models: judge`, `judging: judge-response`. */
export function differencesOf(required: WorkSetup, available: WorkSetup): string[] {
  const version =
    required.version === available.version ? [] : [`version ${required.version} in place of ${available.version}`];
  const judging = differingNames('judging', required.judging, available.judging);
  return [...version, ...setupDifferences(required, available), ...judging];
}

/** Models (or the engine without a model), mode and version. */
export function titleOf({ engine, mode, version }: WorkSetup): string {
  const models = [...new Set(Object.values(engine.models))];
  return [models.length === 0 ? engine.name : models.join(', '), mode, version].join(' · ');
}
