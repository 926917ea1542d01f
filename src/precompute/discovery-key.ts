/** The key of a discovery: all that its content depends on, so that a kept set answers for the same question alone. */
import { SCHEMA_VERSION, type CriteriaSetContent } from '../domain/criteria-set.ts';
import type { Task } from '../domain/task.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';

interface DiscoverySetup extends Readonly<Pick<CriteriaSetContent, 'mode' | 'engine' | 'parameters'>> {
  /** Changes where the sources do; of the web, which changes all the time, only who searches it. */
  readonly sources: string;
}

/** Lower-case hex SHA-256. */
export function discoveryKey(setup: DiscoverySetup, task: Task): string {
  const { mode, engine, parameters, sources } = setup;
  return sha256Hex(canonicalJson({ schemaVersion: SCHEMA_VERSION, task, mode, engine, parameters, sources }));
}
