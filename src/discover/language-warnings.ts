/** Pages in another language than the instruction: those that were kept, and those that were left out. Pure. */
import { languageOf } from '../domain/language.ts';
import type { SourceWithPage } from './discovery.ts';

type Source = Pick<SourceWithPage['source'], 'id' | 'language' | 'decision'>;

/** @param wanted ISO 639-3; null where nobody knows it */
export function languageWarnings(
  wanted: string | null,
  sources: readonly { readonly source: Source }[],
): readonly string[] {
  if (wanted === null) return [];
  const foreign = sources.flatMap(({ source }) =>
    source.language === null || source.language === wanted ? [] : [source],
  );
  const kept = foreign.filter(({ decision }) => decision === 'kept');
  const leftOut = foreign.filter(({ decision }) => decision === 'wrong-language');
  const [example] = leftOut;
  return [
    ...(kept.length === 0
      ? []
      : [`Not all pages are in ${nameOf(wanted)}: ${listOf(kept)}. Their quotes stay in their own language.`]),
    ...(example === undefined
      ? []
      : [
          `Left out, because they are not in ${nameOf(wanted)}: ${listOf(leftOut)}. --language ${languageOf(example.language ?? '')?.tag ?? example.language} reads such pages instead.`,
        ]),
  ];
}

function listOf(sources: readonly Source[]): string {
  return sources.map(({ id, language }) => `${id} (${nameOf(language ?? '')})`).join(', ');
}

function nameOf(code: string): string {
  return languageOf(code)?.name ?? code;
}
