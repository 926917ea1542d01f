/** Names the extractor: offsets of one version mean nothing to another. Raise it with every change of what is extracted. */
export const EXTRACTOR_VERSION = 'page-4';
