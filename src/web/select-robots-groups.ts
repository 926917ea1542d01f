/**
 * The part of a robots.txt that concerns us, at the same line numbers. The parser's work grows with the agents
 * of a group times its rules, and with wildcards times the length of the URL: hostile files may be slow, honest
 * ones lose nothing.
 */

/** Characters of rules with wildcards that are matched as written: half a second for the longest URL, measured. */
const MAX_WILDCARD_CHARS = 65_536;

/** @param productToken the name that groups may be meant for us by, beside `*` */
export function selectRobotsGroups(text: string, productToken: string): string {
  const names = new Set([productToken.toLowerCase(), '*']);
  let group = new Set<string>();
  let isNamingAgents = false;
  let wildcardChars = 0;
  return text
    .split(/\r\n|\r|\n/)
    .map((raw) => {
      const line = raw.replace(/#.*$/s, '').trim();
      const colon = line.indexOf(':');
      if (colon <= 0) return '';
      const key = line.slice(0, colon).trim().toLowerCase();
      if (key === 'user-agent') {
        if (!isNamingAgents) group = new Set();
        isNamingAgents = true;
        const name = line
          .slice(colon + 1)
          .replace(/\/.*$/s, '')
          .trim()
          .toLowerCase();
        if (!names.has(name) || group.has(name)) return '';
        group.add(name);
        return line;
      }
      isNamingAgents = false;
      if (group.size === 0) return '';
      if (line.includes('*')) wildcardChars += line.length;
      return wildcardChars > MAX_WILDCARD_CHARS ? withoutWildcard(key, line) : line;
    })
    .join('\n');
}

/** A wider ban stands for one that is not matched; a permission that is not matched does not count. */
function withoutWildcard(key: string, line: string): string {
  const wildcard = line.indexOf('*');
  if (wildcard < 0) return line;
  if (key !== 'disallow') return '';
  const prefix = line.slice(0, wildcard);
  return prefix.includes('/') ? prefix : 'disallow: /';
}
