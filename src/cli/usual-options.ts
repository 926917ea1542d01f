/** The flags that help shows unless every flag is asked for. */
import type { Option } from 'commander';

const MAX_SHOWN = 10;

/** What people use, the most used first, whatever the command. */
const USUAL = [
  ...['--file', '--context', '--checklist', '--set', '--instruction', '--task', '--data', '--model', '--min'],
  ...['--library', '--search', '--kind', '--top', '--format', '--out', '--port', '--max-usd', '--base-url', '--store'],
  ...['--dry-run', '--quiet'],
];

export function usualOptions(options: readonly Option[]): Option[] {
  const isKept = ({ mandatory, long }: Option) => mandatory || long === '--help';
  const rankOf = ({ long }: Option) => (USUAL.includes(long ?? '') ? USUAL.indexOf(long ?? '') : USUAL.length);
  const others = options.filter((option) => !isKept(option));
  const usual = new Set([...others].sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_SHOWN));
  return options.filter((option) => isKept(option) || usual.has(option));
}
