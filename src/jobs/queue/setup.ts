/** What work is done with: a job is for processes of the same version that are set up as it was asked for. */
import { z } from 'zod';
import type { KeptRecords } from '../../domain/ports.ts';
import { AgentProvenance } from '../../domain/model.ts';
import { DiscoverySetup, differingNames, setupDifferences } from '../../precompute/discovery-key.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';

export const WorkSetup = DiscoverySetup.extend({ version: z.string(), judging: AgentProvenance });
export type WorkSetup = z.infer<typeof WorkSetup>;

/** Its hash, 32 hexadecimal digits; the setup is kept under it, so that others can say in what they differ. */
export async function keepSetup(kept: KeptRecords, setup: WorkSetup): Promise<string> {
  const hash = sha256Hex(canonicalJson(setup)).slice(0, 32);
  await kept.put('queue', keyOf(hash), setup);
  return hash;
}

/** Null where another version kept it in a form of its own. */
export async function keptSetup(kept: KeptRecords, hash: string): Promise<WorkSetup | null> {
  return WorkSetup.safeParse(await kept.get('queue', keyOf(hash))).data ?? null;
}

const keyOf = (hash: string) => `setup ${hash}`;

/** In words: `version 0.2.0`, `models: judge`, `judging: judge-response`. */
export function differencesOf(asked: WorkSetup, own: WorkSetup): string[] {
  const version = asked.version === own.version ? [] : [`version ${asked.version} in place of ${own.version}`];
  const judging = differingNames('judging', asked.judging, own.judging);
  return [...version, ...setupDifferences(asked, own), ...judging];
}

/** The models that it asks, or the engine without one; the mode. */
export function titleOf({ engine, mode, version }: WorkSetup): string {
  const models = [...new Set(Object.values(engine.models))];
  return [models.length === 0 ? engine.name : models.join(', '), mode, version].join(' · ');
}
