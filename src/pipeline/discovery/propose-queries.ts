/** Step "queries": what to ask about how such a text is written. */
import type { Query } from '../../domain/criteria-set.ts';
import { QueryId } from '../../domain/ids.ts';
import { runStep } from '../run-step.ts';
import type { Discovery } from './discovery.ts';

export async function proposeQueries({ run, ports, task, parameters, usage }: Discovery): Promise<Query[]> {
  const outcomes = await runStep(
    run,
    usage,
    'queries',
    ports.engine.proposeQueries,
    task,
    [{ id: 'task' as const, count: parameters.queries }],
    (values) =>
      values
        .flat()
        .map((query) => `“${query.text}”`)
        .join(', '),
  );
  const outcome = outcomes.get('task');
  const proposed = outcome?.status === 'done' ? outcome.value : [];
  return proposed.slice(0, parameters.queries).map((query, index) => ({
    id: QueryId.parse(`q${index + 1}`),
    text: query.text,
    teaches: query.teaches,
  }));
}
