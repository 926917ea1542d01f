import { expect, it } from 'vitest';
import type { Discovery } from '../../src/discover/discovery.ts';
import { NOTHING_GATHERED } from '../../src/discover/discovery.ts';
import { draftCriteria } from '../../src/discover/rewrite-points.ts';
import { AdviceId, PointId } from '../../src/domain/ids.ts';
import { createOfflineEngine } from '../../src/engines/offline/engine.ts';
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
    ...NOTHING_GATHERED,
    modelPoints: new Map(modelPoints.map((point) => [point.id, point])),
    points: modelPoints.map(({ id, text }, index) => ({
      id: PointId.parse(`m${index + 1}`),
      text,
      adviceIds: [id],
    })),
  });
  expect(drafts.map((draft) => draft.modelPoints.map(({ id }) => id))).toEqual([ids]);
});
