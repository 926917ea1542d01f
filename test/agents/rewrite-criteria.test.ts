import { describe, expect, it } from 'vitest';
import { rewriteCriteria, type Theme } from '../../agents/rewrite-criteria.ts';
import { AdviceId } from '../../src/domain/ids.ts';
import { itemsIn, questionOf } from '../support/read-prompt.ts';
import { modelThatSays, prompts, run, task, valueOf } from './support.ts';

const themeOf = (id: string, text: string, passage: string, changes: Partial<Theme> = {}): Theme => ({
  id,
  text,
  quotes: [{ passage, isInstance: false }],
  modelCriteria: [],
  ...changes,
});
const themes = [
  themeOf('m1', 'Open with the news.', 'Put “first things first”, in 10 words.'),
  themeOf('m2', 'Ask a colleague to read it.', 'Have it read.'),
  themeOf('m3', 'Name a contact.', 'Who can be called?'),
];
const criterion = (id: string, changes: object = {}) => ({
  id,
  removal: null,
  criterion: 'The response should open with the news',
  question: 'Does the response open with the news?',
  check: null,
  ...changes,
});

async function rewritesFrom(rows: (ids: readonly string[]) => readonly object[]) {
  const model = modelThatSays((question) => ({
    criteria: rows(itemsIn(question, 'demands').map(({ id }) => id)),
  }));
  const rewrites = valueOf(await rewriteCriteria.ask({ model, prompts }, run, { task, themes }));
  return { rewrites, problems: model.calls[0]!.problems.join(' ') };
}

describe('rewriteCriteria', () => {
  it.each([
    ['Die Antwort sollte', 'Die Antwort muss', 'Die Antwort muss'],
    ['Die Antwort muss', 'Die Antwort muss', 'Die Antwort soll'],
    ['Die Antwort muss', ' Die Antwort muss', 'Die Antwort soll'],
    ['Die Antwort muss', 'Die\u00a0Antwort muss', 'Die Antwort soll'],
  ])('takes the opening of the rows, whether a repair mends it or not: %s, %s', async (first, opening, repaired) => {
    let asked = 0;
    const model = modelThatSays((question) => {
      const [a = '', b = '', c = ''] = itemsIn(question, 'demands').map(({ id }) => id);
      const row = (id: string, begin = opening) =>
        criterion(id, { criterion: `${begin} die Nachricht nennen.`, question: 'Nennt die Antwort die Nachricht?' });
      asked += 1;
      return asked === 1
        ? { opening: first, criteria: [row(a), row(b, 'Zu'), { ...row(c), question: '' }] }
        : { opening: repaired, criteria: [row(b), row(c)] };
    });
    const rewrites = valueOf(await rewriteCriteria.ask({ model, prompts }, run, { task, themes }));
    expect([...rewrites].map(([id, { kind }]) => `${id} ${kind}`).toSorted()).toEqual([
      'm1 criterion',
      'm2 criterion',
      'm3 criterion',
    ]);
  });

  it('words criteria with their questions, or says why there is none', async () => {
    const { rewrites, problems } = await rewritesFrom(([a = '', b = '', c = '']) => [
      criterion(a),
      criterion(b, { criterion: null, question: '', removal: 'It is work on the draft.' }),
      criterion(c, {
        criterion: 'The response should name a contact.',
        question: 'Does it name a contact?',
      }),
    ]);
    expect(problems).toBe('');
    expect(Object.fromEntries(rewrites)).toMatchObject({
      m1: {
        kind: 'criterion',
        text: 'The response should open with the news.',
        question: 'Does the response open with the news?',
        explicit: false,
      },
      m2: { kind: 'removed', reason: 'It is work on the draft.' },
      m3: {
        kind: 'criterion',
        text: 'The response should name a contact.',
        question: 'Does it name a contact?',
        explicit: false,
      },
    });
  });

  it.each([
    ['another beginning', { criterion: 'Open with the news.' }, 'does not begin'],
    ['no question', { question: 'Open with the news.' }, 'lacks a yes/no question'],
    ['neither criterion nor reason', { criterion: null }, 'neither'],
    ['both', { removal: 'It is work.' }, 'both'],
    ['a figure of its own', { criterion: 'The response should open with the news in twelve words.' }, 'figure, 12'],
    ['words that nobody said', { criterion: 'The response should open with “Stop press”.' }, 'quotation marks'],
    ['an address of its own', { criterion: 'The response should name spam.example.' }, 'names spam.example'],
    ['a URL', { criterion: 'The response should open with the news at www.spam.example.' }, 'URL'],
    ['a control code', { criterion: 'The response should open with\u001b[2J the news.' }, 'control'],
  ])('asks again for %s, then does without that point alone', async (_what, changes, problem) => {
    const { rewrites, problems } = await rewritesFrom(([a = '', b = '', c = '']) => [
      criterion(a, changes),
      criterion(b, { criterion: 'The response should ask.', question: 'Does it ask?' }),
      criterion(c, { criterion: 'The response should name a contact.', question: 'Does it name one?' }),
    ]);
    expect(problems).toContain(problem);
    const kept = [...rewrites].filter(([, rewrite]) => rewrite.kind === 'criterion');
    expect(kept.map(([id]) => id)).toEqual(['m2', 'm3']);
  });

  it('shows quotes in their passage, and the model’s own criteria', async () => {
    const own = ['Does it name the town?', 'Is it short?'].map((text, index) => ({
      id: AdviceId.parse(`a${index + 7}`),
      text,
    }));
    const themes = [themeOf('m1', 'Be short.', '[Mistakes] Never «go on and on».', { modelCriteria: own })];
    const model = modelThatSays((question) => {
      const [{ id } = { id: '' }] = itemsIn(question, 'demands');
      return { criteria: [criterion(id)] };
    });
    const rewrites = valueOf(await rewriteCriteria.ask({ model, prompts }, run, { task, themes }));
    expect(rewrites.get('m1')).toMatchObject({ kind: 'criterion' });
    const shown = questionOf(model.calls[0]!.messages);
    expect(shown).toContain('says: [Mistakes] Never «go on and on».');
    expect(shown).toContain('model 1: Does it name the town?\n  model 2: Is it short?');
  });

  it('lets a model’s own criterion stand word for word, and takes none that it was not shown', async () => {
    const own = [{ id: AdviceId.parse('a7'), text: 'The response should name the town in its title.' }];
    const themes = ['m1', 'm2'].map((id) => themeOf(id, `Say where (${id}).`, '«say where»', { modelCriteria: own }));
    const model = modelThatSays((question) => ({
      criteria: [],
      asDrafted: itemsIn(question, 'demands').map(({ id }, index) => ({ id, model: String(index + 1) })),
    }));
    const rewrites = valueOf(await rewriteCriteria.ask({ model, prompts }, run, { task, themes }));
    expect([...rewrites]).toEqual([['m1', { kind: 'as-drafted', modelPointId: 'a7' }]]);
    expect(model.calls[0]?.problems.join(' ')).toContain('has no model criterion of that number');
  });

  it.each([
    [
      'Die Antwort sollte',
      'Die Antwort sollte im Betreff das Aktenzeichen nennen, zum Beispiel „AZ 12“, und „alte Floskeln“ meiden.',
      'Nennt die Antwort im Betreff das Aktenzeichen, zum Beispiel „AZ 12“, und meidet sie „alte Floskeln“?',
    ],
    [
      'La respuesta debería',
      'La respuesta debería nombrar el motivo en la primera frase y evitar «por medio de la presente».',
      '¿Nombra la respuesta el motivo en la primera frase y evita «por medio de la presente»?',
    ],
  ])('takes criteria in the language of the instruction: %s', async (opening, text, question) => {
    const passage = 'Aktenzeichen: „AZ 12“; von alten Floskeln; evite «por medio de la presente».';
    const model = modelThatSays((asked) => ({
      opening,
      criteria: itemsIn(asked, 'demands').map(({ id }) => criterion(id, { criterion: text, question })),
    }));
    const themes = [themeOf('m1', 'Ten en cuenta a quien lee.', passage)];
    const rewrites = valueOf(await rewriteCriteria.ask({ model, prompts }, run, { task, themes }));
    expect(model.calls[0]!.problems).toEqual([]);
    expect(rewrites.get('m1')).toMatchObject({ text, question });
  });

  it('keeps a question of another language beside what it drops', async () => {
    const model = modelThatSays((asked) => ({
      opening: 'Die Antwort sollte',
      criteria: itemsIn(asked, 'demands').map(({ id }) =>
        criterion(id, {
          criterion: 'Die Antwort sollte Anliegen, Frist und gewünschte Lösung im ersten Absatz nennen.',
          question: 'Nennt die Antwort ihr Anliegen?',
        }),
      ),
    }));
    const themes = [themeOf('m1', 'Anliegen nennen.', 'Anliegen, Frist und Lösung gehören nach vorn.')];
    const rewrites = valueOf(await rewriteCriteria.ask({ model, prompts }, run, { task, themes }));
    expect(rewrites.get('m1')).toMatchObject({
      question:
        'Nennt die Antwort ihr Anliegen? (Die Antwort sollte Anliegen, Frist und gewünschte Lösung im ersten Absatz nennen.)',
    });
  });

  it('reads when a criterion applies', async () => {
    const model = modelThatSays((question) => {
      const ids = itemsIn(question, 'demands').map(({ id }) => id);
      const conditional = [{ id: ids[0], appliesWhen: 'it has an attachment.' }];
      return { criteria: ids.map((id) => criterion(id)), conditional };
    });
    const rewrites = valueOf(await rewriteCriteria.ask({ model, prompts }, run, { task, themes: themes.slice(0, 2) }));
    expect(rewrites.get('m1')).toMatchObject({ appliesWhen: 'it has an attachment' });
    expect(rewrites.get('m2')).not.toHaveProperty('appliesWhen');
  });

  it('has a dropped figure put back, and else takes the words of the demand', async () => {
    const themes = [
      themeOf('m1', 'Keep it under 150 words.', 'Write «less than 150 words».'),
      themeOf('m2', 'Keep it under 150 words.', 'Write «little».'),
    ];
    const model = modelThatSays((question) => ({
      criteria: itemsIn(question, 'demands').map(({ id }) => criterion(id)),
    }));
    const rewrites = valueOf(await rewriteCriteria.ask({ model, prompts }, run, { task, themes }));
    expect(model.calls[0]!.problems).toEqual([expect.stringMatching(/drops the figure 150 of its demand/)]);
    expect(rewrites.get('m1')).toMatchObject({
      text: 'The response should follow this advice: “Keep it under 150 words”.',
      question: 'Does the response follow this advice: “Keep it under 150 words”?',
    });
    expect(rewrites.get('m2')).toMatchObject({ text: 'The response should open with the news.' });
  });

  it('answers for no point that it was not given', async () => {
    const { rewrites, problems } = await rewritesFrom(() => ['m1', 'm2', 'm3'].map((id) => criterion(id)));
    expect(rewrites.size).toBe(0);
    expect(problems).toMatch(/not given.*missing/su);
  });
});
