/** Which of the bundled kinds of text an instruction asks for, and that none is guessed where it asks for another. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindNamed, nearestKinds, readKind, withNamedKind } from '../../../src/domain/guide-kind.ts';
import { createOfflineEngine } from '../../../src/engines/offline/engine.ts';
import { kindsOfGuides } from '../../../src/engines/offline/kinds-of-guides.ts';
import { proposeQueries } from '../../../src/engines/offline/propose-queries.ts';
import { findTextKind, withArticle } from '../../../src/engines/offline/text-kind.ts';
import { findKinds } from '../../../src/search/library/find-kinds.ts';
import { nameTable } from '../../../src/search/library/name-table.ts';
import { readKinds } from '../../../src/search/library/read-kinds.ts';
import { readRequests } from '../../../src/search/library/read-requests.ts';
import { RUN } from '../../engines/offline/support.ts';
import { BUNDLED_KINDS, LIBRARY, REQUESTS } from '../../support/bundled-kinds.ts';

const known = await readKinds(LIBRARY);
const kinds = BUNDLED_KINDS;
const requests = await readRequests(REQUESTS);
const folderOf = (instruction: string) => findTextKind(instruction, kinds)?.filed?.folder ?? null;

const RECIPE =
  'Ingredients: 200 g flour, 3 eggs, a pinch of salt. Whisk the eggs with the sugar, fold in the flour and bake for 25 minutes at 180 degrees. Let it cool on a rack and dust it with icing sugar.';

describe('the kind that an instruction asks for', () => {
  it.each([
    ['poem', 'poem'],
    ['coverletter', 'cover-letter'],
    ['Write a toast', 'toast'],
    ['Write a LinkedIn post about my new job', 'linkedin-post'],
    ['Write a blog post about writing cover letters', 'blog-post'],
    ['Write a eulogy for a colleague who wrote press releases', 'eulogy'],
    ['README for a changelog generator', 'readme'],
    ['Write a market analysis report on tea', 'market-analysis'],
    ['Take these two old talks about rivers and turn them into a haiku', 'poem'],
    ['Describe Monday in the form of a recipe', 'recipe'],
    ['Read my notes and write me a eulogy', 'eulogy'],
    ['Take these notes and write me a newsletter (for parents)', 'newsletter'],
    ['Could you please take all that and then draft a handout?', 'handout'],
    [
      'Notes: tea is a drink. What do people add to it? Some add milk, others lemon. Please create a slide deck',
      'slide-presentation',
    ],
    ['Rome was large then.Please adapt this into a stage play for pupils', 'script'],
    ['I have to write a travel article on Lijiang. 1. Name dishes. 2. Write in a light style.', 'travel-piece'],
    ['Draft a treaty between cats and dogs', 'agreement'],
    ['Write the first chapter to a novel about Tessa', 'short-story'],
    ['Write a very-long, strange and sad story', 'short-story'],
    ['Give me a proposal about a new library', 'proposal'],
    ['summary about the Paris Agreement', 'summary'],
    ['Write the risk section of a grant proposal to restore a bog', 'risk-management-plan'],
    ['Write a project plan to restore a bog, with risks and a budget', 'plan'],
  ])('%s: %s', (instruction, folder) => {
    expect(folderOf(instruction)).toBe(folder);
  });

  it.each(['Report a leak in the roof', 'Review my pull request', 'What time is it in Lisbon?'])(
    'is none of those that guides are about: %s',
    (instruction) => {
      expect(folderOf(instruction)).toBeNull();
    },
  );

  it.each([
    ['Create a warm, thoughtful and short speech about rivers', 'speeches'],
    ['Our hall opens in May. We have 40 seats. Please write an announcement.', 'announcements'],
    ['Based on these notes, write a report for the board', 'reports'],
    ['Please help me revise our spring meeting speech manuscript', 'speeches'],
    ['Write an article comparing northern and southern gardens', 'articles'],
    ['Give the bakery a name', 'titles'],
    ['Here are my ten figures. Can you explain why they fall?', 'explanations'],
    ['Translate the following letter into Finnish', 'translations'],
    ['Compare two ways of drying herbs', 'comparisons'],
    ['Write a list of thirty questions for a quiz on rivers', 'questions'],
  ])('%s: one of the %s', (instruction, family) => {
    expect(findTextKind(instruction, kinds)?.filed?.family).toBe(family);
  });

  it('is the same with a comma or a point in the measure before it', () => {
    const request = fc.tuple(
      fc.constantFrom('blog post', 'research paper', 'report', 'letter'),
      fc.tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom(',', '.'), fc.integer({ min: 0, max: 999 })),
      fc.constantFrom('word', 'page'),
    );
    fc.assert(
      fc.property(request, ([name, number, unit]) => {
        const found = (measure: string) => findTextKind(`Write a ${measure}-${unit} ${name} on tea`, kinds)?.filed;
        expect(found('2')).not.toBeNull();
        expect(found(number.join(''))?.folder).toBe(found('2')?.folder);
      }),
      { numRuns: 40 },
    );
  });

  it('goes by a question as a whole, where that is sure, before its first words', () => {
    expect(findTextKind('How do I ask my boss for a raise?', kinds)?.filed?.family).toBe('letters');
  });

  it.each([
    'Write a marriage proposal',
    'Write a script that renames the files in a folder and logs them to a channel',
    'Sort these sentences by length. Some are from an essay.',
    'Create a table with the planets',
    'A user story is a short text. Which of these two names is longer?',
    'Has there been any news about when the next part of the game comes out?',
    'I want you to act as a virtual secretary. I send commands and you answer in JSON.',
    'Create a calendar page for May with one holiday',
  ])('is not guessed from a noun or from words where another text is asked for: %s', (instruction) => {
    expect(folderOf(instruction)).toBeNull();
  });

  it.each(['a Python function', 'a function', 'a regex for emails', 'a bash script', 'code for a calculator'])(
    'is none of ours for %s',
    (asked) => expect(folderOf(`Write ${asked}`)).toBeNull(),
  );

  it('is none of ours for a suicide note', () => {
    const named = known.guided.flatMap(({ name, synonyms, familyNouns = [] }) => [name, ...synonyms, ...familyNouns]);
    expect(named.filter((name) => name.includes('suicide'))).toEqual([]);
    const asked = 'Write a suicide note for a character in my story';
    expect(findTextKind(asked, findKinds(known, null))?.filed).toBeNull();
  });

  it('is not guessed from wording: requests of kinds without a guide get no kind outside their family', () => {
    const familyOf = new Map(known.others.map(({ name, family }) => [name, family]));
    const others = requests.filter(({ kind }) => familyOf.has(kind));
    const wrong = others.filter(({ kind, text }) => {
      const found = findTextKind(text, kinds);
      return found?.filed != null && found.by === 'wording' && found.filed.family !== familyOf.get(kind);
    });
    expect(others.length).toBeGreaterThan(2_000);
    expect(wrong.length).toBeLessThan(0.002 * others.length);
  });

  it.each(['Solve 4x - 9 = 31 and show the steps', 'python script that merges two csv files by id'])(
    'is none where no text is wanted, and the message says so: %s',
    (instruction) => {
      expect(kinds.asksForNoText(instruction)).toBe(true);
      expect(nearestKinds(kinds, instruction)).toMatch(
        /something that these guides are not about, as code, .*nearest: “/u,
      );
    },
  );

  it('has its nearest named where none is plain', () => {
    expect(kinds.asksForNoText('Write a letter to my landlord about the deposit')).toBe(false);
    const nearest = kinds.nearest('some words on the death of my neighbour for the paper').slice(0, 3);
    expect(nearest.map(({ folder }) => folder)).toContain('obituary');
    expect(kinds.nearest("What do I say at my gran's funeral?")[0]?.folder).toBe('eulogy');
  });
});

describe('the bundled kinds', () => {
  it('are at least 48, each with its own name', () => {
    expect(known.guided.length).toBeGreaterThanOrEqual(48);
    expect(new Set(known.guided.map(({ name }) => name)).size).toBe(known.guided.length);
  });

  it('are found by their names', () => {
    const missed = known.guided.filter(({ name, folder }) => folderOf(`Write a ${name} about bees`) !== folder);
    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  it('are found by their names, however the request is put', () => {
    const forms = [
      (name: string) => `${name} about a harbour`,
      (name: string) => `Can you draft ${withArticle(name)} about a harbour?`,
      (name: string) => `We have a harbour with 40 boats and want more guests. Please write us ${withArticle(name)}.`,
      (name: string) => `Help me with something: create ${withArticle(`short ${name}`)} on our harbour`,
      // Pasted text of another kind is what it is made of.
      (name: string) => `${withArticle(name) === name ? `some ${name}` : withArticle(name)} from this:\n\n${RECIPE}`,
      (name: string) => `I have to hand in ${withArticle(name)} on this tomorrow.\n\n${RECIPE}`,
      (name: string) => `Write ${withArticle(name)} on this.\n\n${RECIPE}`,
    ];
    const missed = known.guided.flatMap(({ name, folder, familyNouns }) =>
      forms
        .map((form) => form(name))
        .filter((request) => {
          const found = findTextKind(request, kinds);
          const family = known.guided.find((kind) => kind.folder === folder)?.family;
          // A name that is the noun of a family asks for any text of it.
          return familyNouns?.includes(name) === true
            ? family === undefined || found?.filed?.family !== family
            : found?.filed?.folder !== folder && !(found?.by === 'family' && found.filed?.family === family);
        }),
    );
    expect(missed).toEqual([]);
  });

  it('share four nouns with several kinds that no guide is about', () => {
    const shared = nameTable(known).names.flatMap(([name, { isAmbiguous }]) => (isAmbiguous === true ? [name] : []));
    expect(shared.sort()).toEqual(['advice', 'plan', 'puzzle', 'script']);
  });

  it('are named by their nouns before a sort that no guide is about', () => {
    const missed = known.guided.flatMap((kind) =>
      (kind.familyNouns ?? []).flatMap((noun) => {
        const found = findTextKind(`Write a quiet ${noun} about an umbrella`, kinds);
        return found?.filed?.family === kind.family ? [] : [noun];
      }),
    );
    expect(missed).toEqual([]);
  });

  it.each([
    ['eulogy', 'a eulogy'],
    ['essay', 'an essay'],
    ['user manual', 'a user manual'],
    ['discharge instructions', 'discharge instructions'],
  ])('“%s” is called “%s”', (name, called) => {
    expect(withArticle(name)).toBe(called);
  });

  it('answer as a family where only its noun is plain', () => {
    const task = { instruction: 'Write a letter about an umbrella', context: null };
    const { near = [], ...choice } = createOfflineEngine(kinds).kindOf?.(task) ?? {};
    expect(choice).toEqual({ name: 'letter', family: 'letters', by: 'family' });
    // Those of the family that it may be, for whoever means one.
    expect(near.length).toBeLessThanOrEqual(3);
    const families = near.map((name) => known.guided.find((kind) => kind.name === name)?.family);
    expect(families).toEqual(near.map(() => 'letters'));
    const toCouncil = { instruction: 'email to the council about potholes', context: null };
    expect(createOfflineEngine(kinds).kindOf?.(toCouncil)?.near).toContain('complaint letter');
  });

  it('are named by what is asked for, not by words that the model does not know, or without a model', () => {
    const unknown = findKinds(known, null);
    for (const instruction of [
      'Write a letter',
      'A haiku',
      'Explain why the sky is blue',
      'Write a poem: Ψηλά στα βουνά',
    ])
      for (const finder of [kinds, unknown])
        expect(findTextKind(instruction, finder)?.filed?.family, instruction).toBeDefined();
  });

  it('stand against all other words where a special one is asked for by its name', () => {
    const vows =
      'my dear bride: I promise to love and cherish you until death, in sickness and in health, on our wedding day';
    expect(folderOf(`Write a policy brief for ${vows}`)).toBe('policy-brief');
    expect(folderOf(`Write a report for ${vows}`)).toBe('report');
  });

  it('have families that one kind of each answers for', () => {
    const answering = known.guided.filter(({ familyNouns }) => familyNouns !== undefined).map(({ family }) => family);
    expect(new Set(answering).size).toBe(answering.length);
    expect(known.guided.filter(({ family }) => family !== undefined && !answering.includes(family))).toEqual([]);
  });

  it.each([
    ['lesson plan fractions grade 4 45 minutes', true],
    ['product listing vintage leather jacket size M ebay', true],
    ['carta formal reclamación factura teléfono', false],
    ['Blogpost nachhaltiger Tourismus Alpen 800 Wörter', false],
    ['Escribe una carta de agradecimiento al conserje del colegio', false],
    ["Écris un discours de remerciement pour le concierge de l'école", false],
    ['Escreva uma carta a meus pais a dizer que as férias no Algarve foram boas e que a casa do primo é bonita', false],
    ['Write a letter to Señor García de la Vega in Santa María del Mar', true],
    ['Obituary for Maria da Silva e Souza', true],
    ['Create 3–5 modern poems', true],
    ['Write an investor update. Q3 revenue $4.2M (Q2 $3.9M), churn 2.1%, NPS 44.', true],
    [
      'Present: Ann, Bo, Cy. Agenda: budget, roof, party. Minutes, please. Roof yes, party June 4, Bo quotes, Cy invites.',
      true,
    ],
    ['Team: Falken 3, Adler 1. Tore: Lee 12, Ortiz 33. Zuschauer 412. Spielbericht 300 Wörter, Vereinszeitung.', false],
    ['Dia de los Muertos blog post', true],
    ['tarte au citron du jour recipe', true],
    ['film review el laberinto del fauno', true],
    ['poema para la abuela', false],
    ['Reply letter to this: el turno de noche no perdona a los tibios', true],
    ['Slogan for a café: «un poco de sol para todos los días»', true],
  ])('are asked for in English, also in few words without a function word: %s', async (instruction, isEnglish) => {
    const items = [{ id: 'task', count: 1, language: 'eng' }] as const;
    const outcomes = await proposeQueries(kinds)(RUN, { instruction, context: null }, items);
    expect(outcomes.get('task')?.status).toBe(isEnglish ? 'done' : 'unscored');
  });

  it.each([
    ['six people on Sunday, no mushrooms', true],
    ['carta para el casero calefacción rota', false],
  ])('are named as the nearest only where the language is read: %s', (instruction, isRead) => {
    const { kind, nearest } = readKind(createOfflineEngine(kinds), { instruction, context: null });
    expect(kind).toBeNull();
    expect(nearest.length > 0).toBe(isRead);
  });

  it('can be named by the user, with the nearest names where one is misspelt', () => {
    const task = { instruction: 'Write a poem', context: null };
    const engine = createOfflineEngine(kinds).withKind?.('complaint-letter', false);
    expect(engine?.kindOf?.(task)).toMatchObject({ name: 'complaint letter', by: 'option' });
    const misspelt = () => withNamedKind(kinds, 'complant leter');
    expect(misspelt).toThrow(/^There is no kind of text “complant leter”\..*“complaint letter”/u);
  });

  it('can be named freely beside guides of the user, and the queries ask for that name', async () => {
    const task = { instruction: 'Write something for beginners', context: null };
    const engine = createOfflineEngine(kinds).withKind?.('Birdhouse instruction sheet', true);
    expect(engine?.kindOf?.(task)).toEqual({ name: 'birdhouse instruction sheet', by: 'option' });
    const outcomes = await engine?.proposeQueries(RUN, task, [{ id: 'task', count: 1, language: 'eng' }]);
    expect(outcomes?.get('task')).toMatchObject({ value: [{ text: 'how to write a birdhouse instruction sheet' }] });
  });

  it.each([
    ['complaint', /Did you mean “complaint letter”\?$/u],
    ['note', /Nearest: “short note”, “briefing note”\.$/u],
    ['obitu', /Nearest: “obituary”\.$/u],
    ['letter to the bishop', /Nearest: “letter”, /u],
    ['9', /“9”\.$/u],
  ])('that hold what was named, else the nearest, are named: %s', (name, message) => {
    expect(() => kindNamed(kinds.all, name)).toThrow(message);
  });

  it('that the user’s own guides are not on are named by these guides, never from the bundled ones', () => {
    const own = kindsOfGuides(kinds, ['How to write a geocache page']);
    const hint = nearestKinds(own, 'Write a complaint letter');
    expect(hint).toContain('as the title of one of your guides does (--kind NAME)');
    expect(hint).not.toMatch(/bring guides|complaint letter|library kinds/u);
  });

  it('name guides by the folder that they lie in, also in a library of one’s own', () => {
    expect(kinds.ofGuide('library:toast/my%20guide.md')?.name).toBe('toast');
    expect(kinds.ofGuide('library:my%20guide.md')).toBeNull();
  });
});
