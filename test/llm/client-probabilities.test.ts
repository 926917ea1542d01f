/** Token probabilities and answers in prose, through the whole client against the scripted server. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ModelCall } from '../../src/domain/model.ts';
import { ratingCall, startRig, type Rig } from './harness.ts';

const VERDICT = z.strictObject({ answer: z.enum(['YES', 'NO', 'N/A']) });
type Verdict = z.infer<typeof VERDICT>;

type ReadProse = NonNullable<ModelCall<Verdict>['readProse']>;

function verdictCall(page: string, readProse: ReadProse = () => null): ModelCall<Verdict> {
  const { step, prompt, variables } = ratingCall(page);
  const plannedAnswer = (): Verdict => ({ answer: 'NO' });
  return { step, prompt, variables, schema: VERDICT, choiceWords: ['YES', 'NO', 'N/A'], readProse, plannedAnswer };
}

function ask(rig: Rig, readProse?: ReadProse) {
  return rig.newClient().call(rig.run, verdictCall('A page.', readProse));
}

describe('token probabilities', () => {
  it('come with the value, are kept with the answer, and are asked for only where wanted', async () => {
    const rig = await startRig({ server: { handler: () => ({ answer: 'NO' }), probabilities: 0.75 } });
    const first = await ask(rig);
    expect(first).toMatchObject({ status: 'done', value: { answer: 'NO' } });
    const choices = first.status === 'done' ? first.rawAnswer?.choices : undefined;
    expect(choices?.[0]).toMatchObject({ start: 11, probabilities: { NO: expect.closeTo(0.75) as number } });
    expect(await ask(rig)).toEqual(first);
    expect(rig.server.requests.map(({ wantsProbabilities }) => wantsProbabilities)).toEqual([true]);
    await rig.client.call(rig.run, ratingCall('Another page.'));
    expect(rig.server.requests.at(-1)?.wantsProbabilities).toBe(false);
  });

  it.each(['missing', 'refused'] as const)('%s: the answer is taken without them', async (probabilities) => {
    const rig = await startRig({ server: { handler: () => ({ answer: 'YES' }), probabilities } });
    expect(await ask(rig)).toEqual({ status: 'done', value: { answer: 'YES' } });
  });

  it('refused once are not asked for again by the same client', async () => {
    const rig = await startRig({ server: { handler: () => ({ answer: 'YES' }), probabilities: 'refused' } });
    const client = rig.newClient();
    for (const page of ['One.', 'Two.', 'Three.']) await client.call(rig.run, verdictCall(page));
    const asked = rig.server.requests.map(({ wantsProbabilities }) => wantsProbabilities);
    expect(asked).toEqual([true, false, false, false]);
  });

  it('are not to blame for another refusal', async () => {
    const rig = await startRig({ server: { probabilities: 0.5 } });
    rig.server.next('too-long');
    expect(await ask(rig)).toMatchObject({ status: 'unscored', failure: 'too-long' });
  });
});

describe('an answer in prose', () => {
  const readProse: ReadProse = (text) => (/^No\b/u.test(text) ? { answer: 'NO' } : null);

  it('is read before a repair is spent, and only where no JSON fits', async () => {
    const prose = await startRig({ server: { handler: () => 'No, it does not.' } });
    expect(await ask(prose, readProse)).toEqual({ status: 'done', value: { answer: 'NO' } });
    expect(prose.server.requests).toHaveLength(1);
    const json = await startRig({ server: { handler: () => 'Here: {"answer":"YES"}' } });
    expect(await ask(json, readProse)).toEqual({ status: 'done', value: { answer: 'YES' } });
  });

  it('that cannot be read is repaired as ever; one that was cut off is not read', async () => {
    const unclear = await startRig({ server: { handler: () => 'Well …' } });
    expect(await ask(unclear, readProse)).toMatchObject({ status: 'unscored', failure: 'not-json' });
    expect(unclear.server.requests).toHaveLength(2);
    const cut = await startRig({ server: { handler: () => 'No, but then again it …' } });
    cut.server.next('truncated', 'truncated');
    expect(await ask(cut, readProse)).toMatchObject({ status: 'unscored', failure: 'truncated' });
  });
});
