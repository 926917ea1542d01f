/** The verdicts on the rules of a record, or of all records in a file of sets. */
import type { RuleCheck, Verification } from '../audit/verify-set.ts';
import type { CacheVerification } from '../precompute/cache-file/verify-cache.ts';
import { renderer } from './render.ts';
import { bad, good, lines, list, say, section, warn, type Block } from './report.ts';
import { plural } from './words.ts';

const VERDICTS = { passed: good('pass'), failed: bad('FAIL'), 'cannot-verify': warn('cannot verify') };
const MAX_PROBLEMS_SHOWN = 10;

export function verificationBlocks({ rules, quotes, quotesCompared }: Verification): readonly Block[] {
  return [
    list(rules.map(ruleItem)),
    lines(`${quotesCompared} of ${quotes} quotes compared with the stored texts`),
  ];
}

function ruleItem({ status, rule, problems }: RuleCheck) {
  const more = problems.length - MAX_PROBLEMS_SHOWN;
  const shown = [...problems.slice(0, MAX_PROBLEMS_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])];
  return { head: say`${VERDICTS[status]} ${rule}`, blocks: problems.length === 0 ? [] : [list(shown)] };
}

export const renderCacheVerification = renderer<CacheVerification>(({ pages, sets, damaged }) => {
  const doubtful = sets.filter(({ verification }) => verification.status !== 'passed');
  const sound = `${plural(sets.length - doubtful.length, 'set')} of ${sets.length} with ${plural(pages, 'page')}`;
  return {
    title: `Check of ${plural(sets.length, 'set')}`,
    blocks: [
      lines(...damaged.map(({ line, problem }) => say`${VERDICTS.failed} line ${line}: ${problem}`)),
      ...doubtful.map(({ id, verification }) => section(id, ...verificationBlocks(verification))),
      lines(damaged.length > 0 ? 'The file is damaged: do not rely on it.' : `${sound}: every rule holds`),
    ],
  };
});
