/** The memory of a process with all that it started, as Linux counts it. */
import { readFileSync } from 'node:fs';

export function residentBytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return Number(kilobytes) * 1024 + children.reduce((sum, child) => sum + residentBytes(Number(child)), 0);
  } catch {
    // It has ended.
    return 0;
  }
}

/** Looks every 20 ms. @returns the most that was seen, bytes; 0 where the system does not say */
export function watchMemory(pid: number): () => number {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentBytes(pid))), 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}
