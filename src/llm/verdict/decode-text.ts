/** Undoes what encodings, escapes and fonts did to an answer: one form for each character, none that cannot be seen. */

type Step = (text: string) => string;

/** The answer in plain characters, however it was encoded. */
export function decodeText(raw: string): string {
  return STEPS.reduce((text, step) => step(text), raw).trim();
}

const STEPS: readonly Step[] = [
  withoutUnseen,
  (text) => text.normalize('NFKC'),
  fromPercents,
  fromEntities,
  fromEscapes,
  fromLookalikes,
  fromSpacedLetters,
  withoutSlips,
];

// eslint-disable-next-line no-control-regex -- they are what is removed
const TERMINAL_COLOUR = /\u001b\[[\d;]*m/gu;
const UNSEEN = /(?![\n\t\r])(?:\p{Cc}|\p{Cf}|\ufffd|\ufe0f)/gu;

/** Typographic marks in UTF-8 that were taken for Windows-1252. */
const MISREAD_QUOTE = /â€[œ\u009d˜™“”]?/gu;
/** Pictures that neither are verdicts nor boxes for them. */
const ORNAMENT = /(?![✅✔✓☑☒☐❌✗✘✖⛔🚫👍👎🟢🔴●○◯〇■□Ⓐ-ⓩ🄰-🆉])\p{So}/gu;

function withoutUnseen(text: string): string {
  return text
    .replace(TERMINAL_COLOUR, '')
    .replace(/\r\n?/gu, '\n')
    .replace(UNSEEN, '')
    .replace(/[‘’ʼ]/gu, "'")
    .replace(MISREAD_QUOTE, '"')
    .replace(ORNAMENT, ' ');
}

function fromPercents(text: string): string {
  if (!/^(?:%[0-9a-f]{2}|[\w.~+-])*%[0-9a-f]{2}(?:%[0-9a-f]{2}|[\w.~+-])*$/iu.test(text.trim())) return text;
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  amp: '&',
  colon: ':',
  ldquo: '“',
  rdquo: '”',
  lsquo: "'",
  rsquo: "'",
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rarr: '→',
  check: '✓',
  cross: '✗',
  lbrace: '{',
  rbrace: '}',
  lcub: '{',
  rcub: '}',
  sol: '/',
  newline: '\n',
  NewLine: '\n',
};

function fromEntities(text: string): string {
  return text.replace(
    /&(?:amp;)?(?:#x([0-9a-f]{1,5})|#(\d{1,6})|(\w{2,8}));/giu,
    (entity, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? entity;
      const code = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    },
  );
}

/** A string as a program would write it: as a whole, or with the quotation marks and line breaks escaped. */
function fromEscapes(text: string): string {
  const trimmed = text.trim();
  if (/^".*\\.*"$/su.test(trimmed)) {
    const inner = parsedString(trimmed);
    if (inner !== null) return fromEscapes(inner);
  }
  const unquoted = /^[[{](?:\s|\\n|\\t)*\\"/u.test(trimmed) ? trimmed.replace(/\\(["\\/])/gu, '$1') : trimmed;
  const broken = unquoted.includes('\n') ? unquoted : unquoted.replace(/(?:\\r)?\\n(?![a-z])/gu, '\n');
  return broken.replace(/\\u([0-9a-f]{4})/giu, (escape, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16));
    return /["\\\p{C}]/u.test(char) ? escape : char;
  });
}

function parsedString(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** Letters of other scripts and fonts that look like Latin ones, in the same order. */
const LOOKALIKES = 'АВЕЅКМНОРСТУХаеорсухуіΑΒΕΖΗΙΚΜΝΟΡΤΥΧοᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ';
const LATIN = 'ABESKMHOPCTYXaeopcyxyiABEZHIKMNOPTYXoabcdefghijklmnoprstuvwyz';
const latinOf = new Map(Array.from(LOOKALIKES, (char, index) => [char, LATIN.charAt(index)]));
const SQUARED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;

/** Only in words that are partly Latin already: "да" stays what it is. */
function fromLookalikes(text: string): string {
  return text
    .replace(SQUARED, (char) => String.fromCharCode(65 + (((char.codePointAt(0) ?? 0) - 0x1f150) % 32)))
    .replace(/[\p{L}]+/gu, (word) =>
      /[a-z]/iu.test(word) ? word.replace(/./gu, (char) => latinOf.get(char) ?? char) : word,
    );
}

/** "A n s w e r :  N O", "Y-E-S" */
function fromSpacedLetters(text: string): string {
  return text
    .replace(/^[ \t]*\S(?:[ \t]+\S)+[ \t]*$/gmu, (line) =>
      (line.match(/[a-z]/giu) ?? []).length < 2 || /[|[\]☐☑☒✓✗]/u.test(line)
        ? line
        : line.trim().replace(/([ \t]+)(?=\S)/gu, (gap) => (gap.length > 1 ? ' ' : '')),
    )
    .replace(/(?<![\p{L}\p{N}])_?(?:[a-z][-._*·]){2,}[a-z][-._*·]?(?![\p{L}\p{N}])/giu, (word) => {
      const letters = word.replace(/[^a-z]/giu, '');
      return /^(?:yes|answer|verdict|final)$/iu.test(letters) ? letters : word;
    })
    .replace(/(?<![\p{L}\p{N}])n[-._*]o(?:\.|(?![\p{L}\p{N}.]))/giu, 'no');
}

/** The verdicts as fingers mistype them. */
const SLIPS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:yes{2,6}|ye{2,4}s|yse|eys|yers|yesh|yez|y3s)\b/giu, 'yes'],
  [/\b(?:no{2,6}|n0|nno|nono)\b/giu, 'no'],
  [/\bnto (?=met|satisfied|fulfilled|applicable)/giu, 'not '],
  [/\b(not|non)[ -]ap+l\p{L}*b(?:le|el)\b/giu, '$1 applicable'],
  [/\bn(?: \/ ?|\/ )a\b/giu, 'N/A'],
  [/\bn(?:-|\\)a\b/giu, 'N/A'],
  [/\b(yes|no)!*1+(?![\p{L}\p{N}])/giu, '$1'],
  [/\bteh\b/giu, 'the'],
  [/(?<=[:=]\s{0,3})n o(?=[.!]*$)/gimu, 'no'],
  [/(?<=[:=]\s{0,3})y e s(?=[.!]*$)/gimu, 'yes'],
  [/\btl ?[;:] ?dr\b/giu, 'tldr'],
];

function withoutSlips(text: string): string {
  return SLIPS.reduce((whole, [slip, word]) => whole.replace(slip, word), text);
}
