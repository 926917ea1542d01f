/** Several tries at one task, as one figure: pass@k and at least k. */
import { mean, requireSome } from './mean.ts';
import type { Agreement } from './accuracy.ts';

/** Whether each try at a task passed; null: it has no verdict. */
export type Tries = readonly (boolean | null)[];

/**
 * The chance that one of k tries passes: the mean over tasks of 1 − C(n − c, k) / C(n, k), unbiased, of n tries of which c pass
 * (Chen et al. 2021, eq. 1). Tasks with fewer than k tries that have a verdict are missing.
 * @param k a whole number from 1 on @throws InputError without tasks
 */
export function passAtK(tasks: readonly Tries[], k: number): Agreement {
  return overTasks(tasks, k, (passes, tries) => {
    // Π (1 − k / i) for i from n − c + 1 to n: no large binomial is needed.
    let noneOfThem = 1;
    for (let i = tries - passes + 1; i <= tries; i += 1) noneOfThem *= Math.max(0, 1 - k / i);
    return 1 - noneOfThem;
  });
}

/** The share of tasks at which at least k tries pass. As many tries must have a verdict. @throws InputError without tasks */
export function atLeastK(tasks: readonly Tries[], k: number): Agreement {
  return overTasks(tasks, k, (passes) => (passes >= k ? 1 : 0));
}

function overTasks(tasks: readonly Tries[], k: number, figure: (passes: number, tries: number) => number): Agreement {
  requireSome(tasks, 'tasks');
  const known = tasks.map((tries) => tries.filter((passed) => passed !== null)).filter(({ length }) => length >= k);
  const figures = known.map((tries) => figure(tries.filter(Boolean).length, tries.length));
  return { value: mean(figures), scored: known.length, missing: tasks.length - known.length };
}
