/** Numbers, shares, names and addresses as people read them. */
import { plural } from '../text/plural.ts';

export { plural };

/** Over criteria that ask for the absence of something. */
export const FAULTS_TITLE = 'Faults to avoid';

/** The opening of every criterion: lists say it once, above them. */
export const OPENING = 'The response should ';

const SHARED_OPENING = new RegExp(`^${OPENING.trimEnd()},? `, 'u');

/** What is asked for, without the opening that all criteria share ("should, wherever it names a price, say …", too). */
export function demandOf(text: string): string {
  return text.replace(SHARED_OPENING, '');
}

/** A mode as people read it: `web` and `full` (EA-Web, EA-Full) name criteria from sources, which may all be guides of a folder. */
export function modeText(mode: string): string {
  if (mode === 'web') return 'sources';
  return mode === 'full' ? 'sources + model' : mode;
}

/** Of a run that a limit, or Ctrl-C, cut short. */
export function stoppedText(judged: number, open: number): string {
  return `Stopped: ${amount(judged)} of ${plural(judged + open, 'response')} judged.`;
}

/** "3 of 26 items"; before the first is done, how many they are. */
export function countText(done: number, total: number, singular: string): string {
  return done === 0 ? plural(total, singular) : `${done} of ${plural(total, singular)}`;
}

/** "12,345": the same everywhere, whatever the locale. */
export function amount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A cost above 0 is never rounded to 0; null is unknown. */
export function usdText(usd: number | null): string {
  if (usd === null) return 'unknown';
  return usd === 0 || usd >= 0.0001 ? usd.toFixed(4) : '< 0.0001';
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

/** "2026-05-04 09:30", of a time in UTC. */
export function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

/** "1.2 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Of a tie that differs in the last digits "0.0", never "-0.0". */
export function fixed(value: number, places: number): string {
  return (Number(value.toFixed(places)) + 0).toFixed(places);
}

/** "+0.05", "-0.05", "0.00". */
export function signed(value: number, places: number): string {
  const shown = fixed(value, places);
  return Number(shown) > 0 ? `+${shown}` : shown;
}

/** "66.7 %", "–" where nothing was scored. Rounded, but 100 % means all and 0 % none. */
export function percent(rate: number | null): string {
  if (rate === null) return '–';
  const perMille = Math.round(rate * 1000);
  const shown = rate > 0 && rate < 1 ? Math.min(999, Math.max(1, perMille)) : perMille;
  return `${String(shown / 10)} %`;
}

/** Null where a browser should not follow the address. */
export function webAddress(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null;
}
