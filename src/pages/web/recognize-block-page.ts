/**
 * Recognizes pages that servers send with status 200 instead of the requested page: bot checks, consent walls, "access
 * denied", and shells that need scripts. They are short and say what they are in the title or at once. A guide that
 * mentions captchas or error texts is longer, or mentions them within a sentence.
 */
import { Parser } from 'htmlparser2';

/** A page with more letters is never a block page. */
const MAX_BLOCK_PAGE_LETTERS = 2500;
const MAX_NOTICE_LETTERS = 600;
/** With fewer letters outside `noscript`, the text in `noscript` counts. */
const MAX_SHELL_LETTERS = 150;
/** Block pages are not deeper, and the parser takes quadratic time in the depth. */
const MAX_DEPTH = 200;
const TITLES = new RegExp(
  `^(?:${[
    'access denied',
    'access to this page has been (?:denied|blocked)',
    'attention required!',
    'just a moment',
    '(?:error )?40[13](?: -)? (?:forbidden|unauthorized)',
    'request (?:rejected|blocked)',
    'pardon our interruption',
    'are you (?:a )?(?:human|(?:ro)?bot)\\?',
    '(?:human|bot) verification',
    '(?:ro)?bot check',
    'security checkpoint',
    'ddos-guard',
    'verify(?:ing)? (?:that )?you are (?:a )?human',
    'before you continue(?: to .*)?',
  ].join('|')})(?:\\.{3}|…)?$`,
);
const NOTICES: readonly (readonly [kind: string, phrases: RegExp])[] = [
  [
    'a bot check',
    /(?:verify|confirm|prove|checking|make sure|ensure)(?: that| if| whether)? you(?:'re| are)(?: a)? (?:not a (?:ro)?bot|human|real person)|checking (?:your browser|if the site connection is secure)|(?:complete|solve|pass) (?:the|this|a) (?:captcha|security check)|unusual (?:traffic|activity) from your|press (?:&|and) hold|ddos protection by|made us think (?:that )?you (?:are|were|might be) a (?:ro)?bot/,
  ],
  [
    'a refusal',
    /you (?:don't|do not) have permission to access|access (?:to this (?:page|site|resource|website) )?(?:is|has been|was) (?:denied|blocked|restricted)|(?:you have|you've|your (?:ip|ip address|request) (?:has|was|is)) been (?:blocked|denied|rate limited)|incident id:|403 forbidden|not available in your (?:country|region)/,
  ],
  [
    'a consent wall',
    /before you continue|(?:accept|agree to|allow) (?:all|the use of)(?: \w+){0,2} cookies.{0,200}(?:reject|decline|manage|preferences|settings|options|continue)|(?:we|our) (?:and our )?(?:\d+ )?partners (?:store|use|process)/,
  ],
];
const NEEDS_SCRIPTS =
  /(?:enable|activate|turn on|requires?|needs?|without) (?:js|javascript)\b|javascript (?:is|must be|to be|has to be)(?: \w+)? (?:required|disabled|enabled|needed|activated)|(?:doesn't|does not|won't|will not) work (?:properly )?without javascript/;

/** @param start of a page's HTML, decoded @returns false where that is too long or too deep already */
export function mayBeBlockPage(start: string): boolean {
  return readShortPage(start) !== null;
}

/** @param html decoded @returns a description of the block page, or null */
export function recognizeBlockPage(html: string): string | null {
  const page = readShortPage(html);
  if (page === null) return null;
  const title = normalized(page.title);
  const [beforeSeparator = ''] = title.split(/\s+[|–—·:-]\s+/, 1);
  if (TITLES.test(title) || TITLES.test(beforeSeparator)) return `its title is “${beforeSeparator}”`;
  const text = normalized(page.text);
  const letters = countLetters(text);
  if (letters <= MAX_NOTICE_LETTERS) {
    const notice = NOTICES.find(([, phrases]) => phrases.test(text));
    if (notice !== undefined) return `${notice[0]} in place of the page`;
    if (NEEDS_SCRIPTS.test(text)) return 'the page needs scripts';
  }
  if (letters <= MAX_SHELL_LETTERS && NEEDS_SCRIPTS.test(normalized(page.noscript))) return 'the page needs scripts';
  return null;
}

const UNSEEN = new Set(['script', 'style', 'template', 'svg', 'title', 'noscript']);

/** Null as soon as the page is too long or too deep. */
function readShortPage(html: string) {
  const found = { title: '', text: '', noscript: '' };
  const unseen: string[] = [];
  let letters = 0;
  let depth = 0;
  const isShort = () => letters <= MAX_BLOCK_PAGE_LETTERS && depth <= MAX_DEPTH;
  const parser = new Parser({
    onopentagname: (name) => {
      depth += 1;
      if (UNSEEN.has(name)) unseen.push(name);
      else found.text += ' ';
      if (!isShort()) parser.pause();
    },
    onclosetag: (name) => {
      depth -= 1;
      const index = unseen.lastIndexOf(name);
      if (index >= 0) unseen.length = index;
    },
    ontext: (text) => {
      const [within] = unseen;
      if ((within === 'title' || within === 'noscript') && unseen.length === 1) found[within] += text;
      if (within !== undefined) return;
      found.text += text;
      letters += countLetters(text);
      if (!isShort()) parser.pause();
    },
  });
  parser.write(html);
  return isShort() ? found : null;
}

function normalized(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('’', "'").trim().toLowerCase();
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
