import { expect, it } from 'vitest';
import type { Advice } from '../../src/domain/advice.ts';
import type { SupportVerdict } from '../../src/domain/engine.ts';
import type { Discovery } from '../../src/discover/discovery.ts';
import { EMPTY_STATE } from '../../src/discover/discovery.ts';
import { draftCriteria } from '../../src/discover/rewrite-points.ts';
import { AdviceId, PointId, SourceId } from '../../src/domain/ids.ts';
import { createOfflineEngine } from '../../src/engines/offline/engine.ts';
import { done } from '../../src/domain/outcome.ts';
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
      capabilities: new Set(['checksSupport']),
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
