/** Common English verbs in their base form, and the irregular forms of them: a general lexicon for reading advice. */

export const BASE_VERBS: ReadonlySet<string> = new Set(
  `abandon abbreviate absorb accept accompany accuse achieve acknowledge acquire act adapt add address adjust admit admire adopt
  advance advertise advise affect affirm afford agree aim alert align allow allude alter alternate analyse analyze anchor annotate
  announce answer anticipate apologise apologize appeal appear append applaud apply appoint appreciate approach argue arise
  arouse arrange arrive articulate ascribe ask aspire assemble assert assess assign assist assume assure attach attack attempt
  attend attract attribute avoid award back backtrack balance ban base bear beat become beg begin behave believe belong bend
  benefit bet betray beware bind bite blame bleed blend blow boast book boost borrow bother bow brag break breathe bridge
  brief bring broaden build bundle burden burn bury buy call can cancel capitalise capitalize capture care carry
  carve cast catch categorise categorize cause caution cease celebrate center centre challenge change characterise characterize charge chase
  check choose chop circle circulate cite claim clarify clash classify clean clear click climb cling close cluster coin collapse
  collect colour color combine come comfort command comment commit communicate compare compete compile complain complete complicate
  compliment comply compose compress comprise conceal concede conceive concentrate concern conclude condense conduct confess
  confide confine confirm conflict conform confront confuse congratulate connect consider consist console consolidate constrain
  construct consult consume contact contain continue contradict contrast contribute control convert convey convince cook copy
  correct correspond cost count cover craft cram create credit criticise criticize crop cross crowd cue cultivate cut damage dare
  date deal debate decide declare decline decorate dedicate deepen defend defer define delay delegate delete deliver demand
  demonstrate deny depend depict derive describe deserve design detail determine develop devote dictate die differ differentiate
  dig digest dilute diminish direct disagree disappear disappoint discard disclose discount discover discredit discuss disguise
  dismiss display disregard distinguish distort distract distribute dive divide document dominate double downplay draft drag
  dramatise dramatize draw dream dress drift drink drive drop drown duck dump duplicate dwell earn ease echo edit educate elaborate
  elevate elicit eliminate embed embellish embrace emphasise emphasize employ enable enclose encourage end endorse endure engage
  enhance enjoy enlarge enlist enrich ensure enter entertain enumerate envision equate erase escape establish estimate evaluate
  evoke exaggerate examine exceed excerpt exclude excuse execute exercise exhaust exhibit exist expand expect experiment explain
  exploit explore expose express extend extract face fade fail fake fall falter favor favour fear feature feed feel fight figure
  file fill filter finalise finalize find finish fire fit fix flag flatter flesh flip float flood flow fly focus fold follow force
  forecast forget forgive form format formulate foreshadow foster found frame free freeze fret frighten frustrate fulfil fulfill
  function fuse gain gather generalise generalize generate get give glance glorify gloss go grab grant grasp greet ground group grow
  guarantee guard guess guide halt hand handle hang happen harm haul have head hear hedge help hesitate hide highlight hint hire
  hit hold hone honour honor hook hope host humanise hurry hurt hyphenate identify ignore illuminate illustrate imagine imitate
  implement imply import impress improve include incorporate increase indent indicate indulge infer inflate influence inform
  inject insert insist inspect inspire install instruct insult integrate intend interest interpret interrogate interrupt interview
  introduce invent invert invest investigate invite involve isolate italicise italicize itemise itemize join joke judge jump
  justify juxtapose keep kick kill know label lack land last laugh launch lay layer lead lean leap learn leave lecture lend
  lengthen let level lie lift light like limit line linger link list listen live load locate lock look lose love lower lump maintain
  make manage map mark match matter maximise maximize mean measure meet memorise memorize mend mention merge mimic mind minimise
  minimize mirror misquote miss mistake mix mock model modify monitor motivate move multiply mumble name narrate narrow need neglect
  negotiate nest nod note notice notify number obey object obscure observe obtain occupy occur offer omit open operate oppose opt
  order organise organize orient originate outline overdo overexplain overlap overload overlook overpromise oversell overstate
  overuse overwhelm overwrite owe own pace pack package pad paint pair panic paper parade paragraph paraphrase park part pass paste
  patronise patronize pause pay peel penalise penalize perform permit persuade phrase pick picture piece pile pin pinpoint pitch
  place plan plant play plead please pledge plot plug point polish portray pose position possess post postpone pour praise preach
  precede predict preface prefer prepare present preserve press presume pretend prevent preview prime print prioritise prioritize
  probe proceed process produce progress project prolong promise promote prompt pronounce proofread propose protect prove provide
  provoke prune publish pull punch punctuate pursue push put puzzle qualify quantify question quiet quieten quit quote raise ramble
  range rank rate ration reach react read realise realize rearrange reassure rebut rebuild recall recap receive recite reckon
  recognise recognize recommend reconsider record recount recover recycle redraft reduce refer refine reflect refrain refute
  reference refuse regard rehearse reinforce reject relate relax release rely remain remark remember remind remove rename render reorder
  repair repeat repel rephrase replace reply report represent request require research resemble reserve reshape resist resolve respect respond
  rest restate restrict result resume retain rethink retell return reuse reveal reverse review revise revisit reward reword rewrite
  rhyme ring rise risk roll romanticise root rotate round rule run rush sacrifice satisfy save say scan scare scatter schedule
  score scrap scrape screen seal search season seat secure see seed seek seem segment select sell send separate sequence serve set
  settle shape share sharpen shift shine shock shoot shorten shout show shrink shut shy side sift sign signal signpost simplify sing
  sink sit situate sketch skim skip sleep slip slot slow smell smile smooth smuggle snap soften solve sound sow space spare speak specify
  spell spend spin split spoil spot sprinkle squeeze stack stage stand start state stay steal steer step stick stir stop store
  strengthen stress stretch strike string strip strive structure struggle study stuff style subdivide subject submit substitute
  subtract succeed suffer suggest suit sum summarise summarize supplement supply support suppose surprise survey suspect suspend
  sustain swap switch symbolise synthesise synthesize tag tailor take talk target taste teach tease tell temper tempt tend test
  thank think thread threaten throw tidy tie tighten time title tone top touch trace track trade trail train transcribe transform
  translate trap travel treat trigger trim trip trust try tuck tune turn twist type underestimate underline undermine
  underplay understand understate undertake unfold unify unpack update upgrade uphold urge use utilise utilize validate value
  vary veer venture verify view visit visualise visualize voice volunteer vouch waffle wait walk wander want warn waste watch weaken
  wear weave weigh welcome whet widen win wind wish withhold withdraw wonder word work worry wrap write yield zoom`.split(
    /\s+/u,
  ),
);

/** Verbs that stand for a noun where a bare noun follows: "reference sheet", "report structure". */
export const NOUN_FIRST: ReadonlySet<string> = new Set(
  `reference report sample question review draft plan travel work note sketch project list guide study research table title subject book
  copy design feature benefit contact detail document exercise experience file form function group guest hand head hook host interest
  interview label lecture level light line link load map market model order pace package page paper paragraph part phrase picture plot
  practice press print process profile purpose range rate record request rest result rhyme ring root rule score season sense sequence
  shape signal source stage stress structure style supply support survey target test text thread tone trade trail train type update value view
  voice walk word color colour figure point reward care cause change cost cover date end experiment fact fall fear force frame ground joke
  judge lead limit look mark match measure mind name need number objection offer opening outline pitch place play position present price
  program promise quote reason reply research response return reverse risk season seed shift show sign slip slot sound space speech spot
  stand start state step stock stop store story string struggle subject substitute summary switch task taste theme time top touch track turn
  use visit wait wish wonder`
    .split(/\s+/u)
    .filter(
      (word) =>
        !'end name number use start state show quote present offer limit mark match change cover cost point stop place lead turn promise measure date'
          .split(' ')
          .includes(word),
    ),
);

/** Base, third person where irregular, past, participle. A dash stands for the regular form. */
const IRREGULAR = `
  be is was been|bear - bore borne|beat - beat beaten|become - became become|begin - began begun|bend - bent bent|bind - bound bound
  bite - bit bitten|bleed - bled bled|blow - blew blown|break - broke broken|bring - brought brought|build - built built|burn - burnt burnt
  buy - bought bought|catch - caught caught|choose - chose chosen|cling - clung clung|come - came come|cost - cost cost|cut - cut cut
  deal - dealt dealt|dig - dug dug|do does did done|draw - drew drawn|drink - drank drunk|drive - drove driven|fall - fell fallen
  feed - fed fed|feel - felt felt|fight - fought fought|find - found found|fit - fit fit|fly - flew flown|forget - forgot forgotten
  forgive - forgave forgiven|freeze - froze frozen|get - got got|give - gave given|go goes went gone|grow - grew grown|hang - hung hung
  have has had had|hear - heard heard|hide - hid hidden|hit - hit hit|hold - held held|hurt - hurt hurt|keep - kept kept|know - knew known
  lay - laid laid|lead - led led|learn - learnt learnt|leave - left left|lend - lent lent|let - let let|lose - lost lost|make - made made
  mean - meant meant|meet - met met|mistake - mistook mistaken|overdo overdoes overdid overdone|oversell - oversold oversold|pay - paid paid
  put - put put|quit - quit quit|read - read read|retell - retold retold|rethink - rethought rethought|rewrite - rewrote rewritten
  ring - rang rung|rise - rose risen|run - ran run|say - said said|see - saw seen|seek - sought sought|sell - sold sold|send - sent sent
  set - set set|shake - shook shaken|shine - shone shone|shoot - shot shot|show - showed shown|shrink - shrank shrunk|shut - shut shut
  sing - sang sung|sink - sank sunk|sit - sat sat|sleep - slept slept|speak - spoke spoken|spend - spent spent|spin - spun spun
  split - split split|stand - stood stood|steal - stole stolen|stick - stuck stuck|strike - struck struck|string - strung strung
  take - took taken|teach - taught taught|tell - told told|think - thought thought|throw - threw thrown|undercut - undercut undercut
  understand - understood understood|undertake - undertook undertaken|uphold - upheld upheld|wear - wore worn|weave - wove woven|win - won won
  wind - wound wound|withdraw - withdrew withdrawn|withhold - withheld withheld|write - wrote written|overwrite - overwrote overwritten`;

interface IrregularVerb {
  readonly third: string | undefined;
  readonly past: string;
  readonly participle: string;
}

export const IRREGULAR_VERBS: ReadonlyMap<string, IrregularVerb> = new Map(
  IRREGULAR.split(/[|\n]/u)
    .map((row) => row.trim().split(' '))
    .flatMap(([base, third, past, participle]) =>
      base === undefined || base === '' || past === undefined || participle === undefined
        ? []
        : [[base, { third: third === '-' ? undefined : third, past, participle }] as const],
    ),
);

/** Verbs of more than one syllable, stressed on the last, that double their last consonant. */
export const DOUBLING_VERBS: ReadonlySet<string> = new Set(
  'begin refer prefer admit omit commit permit occur submit transfer control regret forget upset equip compel repel expel defer confer infer rebut format overlap undercut incur recap'.split(
    ' ',
  ),
);
