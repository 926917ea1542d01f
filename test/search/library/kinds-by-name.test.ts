/** That names of kinds are found whatever stands beside them. */
import { describe, expect, it } from 'vitest';
import { proposeQueries } from '../../../src/engines/offline/propose-queries.ts';
import { findTextKind, kindAsNamed, withArticle } from '../../../src/engines/offline/text-kind.ts';
import { kindNames } from '../../../src/search/library/kind-names.ts';
import { nameTable } from '../../../src/search/library/name-table.ts';
import { readKinds } from '../../../src/search/library/read-kinds.ts';
import { RUN } from '../../engines/offline/support.ts';
import { BUNDLED_KINDS, LIBRARY } from '../../support/bundled-kinds.ts';

const known = await readKinds(LIBRARY);
const kinds = BUNDLED_KINDS;
const folderOf = (instruction: string) => findTextKind(instruction, kinds)?.filed?.folder ?? null;

/** Breaks lines where the next word does not fit. */
function fold(text: string, width: number): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (longer.length > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

describe('the bundled kinds', () => {
  it('are found by what a later clause wants, not by what it does not want', () => {
    const named = kinds.all
      .map((kind) => ({ ...kind, phrase: withArticle(kind.name) }))
      .filter(({ name, phrase }) => phrase !== name);
    const found = (wish: string) =>
      named.filter(
        ({ folder, phrase }) =>
          folderOf(`I keep the books of our choir in Cork and ${wish} ${phrase}, by Friday.`) === folder,
      ).length;
    expect(named.length).toBeGreaterThan(100);
    expect(found('need')).toBeGreaterThan(0.9 * named.length);
    // The words of the rest may speak for it all the same.
    expect(found("don't need")).toBeLessThan(0.4 * named.length);
    expect(found("don't really need")).toBeLessThan(0.4 * named.length);
  });

  it('are found by names of several words wherever they stand, where the words of the request speak for the family', () => {
    const found = (name: string) =>
      [
        `Turn my notes into proper ${name}. Present: Imran, Shazia. Agreed: cones.`,
        `${name}: should Tallinn ban leaf blowers? for councillors, one page`,
        `I am a volunteer in Oregon and need a ${name} for Marcus, 41, who has come to 148 of 160 sessions.`,
      ].filter((request) => findTextKind(request, kinds)?.filed?.name === name).length;
    expect(['meeting minutes', 'policy brief', 'letter of recommendation'].map(found)).toEqual([3, 3, 3]);
    // What it is turned into goes before what it is, without an article, too; another form is no other text.
    const turned = ['a song', 'slides', 'limericks', 'plain text'].map((form) => `Turn my blog post into ${form}`);
    expect(turned.map(folderOf)).toEqual(['song-lyrics', 'slide-presentation', 'poem', 'blog-post']);
    // What refers to something in the sentence before does not refer to the name.
    const begun = [
      'about noise',
      'about it',
      'about this',
      'for the trees that are theirs: the leaves, the noise of it',
    ];
    const briefs = begun.map((words) => `Tallinn leaf blowers, councillors care ${words}. Policy brief, one page`);
    expect(briefs.map(folderOf)).toEqual(briefs.map(() => 'policy-brief'));
    const { anywhereIn } = kindNames(nameTable(known), known.guided, () => true);
    expect([...anywhereIn('They have a policy. Our new brief is late, and this business of our old plan.')]).toEqual(
      [],
    );
    // What a question or another order names is there already.
    const others = [
      ['What did the cover letter say about the move to Leeds?', 'cover-letter'],
      ['Classify this product review as positive or negative', 'product-review'],
      ['Answer this complaint letter', 'complaint-letter'],
      ['Save the meeting minutes as PDF', 'meeting-minutes'],
      ['Build a database schema for storing meeting minutes', 'meeting-minutes'],
      ['Rate my personal statement out of ten', 'personal-statement'],
    ] as const;
    for (const [request, folder] of others) expect(folderOf(request), request).not.toBe(folder);
    const unknown = others.filter(([request]) => !/^(?:Answer|Rate)/u.test(request));
    expect(unknown.map(([request]) => folderOf(request))).toEqual(unknown.map(() => null));
    // The noun that is asked for decides, not what it is about.
    expect(folderOf('Write an email asking for a letter of recommendation')).toBe('letter');
  });

  it('are told beside the first where a request names several, and not where they are its topic or alternatives', () => {
    // A preposition ends the list; a script may only hold another text ("script of a speech"); "a recent and new policy" is one.
    const plain = known.guided.filter(
      ({ name }) => !/ (?:of|to|and) |^script$/u.test(name) && withArticle(name) !== name,
    );
    const pairs = plain.map((kind, place) => [kind, plain.at(place - 1) ?? kind] as const);
    const alsoIn = (instruction: string) => findTextKind(instruction, kinds)?.also?.map(({ folder }) => folder) ?? [];
    const both = pairs.map(
      ([first, second]) => `Write ${withArticle(first.name)} and ${withArticle(second.name)} for the club`,
    );
    expect(both.map((instruction) => [folderOf(instruction), ...alsoIn(instruction)])).toEqual(
      pairs.map((pair) => pair.map(({ folder }) => folder)),
    );
    // However they are joined.
    const report = 'press release';
    const joined = [
      `Write both a ${report} and a tweet`,
      `I need a ${report} as well as a tweet`,
      `Draft a ${report} & a tweet about the opening`,
      `Draft a ${report} plus a tweet`,
      `Draft a ${report} and also a tweet`,
    ];
    const TWEET = 'social-media-post';
    expect(joined.map((instruction) => [folderOf(instruction), ...alsoIn(instruction)])).toEqual(
      joined.map(() => ['press-release', TWEET]),
    );
    expect(alsoIn(`Write a ${report}, blog post and tweet`)).toEqual(['blog-post', TWEET]);
    expect(alsoIn('Write a warm, brief and sincere toast for Ann')).toEqual([]);
    const listed = pairs.map(
      ([first, second]) => `Write ${withArticle(first.name)}, ${withArticle(second.name)} and a slogan for the club`,
    );
    expect(listed.map((instruction) => [folderOf(instruction), ...alsoIn(instruction).slice(0, 1)])).toEqual(
      pairs.map(([first, second]) => [first.folder, second.folder]),
    );
    const others = pairs.flatMap(([{ name: first }, { name: second }]) => [
      `Write ${withArticle(first)} about ${withArticle(second)} and ${withArticle(second)}`,
      `Write ${withArticle(first)} or ${withArticle(second)} for the club`,
      `Write ${withArticle(first)}, ${second} and all`,
      `Write ${withArticle(first)} as well as you can`,
      `Write either ${withArticle(first)} or ${withArticle(second)} for the club`,
      // "And title it", "and list your sources": an order.
      ...(second.includes(' ') ? [] : [`and ${second} it`, `and ${second} your points`]).map(
        (order) => `Write ${withArticle(first)} ${order}`,
      ),
    ]);
    expect(others.filter((instruction) => alsoIn(instruction).length > 0)).toEqual([]);
    expect(alsoIn('Write a letter and a copy of the report')).toEqual(['report']);
  });

  it('are found behind adjectives that have articles of their own', () => {
    const asked = known.guided.flatMap(({ name, familyNouns }) => (familyNouns === undefined ? [name] : []));
    const kindOf = (instruction: string) => findTextKind(instruction, kinds)?.filed?.name;
    const missed = asked.filter((name) => kindOf(`Write a formal and a detailed ${name}`) !== name);
    expect(asked.length).toBeGreaterThan(50);
    expect(missed).toEqual([]);
    expect(kindOf('Write a short and a long bio')).toBe('biography');
    const written = asked.flatMap((name) => [
      `Write a well written ${name}`,
      `I need a short, clearly written ${name}`,
    ]);
    expect(written.filter((instruction) => !instruction.endsWith(` ${kindOf(instruction)}`))).toEqual([]);
    expect(kindAsNamed('Write a well written villanelle')).toMatchObject({ noun: 'villanelle', modifiers: [] });
    expect(kindOf('Write a poem addressed to the author of a letter')).toBe('poem');
    // A noun that ends like an adverb, what follows a participle, and a title.
    const ends = ['based solely on the facts below', 'written last night', 'called Sorry', 'titled Hope for Easter'];
    expect(ends.map((end) => kindOf(`Write a reply ${end}`))).toEqual(ends.map(() => 'reply'));
    expect(kindAsNamed('Write a weekly titled Bees')).toMatchObject({ noun: 'weekly' });
    expect(findTextKind('Write a positive and a negative review of the film', kinds)?.also).toBeUndefined();
  });

  it('are found by their names, whatever follows that is no noun', () => {
    const tails = ['ever', 'soon', 'pls', 'instead', '2024', 'v2', 'like a comedian', 'as an expert', 'full of humour'];
    const measures = ['max 200 words', '50 words', 'no longer than a page', 'ready to send'];
    // The noun of a family, too, may be that of other texts: the words of the request decide.
    const own = known.guided.filter(
      ({ name, familyNouns }) => familyNouns?.some((noun) => name.endsWith(noun)) !== true,
    );
    const missed = own.flatMap(({ name, folder }) =>
      [...tails, ...measures]
        .map((tail) => `Write ${withArticle(name)} ${tail}`)
        .filter((request) => folderOf(request) !== folder),
    );
    expect(own.length).toBeGreaterThan(known.guided.length / 2);
    expect(missed).toEqual([]);
  });

  it('are found by their names across the hard line breaks of any width, tags and invisible characters', () => {
    const missed = known.guided.flatMap(({ name }) => {
      const plain = `Our club has met in the old hall of York for years, so please write ${withArticle(name)} of one page for it`;
      const marked = plain
        .replace(name, `<b>${name.replace(/(?<=^.)/u, '\u{AD}')}</b>`)
        .replace('write', 'write\u{200B}');
      const folded = [30, 41, 52, 63, 74, 85].map((width) => fold(plain, width));
      return [...folded, marked].filter((request) => folderOf(request) !== folderOf(plain));
    });
    expect(missed).toEqual([]);
  });

  it('are not asked for where the writer wants one and orders to write another', () => {
    const missed = known.guided.filter(
      ({ name }) =>
        folderOf(`I want ${withArticle(name)} from the airline. Write a press release for them.`) !== 'press-release',
    );
    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  it('are not asked for in English among words of another language', async () => {
    const items = [{ id: 'task', count: 1, language: 'eng' }] as const;
    const short = known.guided.filter(({ name }) => name.split(' ').length <= 2);
    const outcomes = await Promise.all(
      short.map(async ({ name }) => {
        const task = { instruction: `Schreibe bitte einen ${name}`, context: null };
        return (await proposeQueries(kinds)(RUN, task, items)).get('task')?.status;
      }),
    );
    expect(outcomes.filter((status) => status !== 'unscored')).toEqual([]);
  });

  it('are looked for in a moment, however many words hyphens join', () => {
    expect(folderOf(`Write a ${'a-'.repeat(5_000)}`)).toBeNull();
    expect(folderOf(`Write a toast about a ${'b-'.repeat(5_000)}`)).toBe('toast');
  });
});
