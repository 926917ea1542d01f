/** The kinds of text as they are shipped, with the model that the build trained: training takes half a minute. */
import { join } from 'node:path';
import { bundledKinds } from '../../src/search/library/prepared-library.ts';

const ROOT = join(import.meta.dirname, '../..');
export const LIBRARY = join(ROOT, 'fixtures/library');
export const REQUESTS = join(ROOT, 'fixtures/requests');
export const BUNDLED_KINDS = await bundledKinds(ROOT, LIBRARY);
if (BUNDLED_KINDS.knownShareOf('') === null)
  throw new Error('The library is not built as it is in the sources: npm run build');
