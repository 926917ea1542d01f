/** General English vocabulary of writing and of people. No word here may stand for one kind of text. */

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/u).filter((word) => word !== ''));
}

/** Parts and qualities that any text may have. */
export const TEXT_PARTS = wordSet(`
  abstract acknowledgements angle appendix argument aside background beginning benefit bibliography body bullet caption chapter claim
  clause climax close closing conclusion content contents date description detail details diction draft ending entry evidence example
  fact figure first-line footer footnote format greeting headline heading hook idea illustration image introduction intro
  item key label language last-line layout lead length line list main material message middle name narrator number numbers
  opener opening order outline page pages paragraph paragraphs part passage phrase phrases picture point points purpose question
  quotation quote quotes reference references result results rhythm section sections sentence sentences setting source sources stanza
  structure style subheading subheadings summary syntax table tense text theme thesis title tone topic transition transitions verb
  verbs vocabulary voice word wording words`);

/** Nouns that name the text as a whole, whatever its kind. */
export const WHOLE_TEXT = wordSet('text piece document draft writing copy work version');

/** Those who receive a text. Other receivers are told by their ending ("listeners", "reviewers"). */
export const RECEIVERS = wordSet(`
  audience audiences reader readers listener listeners viewer viewers people person public recipient recipients crowd committee
  committees panel reviewer reviewers editor editors judge judges reporter reporters buyer buyers customer customers client clients
  employer employers recruiter recruiters manager managers boss team students pupils learners guests visitor visitors user users
  funder funders examiner examiners decision-maker decision-makers colleague colleagues stranger strangers someone somebody everyone
  everybody`);

/** Those who make a text: what they should do, the response should do. */
export const MAKERS = wordSet(
  'writer writers author authors speaker speakers applicant applicants candidate candidates you',
);

/** What belongs to the person who writes, not to the text. */
export const PERSONAL = wordSet(`
  own life name career skill skills personality background motivation motivations family friend friends memory memories feeling
  feelings emotion emotions opinion opinions view views education address phone telephone job role qualifications achievement
  achievements credentials interest interests enthusiasm experience experiences relationship history identity expertise training
  work employer company team organisation organization colleague colleagues contact strengths weaknesses values goals team's
  product research study project expertise track mind head`);

/** Adjectives of quality or size: they make no other kind of text out of a noun. */
export const PLAIN_ADJECTIVES = wordSet(`
  good better best great strong effective successful perfect well-written well-made excellent brilliant outstanding powerful
  compelling persuasive clear concise brief short long longer shorter new old first second third last final next whole entire full
  complete simple quick easy basic detailed original creative professional formal informal friendly funny humorous heartfelt
  moving touching emotional inspiring engaging interesting memorable winning polite warm serious proper decent fine nice bad poor weak
  wrong dull own very really more most much many few several single one two three four five six seven eight nine ten typical
  average ordinary standard sample similar different other such real actual top ultimate ideal modern traditional classic
  beautiful lovely little big small high low quality catchy rhyming polished convincing thoughtful honest useful helpful solid tight
  working one-page two-page fifteen-minute five-minute page word minute paragraph line public-ready ready finished unfinished
  average-length present current recent entire mini fresh annual yearly year-end monthly weekly quarterly daily midyear mid-year
  solo joint internal external official written draft website online`);

/** Adjectives that mark the text praised, as in "a good X opens with …". */
export const PRAISE = wordSet(`
  good great strong effective successful excellent best well-written well-made better compelling convincing persuasive memorable
  perfect solid ideal useful honest clear powerful decent fine proper`);

/** Words that stand before a clause and only link it to what was said. */
export const DISCOURSE_OPENERS = wordSet(`
  so and but then also finally instead still again first second third fourth next secondly thirdly firstly lastly therefore thus hence
  however besides moreover furthermore similarly likewise otherwise meanwhile anyway please always simply just
  generally usually ideally ultimately equally rather perhaps now afterwards yes remember`);

export const PREPOSITIONS = wordSet(`
  about above across after against along among around as at before behind below beneath beside between beyond by despite down during
  except for from in inside into like near of off on onto out outside over past per since than through throughout till to toward
  towards under until up upon via with within without`);

export const DETERMINERS = wordSet(`
  a an the your my our his her its their this that these those each every any some no all both either neither another one two three
  four five six seven eight nine ten enough several many few more most fewer less what which whose`);

export const AUXILIARIES = wordSet(`
  is are was were be been am has have had do does did can could will would shall should may might must ought cannot`);

/** Words that open a circumstance before the main clause. */
export const FRONTED = new Set([
  ...PREPOSITIONS,
  'if',
  'when',
  'where',
  'unless',
  'once',
  'whenever',
  'wherever',
  'whatever',
  'whichever',
  'however',
  'because',
  'although',
  'though',
  'while',
  'as',
  'even',
  'instead',
  'rather',
  'only',
  'to',
  'apart',
  'both',
  'unlike',
]);

export const MODAL = /^(?:should|must|ought|needs?|has|have)$/u;

export const ADVERBS =
  /^(?:always|never|not|also|only|ideally|really|usually|therefore|normally|generally|simply|just|merely|almost|\w+ly)$/u;
