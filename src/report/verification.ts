/** The verdicts on the rules of a record. */
import type { RuleCheck, Verification } from '../audit/verify-set.ts';
import { printableLine } from '../text/printable.ts';
import { paragraph, type Layout } from './grid.ts';

const VERDICTS: Readonly<Record<RuleCheck['status'], string>> = {
  passed: 'pass',
  failed: 'FAIL',
  'cannot-verify': 'cannot verify',
};
const MAX_PROBLEMS_SHOWN = 10;

export function renderVerification(verification: Verification, layout: Layout): string {
  const { colors, width } = layout;
  const paint = { passed: colors.green, failed: colors.red, 'cannot-verify': colors.yellow };
  const { rules, quotes, quotesCompared } = verification;
  const checks = rules.map(({ rule, status, problems }) => {
    const more = problems.length - MAX_PROBLEMS_SHOWN;
    const shown = problems.slice(0, MAX_PROBLEMS_SHOWN).map((problem) => printableLine(problem));
    return [
      paragraph(`${paint[status](VERDICTS[status])}  ${rule}`, width),
      ...shown.map((problem) => paragraph(problem, width, 6)),
      ...(more > 0 ? [paragraph(`and ${more} more`, width, 6)] : []),
    ].join('');
  });
  return `${checks.join('')}${quotesCompared} of ${quotes} quotes compared with the stored texts\n`;
}
