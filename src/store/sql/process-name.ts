/** Names a process, so that others on its machine can tell whether it has ended. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../../domain/errors.ts';

/** Ends the part of a name that all processes of a machine share. */
const SEPARATOR = ' ';

/** Host names may be shared, as by copies of a virtual machine; on Linux the boot and the process namespace are not. */
export const MACHINE = `${
  orNull(
    () => `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${readlinkSync('/proc/self/ns/pid')}`,
  ) ?? hostname().replaceAll(SEPARATOR, '-')
}${SEPARATOR}`;

export function processName(pid = process.pid): string {
  return `${MACHINE}${pid}${SEPARATOR}${startOf(pid)?.ticks ?? ''}`;
}

/** False where that cannot be told. @param name of a process of this machine, and whatever follows it */
export function hasEnded(name: string): boolean {
  const [id = '', ticks = ''] = name.slice(MACHINE.length).split(SEPARATOR);
  const pid = Number(id);
  if (!name.startsWith(MACHINE) || !Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  const start = startOf(pid);
  // Its number may have gone to another process; one that nobody waits for stays as a zombie.
  return start !== null && ((ticks !== '' && start.ticks !== ticks) || start.state === 'Z');
}

/** Of a process on Linux, as proc(5) has it: its state, and when it began. */
function startOf(pid: number): { readonly state: string; readonly ticks: string } | null {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The second field, the program's name, may hold anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? null : { state: fields[0] ?? '', ticks: fields[19] ?? '' };
}

function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
