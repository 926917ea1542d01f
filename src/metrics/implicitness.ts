/** Implicitness: the share of a criterion's words that its instruction lacks (EvalAgent, §4.1 and appendix F.1). */

/**
 * I(x, c) = 1 − |W(x) ∩ W(c)| / |W(c)|, in [0, 1]; W is the set of lower-case tokens without stop words. Tokens are split at
 * white space and keep their punctuation; stop words are NLTK's. Of the variants tried, only this one gives five of the six
 * values of the paper's table 11. Null if the criterion has no such tokens.
 */
export function implicitnessAgainst(instruction: string): (criterion: string) => number | null {
  const stated = contentTokens(instruction);
  return (criterion) => {
    const tokens = contentTokens(criterion);
    if (tokens.size === 0) return null;
    let shared = 0;
    for (const token of tokens) if (stated.has(token)) shared += 1;
    return 1 - shared / tokens.size;
  };
}

function contentTokens(text: string): ReadonlySet<string> {
  const tokens = text.toLowerCase().split(/\s+/u);
  return new Set(tokens.filter((token) => token !== '' && !NLTK_STOP_WORDS.has(token)));
}

const NLTK_STOP_WORDS: ReadonlySet<string> = new Set(
  `i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself yourselves he him his himself she
  she's her hers herself it it's its itself they them their theirs themselves what which who whom this that that'll these
  those am is are was were be been being have has had having do does did doing a an the and but if or because as until while
  of at by for with about against between into through during before after above below to from up down in out on off over
  under again further then once here there when where why how all any both each few more most other some such no nor not
  only own same so than too very s t can will just don don't should should've now d ll m o re ve y ain aren aren't couldn
  couldn't didn didn't doesn doesn't hadn hadn't hasn hasn't haven haven't isn isn't ma mightn mightn't mustn mustn't needn
  needn't shan shan't shouldn shouldn't wasn wasn't weren weren't won won't wouldn wouldn't`.split(/\s+/u),
);
