/** Which pages code alone can rule out, before anyone rates them. */
import type { DiscoveryParameters } from '../domain/criteria-set.ts';
import type { Page } from '../domain/page.ts';
import type { Source } from '../domain/source.ts';
import { findsInjection } from '../text/injection.ts';
import { createNearDuplicates, shingles } from '../text/similarity.ts';

type Drop = Pick<Source, 'decision' | 'reason'>;

/**
 * Drops pages in another language (a page whose language cannot be told stays), pages that are dated too early (one
 * without a date stays), pages that address language models, and all but the first of pages with nearly the same text.
 */
export function screenPages(
  pages: readonly { readonly id: string; readonly page: Page }[],
  { language, since }: Pick<DiscoveryParameters, 'language' | 'since'>,
): Map<string, Drop> {
  const drops = new Map<string, Drop>();
  for (const { id, page } of pages) {
    if (page.language !== null && page.language !== language) {
      drops.set(id, {
        decision: 'wrong-language',
        reason: `The page is in ${page.language}, not in ${language}.`,
      });
      continue;
    }
    if (since !== undefined && page.publishedOn !== null && page.publishedOn < since) {
      drops.set(id, {
        decision: 'too-old',
        reason: `The page is dated ${page.publishedOn}, before ${since}.`,
      });
      continue;
    }
    const passage = findsInjection(page.text);
    if (passage !== null)
      drops.set(id, {
        decision: 'suspected-injection',
        reason: `The page addresses language models: “${passage}”`,
      });
  }
  const originals = createNearDuplicates<string>();
  for (const { id, page } of pages) {
    if (drops.has(id)) continue;
    const own = shingles(page.text);
    const original = originals.find(own);
    if (original === null) originals.add(id, own);
    else
      drops.set(id, {
        decision: 'duplicate',
        reason: `Nearly the same text as ${original}, which was found first.`,
      });
  }
  return drops;
}
