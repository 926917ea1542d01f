/** What people should know of several engines that are used as one. */
import type { SearchPort } from '../domain/ports.ts';

export function describeTogether(
  ports: readonly SearchPort[],
  separator: string,
): Pick<SearchPort, 'name' | 'mayStore' | 'notice'> {
  const notices = ports.flatMap(({ notice }) => (notice === undefined ? [] : [notice]));
  return {
    name: ports.map(({ name }) => name).join(separator),
    mayStore: ports.every(({ mayStore }) => mayStore !== false),
    ...(notices.length === 0 ? {} : { notice: notices.join(' ') }),
  };
}
