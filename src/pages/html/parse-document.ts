/** The parsers that make the document which Readability reads. */
import type { ParseDocument } from './readability.ts';

/** A tenth of jsdom's time, but incomplete. */
export const byLinkedom: ParseDocument = async (html) => (await import('linkedom')).parseHTML(html).document;

/** As browsers do it. It runs no scripts and loads nothing unless it is told to. */
export const byJsdom: ParseDocument = async (html) => {
  // Import the default of a CommonJS package: loaders and bundlers treat its names differently.
  const { default: jsdom } = await import('jsdom');
  return new jsdom.JSDOM(html).window.document;
};
