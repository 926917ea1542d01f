/** The computing time of a process with all that it started, as Linux counts it. */
import { readFileSync } from 'node:fs';

/** Linux counts it in hundredths of a second. */
const TICK_MS = 10;

/** 0 where the process is gone. Those of its children that have ended are counted once it has waited for them. */
export function cpuMsOf(pid: number): number {
  try {
    // What stands before the last bracket is the name, which may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return ticks * TICK_MS + children.reduce((sum, child) => sum + cpuMsOf(Number(child)), 0);
  } catch {
    return 0;
  }
}
