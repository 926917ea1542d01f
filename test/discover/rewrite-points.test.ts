import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Advice, ModelPoint } from '../../src/domain/advice.ts';
import type { SupportVerdict } from '../../src/domain/engine.ts';
import type { Discovery } from '../../src/discover/discovery.ts';
import { EMPTY_STATE } from '../../src/discover/discovery.ts';
import { draftCriteria, groundsOf } from '../../src/discover/rewrite-points.ts';
import type { Source } from '../../src/domain/source.ts';
import { AdviceId, PointId, SourceId } from '../../src/domain/ids.ts';
import { createOfflineEngine } from '../../src/engines/offline/engine.ts';
import { done, unscored } from '../../src/domain/outcome.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { testRun } from '../support/run-context.ts';

it('keeps both points of a model where their criteria say the same', async () => {
  const ids = ['a1', 'a2'].map((id) => AdviceId.parse(id));
  const modelPoints = ids.map((id, index) => ({
    ...{ id, origin: 'model' as const, explicit: false, queryIds: [] },
    text: ['The response should be brief.', 'The response should be  brief'][index] ?? '',
    question: 'Is the response brief?',
  }));
  const discovery: Pick<Discovery, 'run' | 'task' | 'usage'> & {
    ports: { engine: Discovery['ports']['engine'] };
  } = {
    run: testRun(),
    task: { instruction: 'Write a note', context: null },
    usage: {},
    ports: { engine: createOfflineEngine() },
  };
  const { drafts } = await draftCriteria(discovery as Discovery, {
    ...EMPTY_STATE,
    modelPoints: new Map(modelPoints.map((point) => [point.id, point])),
    points: modelPoints.map(({ id, text }, index) => ({
      id: PointId.parse(`m${index + 1}`),
      text,
      adviceIds: [id],
    })),
  });
  expect(drafts.map((draft) => draft.modelPoints.map(({ id }) => id))).toEqual([ids]);
});

it.each(['full first', 'part first'])(
  'is supported as its weakest part where criteria say the same: %s',
  async (order) => {
    const advice = ['a1', 'a2', 'a3'].map((id): Advice => ({
      id: AdviceId.parse(id),
      sourceId: SourceId.parse('s1'),
      queryIds: [],
      text: 'Keep it short.',
      quote: 'Keep it short.',
      start: 0,
      end: 14,
      pageNumber: null,
    }));
    const part: SupportVerdict = { kind: 'part', added: 'short', said: null };
    const verdicts: SupportVerdict[] = order === 'full first' ? [{ kind: 'full' }, part] : [part, { kind: 'full' }];
    const engine = scriptedEngine({
      checkSupport: async (_run, _task, items) => new Map(items.map(({ id }, index) => [id, done(verdicts[index]!)])),
    });
    const discovery = {
      run: testRun(),
      task: { instruction: 'Write a note', context: null },
      usage: {},
      ports: { engine },
    };
    const [first, second, instance] = advice.map(({ id }) => id);
    const { drafts } = await draftCriteria(discovery as unknown as Discovery, {
      ...EMPTY_STATE,
      advice: new Map(advice.map((piece) => [piece.id, piece])),
      points: [
        { id: PointId.parse('m1'), text: 'Keep it short.', adviceIds: [first!] },
        { id: PointId.parse('m2'), text: 'Keep it short.', adviceIds: [second!, instance!], instanceIds: [instance!] },
      ],
    });
    expect(drafts).toHaveLength(1);
    expect(drafts[0]?.advice).toHaveLength(3);
    expect(drafts[0]?.grounding).toMatchObject({ verdict: 'part', added: 'short' });
    expect([...(drafts[0]?.instanceIds ?? [])]).toEqual([instance]);
  },
);

it('sets the model’s own criteria of a theme beside the one that is worded from pages, and loses none', async () => {
  const own = (id: string, text: string) => ({
    ...{ id: AdviceId.parse(id), origin: 'model' as const, explicit: false, queryIds: [] },
    ...{ text, question: 'Is it met?' },
  });
  const modelPoints = [own('a1', 'The response should be easy to scan.'), own('a2', 'The response should have proof.')];
  const piece: Advice = {
    ...{ id: AdviceId.parse('a3'), sourceId: SourceId.parse('s1'), queryIds: [], pageNumber: null },
    ...{ text: 'Use headings.', quote: 'Use headings.', start: 0, end: 13 },
  };
  const engine = scriptedEngine({
    rewriteCriteria: async (_run, _task, items) => {
      const criterion = { text: 'The response should use headings.', question: 'Does it?', explicit: false };
      expect(items[0]?.modelCriteria.map(({ id }) => id)).toEqual(['a1', 'a2']);
      return new Map(items.map(({ id }) => [id, done({ kind: 'criterion' as const, ...criterion })]));
    },
    checkSupport: async (_run, _task, items) => new Map(items.map(({ id }) => [id, done({ kind: 'full' as const })])),
  });
  const discovery = {
    run: testRun(),
    task: { instruction: 'Write a note', context: null },
    usage: {},
    ports: { engine },
  };
  const { drafts } = await draftCriteria(discovery as unknown as Discovery, {
    ...EMPTY_STATE,
    advice: new Map([[piece.id, piece]]),
    modelPoints: new Map(modelPoints.map((point) => [point.id, point])),
    points: [
      { id: PointId.parse('m1'), text: 'Use headings.', adviceIds: [piece.id, ...modelPoints.map(({ id }) => id)] },
    ],
  });
  const found = drafts.map(({ text, advice, modelPoints: points }) => [
    text,
    [...advice, ...points].map(({ id }) => id),
  ]);
  expect(found).toEqual([
    ['The response should use headings.', ['a3']],
    ['The response should be easy to scan.', ['a1']],
    ['The response should have proof.', ['a2']],
  ]);
});

const TEXT = 'The response should name each attachment.';
const pieceOf = (id: string): Advice => ({
  ...{ id: AdviceId.parse(id), sourceId: SourceId.parse('s1'), queryIds: [], pageNumber: null },
  ...{ text: TEXT, quote: TEXT, start: 0, end: 41 },
});

it.each([
  ['nobody rewrote', unscored('no answer'), 'Not rewritten: no answer'],
  ['has no place in the text', done({ kind: 'removed' as const, reason: 'No part of it.' }), 'No part of it.'],
])('keeps the model’s own criteria of a theme that %s', async (_what, outcome, reason) => {
  const own: ModelPoint = {
    ...{ id: AdviceId.parse('a2'), origin: 'model', explicit: false, queryIds: [] },
    ...{ text: 'The response should have proof.', question: 'Is it met?' },
  };
  const [first, second] = [pieceOf('a1'), pieceOf('a3')];
  const criterion = { text: 'The response should be kind.', question: 'Is it?', explicit: false };
  const engine = scriptedEngine({
    rewriteCriteria: async (_run, _task, items) =>
      new Map(items.map(({ id }) => [id, id === 'm1' ? outcome : done({ kind: 'criterion' as const, ...criterion })])),
    checkSupport: async (_run, _task, items) => new Map(items.map(({ id }) => [id, done({ kind: 'full' as const })])),
  });
  const discovery = {
    run: testRun(),
    task: { instruction: 'Write a note', context: null },
    ...{ usage: {}, ports: { engine } },
  };
  const { drafts, removals } = await draftCriteria(discovery as unknown as Discovery, {
    ...EMPTY_STATE,
    advice: new Map([first, second].map((piece) => [piece.id, piece])),
    modelPoints: new Map([[own.id, own]]),
    points: [
      { id: PointId.parse('m1'), text: 'Use headings.', adviceIds: [first.id, own.id] },
      { id: PointId.parse('m2'), text: 'Be kind.', adviceIds: [second.id] },
    ],
  });
  expect(drafts.map(({ text, modelPoints }) => [text, modelPoints.map(({ id }) => id)])).toEqual([
    [own.text, ['a2']],
    [criterion.text, []],
  ]);
  expect(removals).toEqual([{ step: 'rewriting', text: 'Use headings.', adviceIds: ['a1'], reason }]);
});

it.each([false, true])(
  'keeps a model’s own criterion where its quotes say less; it is the wording: %s',
  async (isAsDrafted) => {
    const piece = pieceOf('a1');
    const own: ModelPoint = {
      ...{ id: AdviceId.parse('a2'), origin: 'model', explicit: false, queryIds: [] },
      ...{ text: 'The response should begin in the middle of a scene.', question: 'Does it begin so?' },
    };
    const worded = { text: 'The response should hook its reader with a scene.', question: 'Does it?', explicit: false };
    const said = { text: 'The response should hook its reader.', question: 'Does it?', adviceIds: [piece.id] };
    const engine = scriptedEngine({
      rewriteCriteria: async (_run, _task, items) =>
        new Map(
          items.map(({ id }) => {
            const asDrafted = { kind: 'as-drafted' as const, modelPointId: own.id };
            return [id, done(isAsDrafted ? asDrafted : { kind: 'criterion' as const, ...worded })];
          }),
        ),
      checkSupport: async (_run, _task, items) =>
        new Map(items.map(({ id }) => [id, done({ kind: 'part' as const, added: 'with a scene', said: [said] })])),
    });
    const discovery = {
      run: testRun(),
      task: { instruction: 'Write a tale', context: null },
      usage: {},
      ports: { engine },
    };
    const { drafts } = await draftCriteria(discovery as unknown as Discovery, {
      ...EMPTY_STATE,
      advice: new Map([[piece.id, piece]]),
      modelPoints: new Map([[own.id, own]]),
      points: [{ id: PointId.parse('m1'), text: 'Open with a hook.', adviceIds: [piece.id, own.id] }],
    });
    const found = drafts.map(({ text, grounding, advice, modelPoints }) => [
      ...[text, grounding?.status === 'checked' ? grounding.added : null],
      ...[advice.length, modelPoints.length],
    ]);
    const beside = [
      [said.text, 'with a scene', 1, 0],
      [own.text, null, 0, 1],
    ];
    expect(found).toEqual(isAsDrafted ? [[own.text, 'with a scene', 1, 1]] : beside);
  },
);

it('keeps a model’s own wording beside the halves that its quotes make of it', async () => {
  const pieces = [pieceOf('a1'), pieceOf('a2')];
  const own: ModelPoint = {
    ...{ id: AdviceId.parse('a3'), origin: 'model', explicit: false, queryIds: [] },
    ...{ text: 'The response should open on a scene and close on its image.', question: 'Does it?' },
  };
  const halves = pieces.map(({ id }, index) => ({
    ...{ text: ['The response should open on a scene.', 'The response should close on an image.'][index] ?? '' },
    ...{ question: 'Does it?', adviceIds: [id] },
  }));
  const engine = scriptedEngine({
    rewriteCriteria: async (_run, _task, items) =>
      new Map(items.map(({ id }) => [id, done({ kind: 'as-drafted' as const, modelPointId: own.id })])),
    checkSupport: async (_run, _task, items) =>
      new Map(items.map(({ id }) => [id, done({ kind: 'part' as const, added: 'compound', said: halves })])),
  });
  const discovery = {
    run: testRun(),
    task: { instruction: 'Write a tale', context: null },
    ...{ usage: {}, ports: { engine } },
  };
  const { drafts } = await draftCriteria(discovery as unknown as Discovery, {
    ...EMPTY_STATE,
    advice: new Map(pieces.map((piece) => [piece.id, piece])),
    modelPoints: new Map([[own.id, own]]),
    points: [{ id: PointId.parse('m1'), text: 'Frame it.', adviceIds: [...pieces.map(({ id }) => id), own.id] }],
  });
  expect(drafts.map(({ text, advice, modelPoints }) => [text, advice.length, modelPoints.length])).toEqual([
    ...halves.map(({ text }) => [text, 1, 0]),
    [own.text, 0, 1],
  ]);
});

/** Points of one wording, each with a condition or none. */
async function draftsUnder(conditions: readonly (string | undefined)[], verdictOf: (id: string) => SupportVerdict) {
  const advice = conditions.map((_, index) => pieceOf(`a${index + 1}`));
  const engine = scriptedEngine({
    rewriteCriteria: async (_run, _task, items) =>
      new Map(
        items.map(({ id }, index) => {
          const appliesWhen = conditions[index];
          const criterion = { text: TEXT, question: 'Does it?', explicit: false, appliesWhen };
          return [id, done({ kind: 'criterion' as const, ...criterion })];
        }),
      ),
    checkSupport: async (_run, _task, items) =>
      new Map(items.map(({ id, quotes }) => [id, done(verdictOf(quotes[0]?.id ?? ''))])),
  });
  const discovery = {
    run: testRun(),
    task: { instruction: 'Write a note', context: null },
    usage: {},
    ports: { engine },
  };
  const { drafts } = await draftCriteria(discovery as unknown as Discovery, {
    ...EMPTY_STATE,
    advice: new Map(advice.map((piece) => [piece.id, piece])),
    points: advice.map(({ id }, index) => ({ id: PointId.parse(`m${index + 1}`), text: TEXT, adviceIds: [id] })),
  });
  return drafts.map(({ appliesWhen, advice: { length } }) => ({ appliesWhen, pieces: length }));
}

it.each([
  [['it has one', undefined], [{ appliesWhen: undefined, pieces: 2 }]],
  [['it has one', 'It has one.'], [{ appliesWhen: 'it has one', pieces: 2 }]],
  [
    ['it has one', 'it is a letter'],
    [
      { appliesWhen: 'it has one', pieces: 1 },
      { appliesWhen: 'it is a letter', pieces: 1 },
    ],
  ],
])('joins one wording under conditions without narrowing what always applies: %j', async (conditions, expected) => {
  expect(await draftsUnder(conditions, () => ({ kind: 'full' }))).toEqual(expected);
});

it('keeps a condition that the check of its quotes adds to the same words', async () => {
  const verdict = (id: string): SupportVerdict => ({
    ...{ kind: 'part', added: 'that it has attachments at all' },
    said: [{ text: TEXT, question: 'Does it?', appliesWhen: 'it has attachments', adviceIds: [AdviceId.parse(id)] }],
  });
  expect(await draftsUnder([undefined], verdict)).toEqual([{ appliesWhen: 'it has attachments', pieces: 1 }]);
});

it('sets what a model drafted under several conditions apart by them, each with its own points', async () => {
  const conditions = ['it is a letter', 'it is a speech', 'It is a letter'];
  const modelPoints = conditions.map((appliesWhen, index) => ({
    ...{ id: AdviceId.parse(`a${index + 1}`), origin: 'model' as const, explicit: false, queryIds: [] },
    ...{ text: `The response should greet its reader (${index}).`, question: 'Does it?', appliesWhen },
  }));
  const discovery = {
    run: testRun(),
    task: { instruction: 'Write', context: null },
    usage: {},
    ports: { engine: createOfflineEngine() },
  };
  const { drafts } = await draftCriteria(discovery as unknown as Discovery, {
    ...EMPTY_STATE,
    modelPoints: new Map(modelPoints.map((point) => [point.id, point])),
    points: [{ id: PointId.parse('m1'), text: 'Greet the reader.', adviceIds: modelPoints.map(({ id }) => id) }],
  });
  expect(drafts.map(({ appliesWhen, modelPoints: points }) => [appliesWhen, points.map(({ id }) => id)])).toEqual([
    ['it is a letter', ['a1', 'a3']],
    ['it is a speech', ['a2']],
  ]);
});

const IDS = ['s1', 's2', 's3', 's4'];
const sourceAt = (id: string) => ({ id, finalUrl: `https://${id}.example/`, site: null, via: 'web', rating: null });
const sources = new Map(IDS.map((id) => [id, sourceAt(id) as unknown as Source]));
const saying = (...quotes: readonly (readonly [string, string])[]) =>
  groundsOf(
    quotes.map(([sourceId, quote]) => ({ sourceId, quote }) as unknown as Advice),
    sources,
  ).support;

it('counts sources that have the same sentence once, and their sites, too', () => {
  expect(saying(['s1', 'Name the day.'], ['s2', '“Name  the day!”'], ['s3', 'name the day'])).toEqual({
    sources: 1,
    sites: 1,
  });
  expect(saying(['s1', 'Name the day.'], ['s2', 'Name the day.'], ['s3', 'Name a day.'])).toEqual({
    sources: 2,
    sites: 2,
  });
  expect(saying(['s1', 'Name the day.'], ['s1', 'Say which day.'])).toEqual({ sources: 1, sites: 1 });
  expect(saying(['s1', 'Repair: Name the day.'], ['s2', 'Name the day.'])).toEqual({ sources: 1, sites: 1 });
  expect(saying(['s1', 'Be clear: name the day.'], ['s2', 'Be exact: name the day.'])).toMatchObject({ sources: 2 });
});

it('counts the sources that can each have a wording of their own, in whatever order they come', () => {
  const quotes = fc.array(fc.tuple(fc.constantFrom(...IDS), fc.constantFrom('Name it.', 'Say when.', 'Be brief.')));
  const inAnyOrder = quotes.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  /** By trying: each source has one of its wordings, or none. */
  const most = ([id, ...others]: readonly string[], all: readonly (readonly [string, string])[]): number =>
    id === undefined
      ? 0
      : Math.max(
          most(others, all),
          ...all
            .filter(([sourceId]) => sourceId === id)
            .map(
              ([, own]) =>
                1 +
                most(
                  others,
                  all.filter(([, quote]) => quote !== own),
                ),
            ),
        );
  fc.assert(
    fc.property(inAnyOrder, ([all, shuffled]) => {
      const count = most(IDS, all);
      expect(saying(...all)).toEqual({ sources: count, sites: count });
      expect(saying(...shuffled)).toEqual(saying(...all));
    }),
  );
});
