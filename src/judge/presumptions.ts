/** What the words of an item tell of it: what no text can do. Pure. */

/** What is presumed, and the wordings that give it away (TICK names the trap). Someone other than the text, or an act other than saying. */
const PRESUMPTIONS: readonly (readonly [presumes: string, wording: RegExp])[] = [
  [
    'that it opened or read something elsewhere',
    /\b(?:open(?:s|ed)?|visit(?:s|ed)?|brows(?:e|es|ed)|access(?:es|ed)?|click(?:s|ed)?(?: on)?|follow(?:s|ed)?|check(?:s|ed)?|read|reads|watch(?:es|ed)?|listen(?:s|ed)? to|download(?:s|ed)?|look(?:s|ed)? up|search(?:es|ed)?)\b[^.?!]{0,30}\b(?:links?|urls?|web ?(?:page|site)s?|pages? (?:at|behind)|online|internet|web|video|audio|recording|attachments?|attached (?:file|document)s?|uploaded (?:file|document)s?|database)\b/iu,
  ],
  [
    'that it sent or posted something',
    /\b(?:send|sends|sent|post(?:s|ed)? (?:it|this|the)|submit(?:s|ted)?|publish(?:es|ed)?|deliver(?:s|ed)?|forward(?:s|ed)?|mail(?:s|ed)?|e-?mail(?:s|ed)) (?:it|this|them|(?:the|an?|its|all|this) (?:\w+ ){0,3}(?:e-?mails?|messages?|letters?|mails?|forms?|files?|reports?|invitations?|requests?|applications?|posts?|tweets?|copies|copy))\b/iu,
  ],
  [
    'that it attached or made a file or a picture',
    /\b(?:attach(?:es|ed)?|upload(?:s|ed)?|saves?|saved)\b[^.?!]{0,30}\b(?:files?|documents?|pdfs?|images?|pictures?|photos?|resume|résumé|cv|spreadsheets?|copy|copies)\b|\b(?:have|has|include|includes|comes? with|contain|contains) (?:an? |the |its )?(?:\w+ )?attach(?:ment|ments|ed (?:file|document)s?)\b|\b(?:draws?|drew|generates?|created?) (?:an? |the )?(?:\w+ )?(?:image|picture|photo|audio|video)\b/iu,
  ],
  [
    'that somebody checked or approved it',
    /\b(?:(?:has|have|had|was|were|is|been|be|being) (?:\w+ ){0,2}(?:peer-?reviewed|reviewed|proofread|checked|tested|approved|verified|edited|fact-checked|validated|signed off) by\b|(?:has|have) been (?:\w+ )?(?:peer-?reviewed|proofread|fact-checked|user-tested)|feedback from (?:\w+ ){0,3}(?:colleagues?|peers?|readers?|editors?|mentors?|friends?|experts?|others) (?:been|was|were|is)|(?:ask|asks|asked|consult(?:s|ed)?|interview(?:s|ed)?) (?:an? |the )?(?:\w+ )?(?:expert|colleague|friend|mentor|editor|lawyer|doctor|native speaker|user|customer)s?)\b/iu,
  ],
  [
    'that it did something outside the text',
    /\b(?:book(?:s|ed)|schedul(?:es|ed) (?:an? |the )?(?:meeting|call|appointment|interview)|pay|pays|paid (?:for|the)|buys?|bought|purchas(?:es|ed)|orders? (?:an? |the )?(?:\w+ )?(?:online|product)|call(?:s|ed)? (?:the|an?) (?:\w+ )?(?:customer|client|number|office|hotline)|run(?:s|ning)? the (?:code|program|script|tests?)|execut(?:es|ed) the|rehears(?:e|es|ed)|practi[cs](?:es|ed) (?:aloud|the)|remember(?:s|ed)? (?:the )?(?:earlier|previous|last) (?:conversation|chat|session))\b/iu,
  ],
];

/** What the question presumes, in words that go on after "presumes"; null: nothing that its words give away. */
export function presumedBy(question: string): string | null {
  return PRESUMPTIONS.find(([, wording]) => wording.test(question))?.[0] ?? null;
}
