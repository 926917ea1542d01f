/** Lineage: every advice id ends in exactly one criterion or removal. */
import type { CriteriaSetContent } from '../domain/criteria-set.ts';

export function lineageProblems(
  content: Pick<CriteriaSetContent, 'advice' | 'modelPoints' | 'criteria' | 'removals' | 'sources'>,
): string[] {
  const problems: string[] = [];
  const ends = new Map<string, string[]>();
  const end = (adviceId: string, place: string): void => {
    ends.set(adviceId, [...(ends.get(adviceId) ?? []), place]);
  };
  for (const criterion of content.criteria) for (const id of criterion.adviceIds) end(id, criterion.id);
  content.removals.forEach((removal, index) => {
    for (const id of removal.adviceIds) end(id, `removal ${index + 1}`);
  });
  const known = new Set<string>([...content.advice, ...content.modelPoints].map(({ id }) => id));
  for (const id of known) {
    const places = ends.get(id) ?? [];
    if (places.length === 0) problems.push(`Advice ${id} ends in no criterion and in no removal.`);
    if (places.length > 1) problems.push(`Advice ${id} ends in more than one place: ${places.join(', ')}.`);
  }
  for (const [id, places] of ends)
    if (!known.has(id)) problems.push(`${places.join(', ')} names advice ${id}, which does not exist.`);
  const kept = new Set<string>(
    content.sources.filter((source) => source.decision === 'kept').map((source) => source.id),
  );
  for (const advice of content.advice)
    if (!kept.has(advice.sourceId))
      problems.push(`Advice ${advice.id} comes from ${advice.sourceId}, which was not kept.`);
  return problems;
}
