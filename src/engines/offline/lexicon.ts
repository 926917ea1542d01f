/** General English words about writing and people, none for a single kind of text. */

export const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/** Verbs for what a finished text or its writer visibly does. Base forms. */
export const TEXT_ACTS = wordSet(`
  abbreviate acknowledge acquaint add address admit align alternate anchor answer anticipate apologise apologize argue arrange articulate assert
  attribute avoid back balance base begin blame bold bring build capitalise capitalize caption capture celebrate characterise characterize cite
  claim clarify close combine compare compress concede concentrate conclude condense connect contain contrast convey cover credit define delete
  delimit demonstrate describe detail develop disclose discuss display distinguish divide document draw elaborate eliminate embed emphasise
  emphasize employ end engage ensure establish evoke exaggerate exceed exclude explain explore express finish favor favour feature focus follow format frame
  give greet ground group hedge highlight humanise hyphenate identify illustrate imply include incorporate indent indicate
  inform inject insert introduce invite italicise italicize itemise itemize justify keep label lead leave let limit link list make mention
  mimic minimise minimize mirror mix name narrate number offer omit open order organise organize outline overload overuse pace paint paraphrase
  persuade phrase place plant point portray position prefer present preserve prioritise prioritize promise propose prove provide
  punctuate put qualify quantify quote raise reassure recommend recount reduce refer reference reflect refrain remain remove repeat rephrase
  replace report represent request restate restrict reveal rhyme round say separate sequence set shape shorten show sign signal signpost
  simplify skip specify spell sprinkle start state stay stick strengthen stress structure style substitute suggest sum summarise summarize support
  surface switch tailor tell thank tie title trace trim use utilise utilize vary weave word write criticise criticize invent merge narrow pitch pose retell script`);

/** They put something down in a text, or mean something else: the guide must be the user's own. */
export const NOTES = wordSet('attach count cut enter log mark note paste record');

/** Verbs for work around a text, which the text does not show. Base forms. */
export const WORK_ACTS = wordSet(`
  ask bring call check choose consult copy do download edit enjoy examine expect feel find forget gather get go imagine install investigate learn
  listen look memorise memorize move pick practise prepare print proofread publish read reconsider redraft rehearse remember reread research
  rest rethink return review revise revisit rewrite run save search see select send sleep spend study submit take talk test think try turn
  type understand visit wait walk watch worry`);

/** Nouns for parts and qualities of any text. Singular. */
const TEXT_PARTS = wordSet(`
  abstract abbreviation acronym acknowledgement adjective adverb anecdote appendix argument aside background bibliography body bullet caption
  chapter claim clause climax closing conclusion conflict content date description detail dialogue diction ending entry evidence example fact
  figure footnote format greeting headline heading hook idea illustration image intro introduction item jargon keyword label language layout lead
  length line list main message metaphor middle narrator narrative number opener opening outline page paragraph part passage phrase picture plot
  point purpose question quotation quote reference result rhythm salutation section sentence setting signature slide source stanza statement
  statistic step story structure style subheading subject subtitle summary syntax table takeaway tense term text theme thesis timeline title tone
  topic transition verb viewpoint vocabulary voice word wording`);

/** Nouns for a text as a whole, whatever its kind. */
export const WHOLE_TEXT = wordSet('text piece document draft writing copy work');

/** Vague praise and measures. */
export const VAGUE = wordSet(`
  actionable adequate appropriate authentic bounded clear coherent compelling complete concise correct detail detailed easy effective engaging
  enough essential excellent good great helpful human important information interesting language lot meaningful more natural necessary plain polite
  positive professional proper purpose quality readable relevant requirement respectful right sense sincere specific standard straightforward strong style structured
  sufficient thing thorough thought true understandable useful valuable vivid warm well well-written writing`);

const RECEIVERS = wordSet(`
  audience reader listener viewer public recipient committee panel reviewer editor judge journalist reporter buyer customer client employer
  recruiter manager team student pupil learner child parent guest visitor user funder examiner colleague stranger newcomer beginner everyone
  everybody anyone anybody person people`);

export const MAKERS = wordSet('you writer author speaker applicant candidate poet presenter storyteller blogger');

/** Adjectives of quality or size: they do not change the kind of text. */
export const PLAIN_ADJECTIVES = wordSet(`
  good better best great strong effective successful perfect excellent brilliant outstanding powerful compelling persuasive clear concise brief
  short long new old first second third last final next whole entire full complete simple quick easy basic detailed original creative formal
  informal friendly funny humorous heartfelt moving touching emotional inspiring engaging interesting memorable winning polite warm serious proper
  decent nice bad poor weak own very really more most several single one two three four five six seven eight nine ten typical standard sample
  similar different other such real top ultimate ideal modern traditional classic beautiful lovely little big small catchy convincing thoughtful
  honest useful helpful working recent fresh annual yearly quarterly monthly weekly daily draft well-written bilingual`);

/** Names of texts that have no plural. */
export const UNCOUNTABLE = wordSet(`
  advice content copy correspondence documentation feedback fiction guidance information news poetry praise prose`);

/** The singular of a regular or common irregular plural; other words as they are. */
export function singular(noun: string): string {
  if (noun === 'children') return 'child';
  if (/(?:ss|us|is|news|series|people|always)$/u.test(noun) || noun.length < 4) return noun;
  if (/(?:ies)$/u.test(noun)) return `${noun.slice(0, -3)}y`;
  if (/(?:ches|shes|xes|sses)$/u.test(noun)) return noun.slice(0, -2);
  return noun.replace(/s$/u, '');
}

export const isTextPart = (noun: string): boolean => TEXT_PARTS.has(singular(noun));
export const isReceiver = (noun: string): boolean => RECEIVERS.has(singular(noun));

const DOUBLING = /^(?:begin|refer|prefer|admit|omit|commit|permit|submit|transfer|control|forget|format|overlap)$/u;

const SHORT = /^[^aeiou]*[aeiou][bdglmnprt]$/u;

/** "use" → "using". */
export function gerund(verb: string): string {
  if (verb === 'be' || /(?:ee|oe|ye)$/u.test(verb)) return `${verb}ing`;
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
  if (verb.endsWith('e')) return `${verb.slice(0, -1)}ing`;
  return DOUBLING.test(verb) || SHORT.test(verb) ? `${verb}${verb.slice(-1)}ing` : `${verb}ing`;
}

/** "use" → "uses". */
export function thirdPerson(verb: string): string {
  if (verb === 'be' || verb === 'are') return 'is';
  if (verb === 'have') return 'has';
  if (/(?:s|x|z|ch|sh|o)$/u.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/u.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** "using" → "use", or undefined where the spelling leaves it open. */
export function baseOfGerund(word: string, isVerb: (word: string) => boolean): string | undefined {
  if (!word.endsWith('ing') || word.length < 5) return undefined;
  const root = word.slice(0, -3);
  return [root, `${root}e`, root.slice(0, -1)].find((base) => isVerb(base) && gerund(base) === word);
}
