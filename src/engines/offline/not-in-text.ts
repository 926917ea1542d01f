/** What one finished text cannot show: work on it, people asked about it, how it is delivered. */

const verbs = (list: string): string => list.trim().split(/\s+/u).join('|');

const WORKING =
  verbs(`rehearse practise practice memorise memorize proofread revise redraft edit brainstorm research investigate gather collect
  look read reread print send submit upload save record time send email ask consult interview test try experiment wait sleep pause rest relax breathe stand sit
  smile look stare gesture move walk dress wear arrive learn study think imagine consider decide plan visualise visualize wonder
  remember forget know understand realise realize recognise recognize notice believe trust enjoy worry expect underline highlight circle
  count watch observe visit listen hear hand bring carry book schedule talk phone call discuss check review reconsider rethink
  return rewrite polish prune tighten trim redo re-read sketch download install click log archive publish post share
  prepare practice photograph copy paste keep-reading stop finish-early start-early cover mark pin ration spend pay buy hire find
  set-aside seek sleep fix delete swap replace rework rearrange reorder cut scribble jot research volunteer skim drink attach merge
  memorize question assume press narrow notice trust reckon type dare allow interrupt rely own get want read-aloud speak pronounce volunteer see`);
const STARTS_WITH_WORK = new RegExp(`^(?:${WORKING}|add up|count on|mark pauses|step back)\\b`, 'iu');
/** Of the verbs above, uses that the text does show. */
const SHOWN_AFTER_ALL =
  /^(?:(?:ask|question) (?:a|one|the reader|for|no|at most)\b(?! (?:colleague|friend|stranger|person|second|native))|(?:mark|record|post|book|set|move|time|test|own|record|return|share|present|listen|rest|watch) (?:the|a|an|each|every|no|to|from|in)\b.*\b(?:section|paragraph|sentence|line|topic|point|heading|quotation|claim|limit|opening|image|word)s?\b|return to\b|move (?:from|between|on|to)\b|(?:speak|talk) (?:to|of|about|in|as)\b|assume (?:no|little)\b|cover (?!(?:the|its) (?:first|last|lower|upper|top|bottom)\b)|spend (?:no more|at most|the first|the last|one|two|three|half|most|the)\b|rely on\b|allow (?:one|two|three|the|no|for|about|at)\b|stop (?:at|when|after|before|on|with)\b|see\b(?= no)|expect no\b|consider (?:the|both|at least)\b|keep\b)/iu;
const PEOPLE_OUTSIDE =
  /\b(?:(?:ask|show|give|hand|read|send|pay|tell) (?:it |the (?:draft|text|piece) |a draft )?(?:to )?(?:a|an|some|one|two|someone|somebody|another|the writer['’]s)?\s*(?:colleague|friend|stranger|person|mentor|native speaker|proofreader|editor you trust|someone|somebody|peer|partner|outsider)|feedback|second pair of eyes|fresh eyes|somebody else|someone else)\b/iu;
const PROCESS =
  /\b(?:in person|face to face|in private|by phone|write the \S+ out\b|stop (?:speaking|talking|writing|counting)|trial run|dry run|run-through|before the (?:letter|email|message|note|text|report|document|piece) (?:lands|arrives|goes|leaves|reaches|is)|aloud|out loud|by heart|overnight|the next (?:day|morning)|a day later|the day before|tomorrow|next week|for a (?:day|week|night)|before (?:the writer (?:start|starts|write|writes|begin|begins|open|opens|send|sends|submit|submits|publish|publishes|draft|drafts|decide|decides|draw|draws|settle|settles|post|posts|file|files|print|prints)|writing|sending|submitting|publishing|starting|drafting)|after (?:the writer (?:finish|finishes|write|writes|draft|drafts)|drafting|writing|finishing)|when the writer (?:revise|revises|edit|edits|finish|finishes|write|writes|draft|drafts|rehearse)|while (?:the writer|drafting|writing)|first draft|second draft|final draft|rough (?:draft|version)|each draft|drafts?\b|(?:write|draft|compose|fill in|add|choose) (?:it|them|(?:the|an?) \w+(?: \w+)?) (?:last|first|after)\b|until the writer|from memory|blank page|sheets?(?: of paper)?\b|on screen|(?:off|from) the (?:screen|slides?|page)|on paper|in large type|in the margin|write (?:down|out)|by hand|in one sitting|every time|with a (?:clock|timer|stopwatch|pen|pencil|marker)|spell-?check(?:er)?|word processor|software|(?:meet|miss|before|until) (?:the|a) deadline|notebook|eye contact|gesture|body language|posture|microphone|rehears\w+|(?:first|second|third|same|last|next) day\b(?! of)|keep going|in writing|calendar|reminder|handout|clicker|portal|inbox|fonts?|typefaces?|margins|letterhead|stationery|envelope|A4|double-spaced|colou?red paper)\b/iu;

/** Verbs of choosing show nothing unless what is chosen is then kept to or used. */
const CHOOSING =
  /^(?:choose|pick|select|settle|decide|consider|picture|prepare|plan|match|draw up|work (?:down|up|through)|come back|take (?:each|every)\b.*\bin turn|have (?:someone|somebody|a friend|a colleague|another)|be (?:wary|suspicious|careful|aware|mindful|afraid|not afraid))\b/iu;
const THEN_SHOWN =
  /\b(?:and (?:stay|keep|stick|use|hold|follow|name|show|say|state|illustrate|describe|tell|give|explain)|rather than|instead of|over)\b|, not\b/iu;
/** What people feel, or what the world outside the text is like. */
const OUTSIDE =
  /^(?:make|let|leave|keep|get|help) (?:(?:the|a|an|your|[a-z]+) ){0,3}(?:people|readers?|audience|listeners?|visitors?|customers?|buyers?|reviewers?|editors?|others|somebody|someone) (?:want|feel|think|laugh|cry|care|believe|trust|wonder|smile|remember|rest|awake|happy|curious|hungry|wanting|guessing)\b|\b(?:has|have) ever (?:heard|seen|read|said|written)\b|\bthe writer (?:has not|has never|did not|could not have|never) \w+|\b(?:in|on|of|with|from|by|to|above|below) the (?:advertisement|advert|posting|form|application form|old thread)(?=$|[,.;]| (?:for|in|at|and)\b)|\b(?:half|a third|a quarter|most) (?:of )?(?:the|its) (?:adjectives|adverbs|words|sentences|lines|text)\b|\b(?:white|blank|empty) space\b|\bacross (?:the|all|every) (?:shop|site|website|series|catalogu?e?|pages|texts)\b|\bpage numbers?\b|\bnumber the pages\b|\bas the writer (?:will|would|speaks)\b.*\b(?:speak|say|talk)|\bthan the writer (?:believe|think|can|know)/iu;

/** Set phrases whose sense no reader can pin down in a text. */
const FIGURATIVE =
  /\b(?:earn\w* (?:its|their) (?:place|keep|space|room)|pull\w* (?:its|their) weight|on (?:the|one['’]s) feet|across the table|come alive|in (?:her|his|their) (?:head|pocket)|heart and soul|speak\w* for (?:itself|themselves)|catch fire|room to breathe|fall\w* between (?:\w+ )?(?:chairs|stools))\b/iu;

/** Why one text response cannot show what the criterion asks, or null. */
export function notInText(criterion: string): string | null {
  const asked = criterion.replace(/^The response should(?:,)? (?:not |avoid )?/u, '');
  if (PEOPLE_OUTSIDE.test(asked)) return 'It needs other people; the text alone cannot show it.';
  if (PROCESS.test(asked))
    return 'It is about the work on the text or its delivery; the text alone cannot show it.';
  if (FIGURATIVE.test(asked)) return 'It is a figure of speech that no text can be held against.';
  if (OUTSIDE.test(asked)) return 'It depends on people or things outside the text.';
  // After a fronted circumstance the order itself follows a comma.
  const orders = criterion.startsWith('The response should, ') ? asked.split(', ').slice(1) : [asked];
  if (
    orders.some(
      (order) =>
        STARTS_WITH_WORK.test(order.replace(/^not /u, '')) &&
        !SHOWN_AFTER_ALL.test(order.replace(/^not /u, '')),
    )
  ) {
    return 'It asks for something the writer does or thinks; the text alone cannot show it.';
  }
  if (
    orders.some(
      (order) =>
        CHOOSING.test(order.replace(/^not /u, '')) && (order.startsWith('settle') || !THEN_SHOWN.test(order)),
    )
  )
    return 'It asks for a choice, which the text alone does not show.';
  return null;
}
