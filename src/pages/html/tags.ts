/** What the HTML standard says of tags, as far as extraction needs it. */

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

export const VOID_TAGS = set(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound keygen',
);

const PHRASING = set(
  'a abbr acronym b bdi bdo big button cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr img input br nobr blink output meter progress picture',
);
const TABLE_PARTS = set('table thead tbody tfoot tr td th caption');
const CLOSES_PARAGRAPH = set(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dt dd main menu nav ol p pre search section summary table ul',
);
const HEADING = /^h[1-6]$/;

/** Opening `name` closes an open one of `closes`, unless one of `within` lies between. */
const SIBLING_RULES: Readonly<
  Record<string, { readonly closes: ReadonlySet<string>; readonly within: ReadonlySet<string> }>
> = {
  li: { closes: set('li'), within: set('ul ol menu dir table td th') },
  dt: { closes: set('dt dd'), within: set('dl table td th') },
  dd: { closes: set('dt dd'), within: set('dl table td th') },
  td: { closes: set('td th'), within: set('tr table') },
  th: { closes: set('td th'), within: set('tr table') },
  tr: { closes: set('tr'), within: set('thead tbody tfoot table') },
  thead: { closes: set('thead tbody tfoot caption'), within: set('table') },
  tbody: { closes: set('thead tbody tfoot caption'), within: set('table') },
  tfoot: { closes: set('thead tbody tfoot caption'), within: set('table') },
};

export function isPhrasing(name: string): boolean {
  return PHRASING.has(name);
}

/** Whether an end tag `name` may not reach past `open`: what a cell holds cannot close what is around its table. */
export function isScopeBoundary(open: string, name: string): boolean {
  if (!TABLE_PARTS.has(open)) return false;
  return name === 'table' ? false : TABLE_PARTS.has(name) ? open === 'table' : true;
}

/** How many of the open elements stay open when `name` opens (implied end tags). */
export function closesOnOpen(name: string, stack: readonly string[]): number {
  const top = stack.at(-1);
  if (top === undefined) return 0;
  if (HEADING.test(name) && HEADING.test(top)) return stack.length - 1;
  const rule = SIBLING_RULES[name];
  if (rule !== undefined) {
    for (let depth = stack.length - 1; depth >= 0; depth -= 1) {
      const open = stack[depth] ?? '';
      if (rule.closes.has(open)) return depth;
      if (rule.within.has(open)) break;
    }
  }
  const target = CLOSES_PARAGRAPH.has(name) ? 'p' : name === 'a' ? 'a' : null;
  if (target === null) return stack.length;
  for (let depth = stack.length - 1; depth >= 0; depth -= 1) {
    const open = stack[depth] ?? '';
    if (open === target) return depth;
    if (!PHRASING.has(open)) break;
  }
  return stack.length;
}
