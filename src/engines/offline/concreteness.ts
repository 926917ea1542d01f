/** How concrete a criterion is, and so how surely two readers would judge it alike. */
import { STOP_WORDS } from '../../text/stop-words.ts';
import { words } from '../../text/words.ts';

const COUNTED =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred|half|first|last|each|every|only)\b/iu;
const PLACED =
  /\b(?:title|headline|opening|first (?:line|sentence|paragraph|page|section)|last (?:line|sentence|paragraph|page|section)|ending|heading|close|closing|begin|start|end|paragraph|introduction|conclusion|summary|near the (?:top|end)|before|after|within)\b/iu;
const SHOWING =
  /^The response should (?:, [^,]+, )?(?:not |avoid )?(?:open|start|begin|end|close|finish|name|state|give|show|include|use|list|mention|explain|describe|quote|cite|define|say|put|place|tell|compare|answer|address|introduce|present|contain|have|offer|identify|specify|point|set|follow|spell|keep|limit|add|provide|write|repeat|attribute|credit|avoid|report|summarise|summarize|connect|link|refer|thank|invite|make|leave|vary|build|focus|acknowledge|admit|group|order|number|label|break|divide|choose|lead|ask|ensure|let)\b/iu;
const VAGUE =
  /\b(?:good|nice|great|interesting|appropriate|effective|quality|better|best|well|properly|right|enough|things?|stuff|something|anything|everything|honest(?:ly)?|careful(?:ly)?|breathe|earn|feel|heart|soul|life|magic|work|worth|matter|really|truly|naturally|way)\b/giu;
/** Words of writing advice in general: a criterion made of these alone fits any text. */
const GENERAL = new Set(
  `response should write writing text sentence sentences word words paragraph paragraphs reader readers clear clearly simple short long use using
  avoid verb verbs noun nouns adjective adjectives adverb adverbs active passive voice plain language jargon style tone point idea ideas
  example examples cut keep make grammar spelling punctuation structure concise vague strong weak start end first last line lines detail
  details specific concrete say tell show give put let have ensure one two every each main message purpose audience writer cliche cliches clichés phrase
  phrases information content read reads topic subject important good draft page section sections title opening ending order`.split(
    /\s+/u,
  ),
);

export function concretenessOf(text: string): { readonly score: number; readonly reason: string } {
  const content = words(text).filter((word) => !STOP_WORDS.has(word) && word !== 'response');
  const specific = content.filter((word) => !GENERAL.has(word)).length;
  const share = content.length === 0 ? 0 : specific / content.length;
  const counted = COUNTED.test(text);
  const quoted = /[“"]/u.test(text);
  const placed = PLACED.test(text);
  const shown = SHOWING.test(text);
  const vague = (text.match(VAGUE) ?? []).length;
  const commas = (text.match(/,/gu) ?? []).length;
  const score =
    0.2 * Number(counted) +
    0.12 * Number(quoted) +
    0.18 * Number(placed) +
    0.25 * Number(shown) +
    0.25 * Math.min(1, (specific / 4) * 0.6 + share * 0.5) -
    0.12 * Math.min(3, vague) -
    0.05 * Math.max(0, commas - 1) -
    (specific < 2 ? 0.25 : 0);
  const reason =
    counted || quoted || placed
      ? 'concrete enough to check'
      : specific < 2
        ? 'rather general'
        : 'can be checked in the text';
  return { score: Math.max(-0.5, Math.min(1, score)), reason };
}
