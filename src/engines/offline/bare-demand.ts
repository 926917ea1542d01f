/** Demands so bare that almost any text meets them, or that leave open which thing is meant. */
import { STOP_WORDS } from '../../text/stop-words.ts';
import { demandOf } from './demand-of.ts';
import { placesIn } from './place-in-text.ts';
import { clean } from './tokens.ts';

/** A verb, its object and one word about it. */
const FEW_WORDS = 2;
const BANS = /^(?:not|never|avoid|omit|skip|leave out|(?:contain|have|use) no)\b/u;
/** What makes few words enough: a measure, a quotation, a contrast, a relation, a clause. */
const ANCHOR =
  /⟦|[“"\d]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half|first|last|once|twice|only|no|not|than|instead|from|against|between|before|after|until|unless|if|that|which|what|who|whom|whose|how|why|where|when|whether|as|own|whole|early|up front|the word|with (?:its|their)|of (?:each|every))\b|^(?:number|vary)\b/u;
const EMPTY = /^(?:thing|something|anything|everything|good|clear|plain)s?$|\w{3}ly$/u;
/** "A project, a skill or a person": any of the three will do, so nothing is asked. */
const ANY_OF_SEVERAL =
  /^(?:mention|include|name|give|add|show|have|use|offer) (?:an? [\w-]+, )+(?:or )?an? [\w-]+,? or an? [\w-]+$/u;
/** "End with a numbered list": of what? */
const FORM_ALONE =
  /^(?:start|begin|open|end|close|finish|conclude) (?:with|on|by) an? (?:[\w-]+ )?(?:list|table|line|paragraph|section|note|box|overview)$/u;

/** @param criterion a composed criterion */
export function isBareDemand(criterion: string): boolean {
  const demand = demandOf(criterion);
  if (ANY_OF_SEVERAL.test(demand) || FORM_ALONE.test(demand)) return true;
  if (BANS.test(demand) || criterion.includes(', ') || ANCHOR.test(demand) || placesIn(demand).size > 0)
    return false;
  const said = demand
    .split(' ')
    .slice(1)
    .map(clean)
    .filter((word) => word !== '' && !STOP_WORDS.has(word) && !EMPTY.test(word));
  return said.length <= FEW_WORDS;
}
