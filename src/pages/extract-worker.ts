/** What a worker of the extraction pool runs. */
import type { Document } from '../domain/page.ts';
import { extractPage, type ExtractionLimits, type ExtractionOutcome } from './extract-page.ts';

export interface ExtractionTask {
  readonly document: Document;
  readonly limits: ExtractionLimits;
}

export default function extract({ document, limits }: ExtractionTask): Promise<ExtractionOutcome> {
  return extractPage(document, limits);
}
