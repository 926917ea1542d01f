/** Sentences that explain a demand and ask for nothing more; the last words of much used instructions. */

/** Of a wording as its tokens. */
const IDLE: readonly RegExp[] = [
  / [.;,] (?:please )?use (?:the )?(?:markdown )?bullet(?: point)?s ,? ?(?:such as|like)(?: :)?(?: \* [^*]*)+$/u,
  / [.;,] you can use markdown (?:ticks|backticks|fences)(?: such as| like)?[^\p{L}]*$/u,
  / ?[.;,] (?:the )?paragraphs(?: and only paragraphs)? (?:are|should be|must be) (?:separated|divided|set apart)(?: (?:with|from) (?:each other|1 another))? (?:by|with) (?:an? |2 |double )?(?:empty lines?|blank lines?|line breaks?|new ?lines?)(?: as if it (?:was|were)(?: ⟦\d+⟧)? in python)?/u,
  / [.;,] (?:and )?(?:nothing else|nothing more|that is all|this is (?:required|a must|mandatory))$/u,
  / [,;–—-] (?:no more(?: ,)?(?: and| or| nor)?(?: no| not)? (?:fewer|less)|no (?:fewer|less)(?: ,)?(?: and| or| nor)?(?: no)? more|neither more nor (?:fewer|less)|not 1 more or (?:fewer|less))$/u,
  // "55 words, not one more and not one less", "3 to 5 bullets, nothing beyond that".
  / (?:[,;–—-] )?(?:and )?not (?:a |even )?(?:single )?1(?: \p{L}+)? (?:more|less|fewer|longer|shorter)(?: ,)?(?: and| or| nor)?(?: not)?(?: (?:a |even )?(?:single )?1)?(?: \p{L}+)? (?:more|less|fewer|longer|shorter)$/u,
  /(?<!\b(?:least|minimum|min|more|over|above)\b.*) [,;–—-] (?:and )?nothing (?:more|beyond|besides|else)(?: (?:that|this|it))?$/u,
  / [,;–—-] (?:and )?nothing (?:more|less|fewer)(?: ,)? (?:and )?nothing (?:more|less|fewer)$/u,
  // "…; outside of that it fails".
  / [.;,–—-] (?:and )?(?:(?:anything|everything|all) (?:else|other|outside(?: of)? (?:that|this|it|(?:this|that|the) range))|outside(?: of)? (?:that|this|it|(?:this|that|the) range)|otherwise|or else)(?: ,)?(?: (?:it|(?:the|your) \p{L}+|that))? (?:fails?|is (?:not(?: (?:ok|okay|fine|acceptable|allowed|good))?|wrong|a fail(?:ure)?|unacceptable|rejected|out))$/u,
];

export function withoutIdleRemarks(text: string): string {
  return IDLE.reduce((said, pattern) => said.replace(pattern, ''), text).trim();
}
