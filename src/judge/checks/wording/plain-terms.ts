/** Abbreviations written out, and openings and endings that ask for nothing taken off, of a wording in lower case. */

const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ca|circa|approx)\b\.? ?(?=\d)/gu, 'about '],
  [/\bc\. ?(?=\d)/gu, 'about '],
  [/\bincl\b\.?/gu, 'including'],
  [/\bexcl\b\.?/gu, 'excluding'],
  [/\bw\/o\b/gu, 'without'],
  [/\bw\/ ?(?=[\p{L}\d])/gu, 'with '],
  [/\bparas?\b\.?(?=[ .,;:)]|$)/gu, 'paragraphs'],
  [/(?<=\p{L}) & (?=\p{L})/gu, ' and '],
  [/\b(\d+) ?k(?= (?:words?|char))/gu, '$1000'],
  [/\b(\d+) ?[x×](?=[ .,;:)]|$)/gu, '$1 times'],
  [/\b(\d+) ?(?:\+\/-|\+-|±) ?(?=\d)/gu, '$1 ± '],
  [/\+\/-|\+-/gu, '±'],
  // "set in **bold**" shows what it says.
  [/(\*{1,2}|_{1,2})(bold(?:ed)?|italics?|highlight(?:ed)?)\1/gu, '$2'],
  [/(\d)(?=(?:words|chars|sentences|paragraphs|lines|characters)\b)/gu, '$1 '],
];

/** What may stand before a demand without changing it. */
const OPENINGS: readonly RegExp[] = [
  /^(?:please|kindly),? /u,
  /^(?:i |we )(?:want|need|expect|would like|'d like) (?=(?:the|your|an?) )/u,
  /^(?:(?:make|be) (?:sure|certain)|ensure|check|verify|confirm|see to it|see|note|remember|it is (?:required|important|essential|necessary|mandatory|vital|crucial|imperative|expected|true)|is it (?:true|the case|so|ensured)|the (?:requirement|rule|condition|constraint|task|criterion) is|it must be (?:true|the case|ensured)|the (?:user|client|prompt|instruction|instructions|task|brief) (?:wants|asks|requires|demands|says|states|specifies)) (?:that|whether|if) /u,
  /^(?:ensure|check|verify|confirm) (?=(?:the|your|its|there|each|every|all|no|that) )/u,
  /^(?:requirement|constraint|rule|condition|format|style|formatting|criterion|task|note|important|language|structure|output|spelling|layout|response format|output format|hard limit)s? ?: (?!\d)/u,
  /^(?:overall|in total|altogether|as (?:requested|required|instructed|asked|specified)|in terms of (?:length|format|formatting|style)|regarding length|with regard to length|for (?:brevity|readability|clarity|consistency)|to keep it (?:short|brief)), ?/u,
];

const ENDINGS: readonly RegExp[] = [
  /(?:,| -| –| —)? ?(?:please|as (?:requested|required|instructed|asked|specified)|(?:this|that) (?:is|'s) (?:required|mandatory|a must|an order|important)|no exceptions?|without (?:any )?exceptions?)[.!]?$/u,
];

export function inPlainTerms(text: string): string {
  let said = text;
  for (const [from, to] of ABBREVIATIONS) said = said.replace(from, to);
  for (let before = ''; before !== said;) {
    before = said;
    for (const opening of OPENINGS) said = said.replace(opening, '');
  }
  for (const ending of ENDINGS) said = said.replace(ending, '');
  return said;
}
