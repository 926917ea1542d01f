/** The turns of phrase that tell a judge's last word from its way there. */

/** A mark that opens one row of a list. */
export const ITEM = /^(?:[-•*+]|\(?\d{1,2}[.):]|\(?[a-z]\)|[qc]\d{1,2}[.:)])\s+/iu;

/** What opens a conclusion. */
export const SO =
  /^(?:so|thus|therefore|hence|consequently|accordingly|overall|ultimately|finally|in (?:short|summary|conclusion|sum|total|all)|to (?:sum up|conclude|summarize)|as a result|for (?:this|that|these|those) reasons?|based on (?:this|that|the above|the analysis)|given (?:this|that|the above)|all in all|all things considered|on balance|with that|in the end|at the end of the day|still|nevertheless|nonetheless|even so|that said|which means|meaning|if (?:i|you) (?:have to|had to|must|am forced to|force me to) (?:choose|decide|pick|answer|say)|forced to (?:choose|decide)|if pressed|when pressed|daher|deshalb|somit|insgesamt|donc|por lo tanto|quindi|portanto|dus|поэтому|итак|따라서)(?![\p{L}\p{N}])[\s,:–—-]*|^(?:因此|所以|因而|故而|よって|したがって|そのため)[\s,:]*/iu;

/** What takes back a verdict. It opens a clause: "to strike that balance" takes nothing back. */
export const CORRECTION =
  /(?:^|[,;:(.–—→]\s*|\s-\s|\b(?:but|and|actually)\s)(?:(?:oh |hmm,? |no,? |but |hold on,? )?wait\b(?!ing)|(?:hold|hang) on\b|(?:up)?on (?:second|further|closer|another|re-?) ?(?:thought|reflection|look|reading|inspection|consideration|examination|review)s?|(?:no|yes|oh|oops|ah),? (?:sorry|oops|hold on|hang on)|(?:hmm?,? )?(?:that|this) (?:can't|cannot) be (?:right|correct)|(?:checks|looks|reads) again\b|scratch that|strike that|(?:i(?:'d| would| must| have to| need to)?(?: (?:like|want) to)?|let me) (?:take (?:that|it) back|withdraw (?:that|it|this)|correct (?:myself|that)|reconsider|re-?check|re-?read|revise|retract)|i (?:was(?! (?:going|about|asked|expecting|tempted|inclined|unable|looking|hoping|ready)\b)|made|misread|misspoke|misjudged|stand corrected|must correct|need to correct|have to correct|change my)|correction\b|my mistake|apologies|looking again|reading (?:it )?again|re-?reading)/iu;

/** What makes a clause no verdict of the judge's own: conditions, doubts, denials, other people. */
export const HEDGE =
  /^\s*(?:were|had)\b|\b(?:if|unless|whether|would|could|might|may|cannot|can't|can not|not|never|instead of|rather than|someone|some people|one could|one might|tempting|tempted|initially|at first|first glance|expected|supposed|hypothetically|lenient|generous)\b|n't\b/iu;

/** What may take one back, where another verdict follows at once. */
export const OVERSIGHT =
  /(?:^|[,;:(.–—]\s*)(?:edit\b|update\b|sorry,? (?:that|this|i)\b|after (?:a |another )?(?:second|closer|further) (?:look|reading|thought)|(?:that|this) (?:was|is) (?:too (?:generous|harsh|strict|lenient|hasty|quick)|wrong|not right|a mistake)|(?:on|upon) (?:reflection|review|second reading)|i (?:missed|overlooked|forgot))/iu;

/** The same, where the verdict follows in the same breath. */
export const SECOND_THOUGHT =
  /(?:^|[.,;:(–—→]\s*|\s-\s)(?:actually|on reflection|or rather|rather|well|i mean|make that|hm+)[\s,:–—-]+/iu;

/** What stands between a correction and the verdict that it brings. */
export const REASSERTION =
  /^[\s,;:.!–—-]*(?:(?:actually|no, that's wrong|i mean|rather|make that|it(?:'s| is)(?: actually)?|that(?:'s| is)|this should be|should be)[\s,;:–—-]+)*/iu;

/** What lets a verdict stand after all that was said against it. */
export const REAFFIRMATION =
  /\b(?:(?:my|the|this) (?:answer|verdict|judge?ment|decision|conclusion) (?:still )?(?:stands|remains|holds|stays|is unchanged)(?! (?:yes|no|at)\b)|i (?:stand by|(?:will |'ll )?(?:keep|stick (?:to|with))) (?:my|the|it|that)\b)/iu;

/** What leaves everything open. */
export const IRRESOLUTION =
  /\b(?:i(?:'m| am| keep)? go(?:ing)? back and forth|can(?:'t|not) (?:decide|make up my mind)|i(?:'m| am| remain) (?:undecided|torn)|could go either way)\b(?![^.]*\bbut\b)/iu;

/** Who says it does not stand for it himself: conditions and other people, but no denials. */
export const CONDITIONAL =
  /\b(?:if|unless|whether|would|could|might|may|someone|some people|tempting|tempted|initially|at first|first glance|hypothetically|lenient|generous)\b/iu;

const ATTRIBUTION =
  /\b(?:says?|said|states?|stated|contains?|contained|reads?|claims?|claimed|writes?|wrote|written|instructs?|asks?|asked|requested|tells?|told|demands?|includes?|ends? (?:with|in)|begins? with|opens? with|closes? with|quotes?|quoted|quoting|inserts?|embeds?|injects?|examples?|e\.g\.?|format|template|instructions?|prompt|allowed|options|possible)\b[^.!?;“”]*$/iu;

/** "The response says:", after which somebody else speaks. What is quoted already does not go on. */
export function isAttribution(text: string): boolean {
  return ATTRIBUTION.test(text);
}

/** The judge does not judge: it declines, or asks for what it is to judge. */
export const DECLINES =
  /\b(?:i|we)(?:'m| am| are)? (?:cannot|can't|can not|won't|will not|unable to|not able to|do not have (?:enough|access)|don't have (?:enough|access)|decline|refuse)\b[^.]*\b(?:help|assist|evaluate|judge|answer|determine|assess|provide|access|open|verify|information|fulfill|continue|discuss|engage|rate|take part|to)\b|\bi(?:'d| would) rather not\b|\bi (?:don't|do not) (?:judge|evaluate|rate|assess)\b|\bplease (?:provide|paste|share|send|upload|attach)\b|\b(?:what|where)(?: i|')s the (?:response|text)\b/iu;

/** Who comes to doubt a verdict after giving it has none. */
export const UNSURE =
  /^(?:hm+|wait|hold on)[.…\s]*$|^(?:actually|hmm+|but|then again|well|or rather)?[\s,.]*(?:no idea|i (?:don't|do not) know|who knows|i can't tell|hard to (?:say|tell)|or (?:is|does|has|was|did) it|or not)[.!?\s]*$|^(?:actually|hmm+|but|then again|well)?[\s,.]*i(?:'m| am) (?:actually |really |honestly |just )?(?:(?:not|no longer) (?:so |that )?(?:sure|certain)|unsure|uncertain)(?: (?:about (?:that|this|it)|any ?more|now))*[.!\s]*$/iu;

/** "Yes, most of it is fine, but …" is on its way to the verdict. */
export const SHAKY = /\b(?:but|however|although|though|yet|at first)\b/iu;
