import type { MakeDocument } from './readability.ts';

/** A whole DOM, as browsers have it, where the light one fails. It runs no scripts and loads nothing unless it is told to. */
export const jsdomDocument: MakeDocument = async () => {
  // Import the default of a CommonJS package: loaders and bundlers treat its names differently.
  const { default: jsdom } = await import('jsdom');
  return new jsdom.JSDOM().window.document;
};
