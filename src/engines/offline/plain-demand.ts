/**
 * The last gate: only demands of a plain, known build become criteria. Lists of what goes wrong never end; a list of
 * what a text can be seen to do does.
 */
import type { AdviceForm } from './advice-form.ts';
import { isReceiver } from './receivers.ts';
import { clean, isTextPart } from './tokens.ts';

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u).filter((word) => word !== ''));
}

/** What a reader can see a text do. */
const VISIBLE = wordSet(`
  acknowledge add address admit aim break warn alternate anchor answer appear argue arrange ask attach attribute avoid back balance begin bring build
  call carry choose cite claim close combine compare concentrate conclude confirm connect contain contrast convey cover create credit
  deal declare define deliver demonstrate describe discuss disclose display distinguish divide draw echo emphasise emphasize
  end ensure establish evaluate exceed exclude explain express feature figure finish fit focus follow frame give greet ground group
  handle have highlight hint identify illustrate include indicate interpret introduce invite justify keep label lead leave let limit
  link list locate maintain make mark match measure mention mix move name narrate note number offer omit open organise organize
  outline pair paint pass place point pose present propose prove provide put quantify quote raise reach recap recommend
  record refer reflect reject relate remain remind repeat report resist restate restrict return reveal round say separate set settle show
  signal signpost sketch specify spell spend stand start state stay stick structure suggest sum summarise summarize support sound
  switch take tell thank tie trace translate treat turn use vary weigh work write attend speak translate quantify round spell`);
/** What a text can further be seen not to do. */
const FORBIDDEN = wordSet(`
  apologise apologize assume beg blame boast bury claim complain copy criticise criticize crowd dress drift drown exaggerate explain
  flatter hedge hide ignore invent judge lecture lie list mock moralise moralize name overload overstate pad paste plead praise preach
  promise rely repeat retell rhyme rush shout skip speculate switch thank threaten understate wander waste wind stretch describe overpraise`);

/** Of these verbs a text does only a few things: it raises a question, and no hand. */
const ONLY_WITH: Readonly<Record<string, RegExp>> = {
  raise: /\b(?:questions?|doubts?|objections?|issues?|points?|stakes|suspicion|hopes?)\b/u,
  draw: /\b(?:attention|conclusions?|comparisons?|parallels?|lessons?|inferences?|together|distinctions?|links?)\b/u,
  paint: /\bpictures?\b/u,
  round: /\b(?:off|up|down|to|numbers?|figures?|totals|sums|amounts)\b(?! such as)/u,
  attend: /\bto\b/u,
  turn: /\b(?:into|to|from|back)\b/u,
  aim: /\d|\b(?:hundred|thousand|words?|pages?|lines?|sentences?|minutes?)\b/u,
  pass: /\bover\b/u,
  call: /\b(?:for|by|attention|on)\b|⟦/u,
  spell: /\b(?:out|correctly|right|alike|as|in full)\b/u,
  make: /^(?:an?|the|each|every|all|both|any|no|one|two|three|clear|plain|explicit|[\w-]+s)\b/u,
  compare: /\b(?:with|to|and|against)\b/u,
};
const PLACES =
  '(?:on|in|at|with|to|for|as|by|from|of|about|under|within|after|before|between|around|against|through|over|into)';
/** "In three or four lines", "with a paragraph of four to six sentences": how long, and nothing of what. */
const BARE_LENGTH =
  /^(?:(?:finish|end|close|stop|conclude) in (?:\S+ ){1,4}|(?:start|begin|open|end|close|finish|conclude|write|use|have) (?:with |in |on )?(?:an? (?:paragraph|section|line|sentence|block) of )?(?:about |around |at least |at most )?[\w-]+(?: (?:to|or) [\w-]+)? )(?:lines?|words?|sentences?|paragraphs?|minutes?)$/u;
const OUTSIDE_CASE =
  /^(?:if|when|unless|where)\b[^,]*\b(?:has|have|had) (?:never|ever|been|not)\b|\b(?:when|where|if) there (?:is|are)\b|\b(?:if|when|unless|where|whether|until) (?:the )?(?:writer|author|speaker)\b/u;
const THE_SAME =
  /\bthe same\b(?! (?:thing|word|name|term|tense|page|sentence|paragraph|sense)s?\b)(?!.*\bas\b)/u;
const THIRD_PERSON = /\b(?:he|she|him|his|her|hers|himself|herself)\b/u;
const SENTENCE_BREAK = /[.!?] +\S/u;

/** "Order 40718": a detail of a sample text. */
const SAMPLE_NUMBER = /(?<![\d.,])(?!(?:1[89]|20)\d\d\b)\d{4,}(?![\d.,])/u;
/** "Back to it", "who made it": nothing in the demand is meant by it. */
const LOOSE_IT = / (?:to|of|from|about|with|on|at|for|by|into) it$| (?:who|what|how|why|when|where) \S+ it$/u;
/** A list that was cut off: its last member comes without "and". */
const CUT_LIST =
  /, (?:that )?(?!(?:not|never|no|rather|instead|preferably|ideally|so|each|then|for|with|in|at|by|on|to|if|when|which|who|where|unless|from|like|such|as|even|one|usually|normally|how|what|why|who|whom|whose|where|when)\b)[\w’'-]+(?: [\w’'-]+){0,3}$/u;
/** "Tell a harmless one", "who held which": what is meant was named before. */
const UNNAMED =
  /^(?:keep|use|have|add|give|cut) one (?:only|if|unless|at)\b|, or (?:better|worse)$|\b(?:goes|comes|counts|matters) too\b|\ban? (?:[\w’'-]+ ){1,2}ones?\b(?! of)|\b(?:which|who|whose|whom)$|\byourselves\b/u;
/** "Have three copies done": others do it. */
const DONE_BY_OTHERS = /^have (?:[\w’'-]+ ){1,5}(?:done|printed|made|checked|ready|to hand)\b/u;
/** "Cover the rating and hand the text to a colleague": the second order is work. */
const THEN_WORK =
  /(?:\band|, then) (?:then )?(?:hand|send|show (?:it|them)|read|print|wait|see|go|check|rehearse|practi[sc]e|come|sleep|test|delete|argue|take (?:it|them)|put (?:it|them) (?:away|aside))\b/u;
/** "Describe the work", "leave out the colour": which, only the page says. */
const PLAIN_DEFINITE =
  /^(?!(?:state|give|include|name|mention|say|keep|number|address|thank|greet|follow|answer)\b)\w+ (?:out |up |down )?the (?!(?:reader|audience|author|title|opening|ending|point|question)s?$)[\p{L}’'-]+$/u;
/** The document's own fate, which it cannot know. */
const OF_THE_DOCUMENT =
  /\b(?:if|when|once|before|after|until) (?:the |this |it )?(?:\S+ )?(?:is|are|will be|has been|gets) (?:going to|about to|to be|pinned|printed|published|sent|posted|read out|shared|passed|signed|accepted|rejected|filed|submitted)\b/u;
/** Who gets the text, what was there before it, and where its writer goes. */
const OUTSIDE_THE_TEXT =
  /\bexclude (?:those|people|anyone|anybody|everyone)\b|\blast (?:year|month|week|time|issue|quarter)\b|\bwith permission\b|^take (?:the|an?|your|one) \S+ (?:into|to|through|on)\b(?! the reader)|^propose the\b/u;
/** What the writer feels is not on the page. */
const WRITERS_FEELING =
  /\b(?:worries|pleases|scares|frightens|embarrasses|bores|excites|delights|surprises|moves|bothers|annoys|satisfies|convinces) the (?:writer|author)\b|^use the writer['’]s own\b|\bthe (?:writer|author) (?:sees|likes|loves|hates|enjoys|fears|hopes|wishes|dreads|could knock|feels like)\b/u;
const VAGUE_THING =
  /\b(?:identif(?:y|ies)|explains?|says?|covers?|mentions?|names?|gives?|shows?) everything$|\bthat works?$|\b(?:sort|kind) of (?:thing|stuff)\b|\bthe usual\b|\band (?:all )?that$|\bwho (?:is|are) \w+(?:ed|id)$/u;
/** "Label with numbers", "begin the task with a verb": what is labelled, or which task, is not said. */
const NO_OBJECT =
  /^(?:label|list|name|put|give|place|contain|mention|include|define|identify|describe|cover|quote) (?:with|by|for|from|under)\b|^(?:begin|start|open|end|close|finish) (?:the (?:task|step|item|action|line|entry) )?with (?:the|an?) (?:verb|noun|action|subject|number)\b|^stay up\b/u;
/** "Give a short link", "add a dated supplement", "avoid running long": of what, and where, is not said. */
const BARE_DEMAND =
  /^(?:(?:add|give|have|use|include|make|ask for|offer) (?:an?|one) (?:[\w-]+ )?[\w-]+|avoid \w+ing [\w-]+|(?:keep|use|say|write|leave) (?:what|whatever|anything|everything|something) (?:that )?is \w+)$/u;
const NUMBER_OF_THINGS =
  /^(?:tell|give|show|say|have|do|name|list|ask for|ask|(?:begin|start|open|end|close|finish) with) (?:\S+ )?(?:one|two|three|four|five|six|\d+) things?$/u;
/** "Thank the reader, sign with a name": a second order without "and". */
const SECOND_ORDER =
  /, (?:sign|mention|say|explain|include|keep|avoid|give|tell|describe|add|thank|ask|use|show|make|put|leave|let)\b(?! (?:and|or)\b)/u;

/** Null where the demand is of a plain build; otherwise why it is not taken. Quotations are masked. */
export function notPlain({ lead, subject, verbPhrase, negative }: AdviceForm): string | null {
  const all = [lead, subject, verbPhrase].filter((part) => part !== null).join(', ');
  if (SENTENCE_BREAK.test(verbPhrase)) return 'It runs on into another sentence.';
  if (THIRD_PERSON.test(all)) return 'It speaks of a particular person.';
  if (OUTSIDE_CASE.test(all)) return 'It applies only in a case that the text may not be in.';
  if (THE_SAME.test(all)) return 'It compares with something said before it.';
  if (THEN_WORK.test(verbPhrase) || DONE_BY_OTHERS.test(verbPhrase))
    return 'It asks for work on the draft, not for something that the text shows.';
  if (PLAIN_DEFINITE.test(verbPhrase) && subject === null && lead === null && !negative)
    return 'It says too little to be judged.';
  if (OUTSIDE_THE_TEXT.test(verbPhrase)) return 'It depends on people or things outside the text.';
  if (OF_THE_DOCUMENT.test(all)) return 'It applies only in a case that the text may not be in.';
  if (WRITERS_FEELING.test(verbPhrase))
    return 'It asks for what the writer feels, not for what the text shows.';
  if (VAGUE_THING.test(verbPhrase)) return 'It says too little to be judged.';
  if (UNNAMED.test(verbPhrase)) return 'It refers to something said before it.';
  if (subject === null && /^have (?:made|done|seen|\w+ed) (?:the|an?|all|every|each|no)\b/u.test(verbPhrase))
    return 'It asks for work on the draft, not for something that the text shows.';
  if (subject === null && NO_OBJECT.test(verbPhrase)) return 'It is only part of a sentence.';
  if (LOOSE_IT.test(verbPhrase) || (lead !== null && verbPhrase.endsWith(' it')))
    return 'It refers to something said before it.';
  if (BARE_LENGTH.test(verbPhrase) || /\band (?:stop|go on|move on|wait|leave|end)$/u.test(verbPhrase))
    return 'It says too little to be judged.';
  if (/(?:\b(?:and|or|but)|,) (?:do not|don['’]t|never)\b/u.test(verbPhrase))
    return 'It joins two orders that do not belong together.';
  if (SAMPLE_NUMBER.test(all)) return 'It gives details of a sample text.';
  if (CUT_LIST.test(verbPhrase) && !/\b(?:and|or|but)\b/u.test(verbPhrase))
    return 'It is only part of a sentence.';
  if (SECOND_ORDER.test(verbPhrase) && !/, (?:and|or|then) /u.test(verbPhrase))
    return 'It joins two orders that do not belong together.';
  if (subject !== null)
    return /^have \w+ing\b/u.test(verbPhrase)
      ? 'It asks for work on the draft, not for something that the text shows.'
      : null;
  const words = verbPhrase.split(' ').map(clean);
  const [verb = '', ...rest] = words.filter((word, index) => index > 0 || !word.endsWith('ly'));
  if (verb === 'be')
    return isBareQuality(rest) || /^(?:written|meant|made|designed|intended) for\b/u.test(rest.join(' '))
      ? 'It asks for a quality too vague to be judged.'
      : null;
  if (!VISIBLE.has(verb) && !(negative && FORBIDDEN.has(verb)))
    return `It asks to “${verb}”, which no reader can plainly see a text do.`;
  if (ONLY_WITH[verb]?.test(rest.join(' ')) === false)
    return `It asks to “${verb}”, which no reader can plainly see a text do.`;
  if (verb === 'have' && (isReceiver(rest[1] ?? '') || /^\S+ \S+ \S+ who\b/u.test(verbPhrase)))
    return 'It asks for the work of another person.';
  if (lead === null && !negative && BARE_DEMAND.test(verbPhrase) && !isTextPart(rest.at(-1) ?? ''))
    return 'It says too little to be judged.';
  if (NUMBER_OF_THINGS.test(verbPhrase)) return 'It says too little to be judged.';
  if (
    /^(?:start|begin|open)$/u.test(verb) &&
    rest[0] === 'with' &&
    rest.slice(1, 5).some(isReceiver) &&
    !/['’]s\b/u.test(verbPhrase)
  )
    return 'It asks for a step outside the text.';
  if (verb === 'let' && !rest.slice(0, 3).some((word) => isReceiver(word) || isTextPart(word)))
    return 'It asks for the work of another person.';
  if (/^(?:tell|give|show|ask|let|help|remind|offer)$/u.test(verb) && saysNothingBut(rest))
    return 'It is only part of a sentence.';
  if (
    verb === 'write' &&
    !new RegExp(`^${PLACES}$`, 'u').test(rest[0] ?? '') &&
    !/⟦| as (?!usual\b)/u.test(verbPhrase)
  )
    return 'It asks for work on the draft, not for something that the text shows.';
  return null;
}

/** "Be ironic", "be clear": too little; "be exact about kind and size" is something to look for. */
function isBareQuality(rest: readonly string[]): boolean {
  return rest.length <= 2 && !rest.some((word) => /\d/u.test(word));
}

/** "The reader", "your reader": someone, and nothing for them. */
function saysNothingBut(rest: readonly string[]): boolean {
  return rest.length <= 2 && rest.some(isReceiver);
}
