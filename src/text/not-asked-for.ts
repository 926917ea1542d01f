/** Beginnings of noun phrases for which nothing is asked, as parts of regular expressions; flags `iu`. */

/** What it names is there already: "my", "these". */
export const REFERRING = 'the|my|our|your|his|her|its|their|this|that|these|those';

/** "Don't really …", "no longer …", "without …", with the white space that follows. */
export const NEGATION = String.raw`(?:n['’]t|\b(?:not|never|no|without))\s+(?:(?:(?!only\b)[a-z]+ly|even|yet|longer)\s+)*`;
