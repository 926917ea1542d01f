/** Sentences that explain a demand and ask for nothing more; the last words of much used instructions. */

/** Of a wording as its tokens. */
const IDLE: readonly RegExp[] = [
  / [.;,] (?:please )?use (?:the )?(?:markdown )?bullet(?: point)?s ,? ?(?:such as|like)(?: :)?(?: \* [^*]*)+$/u,
  / [.;,] you can use markdown (?:ticks|backticks|fences)(?: such as| like)?[^\p{L}]*$/u,
  / ?[.;,] (?:the )?paragraphs(?: and only paragraphs)? (?:are|should be|must be) (?:separated|divided|set apart)(?: (?:with|from) (?:each other|1 another))? (?:by|with) (?:an? |2 |double )?(?:empty lines?|blank lines?|line breaks?|new ?lines?)(?: as if it (?:was|were)(?: ⟦\d+⟧)? in python)?/u,
  / [.;,] (?:and )?(?:nothing else|nothing more|that is all|this is (?:required|a must|mandatory))$/u,
  / [,;–—-] (?:no more(?: ,)?(?: and| or| nor)?(?: no| not)? (?:fewer|less)|no (?:fewer|less)(?: ,)?(?: and| or| nor)?(?: no)? more|neither more nor (?:fewer|less)|not 1 more or (?:fewer|less))$/u,
];

export function withoutIdleRemarks(text: string): string {
  return IDLE.reduce((said, pattern) => said.replace(pattern, ''), text).trim();
}
