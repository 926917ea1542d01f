/** A model that malfunctions once: what could not be used is no answer, and the same command recovers on the same store. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { appWith, TASK } from '../support/guide-web/discover-with.ts';
import { makePages } from '../support/guide-web/make-pages.ts';
import { answering, startGuideWeb } from '../support/guide-web/start-guide-web.ts';
import { checklistOfQualities, hiddenTruthModel, textWith } from '../support/hidden-truth.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { itemsIn, questionOf } from '../support/read-prompt.ts';
import { shortOrLong } from '../support/run-length.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What a malfunctioning server makes of a good answer. */
const MALFUNCTIONS: Readonly<Record<string, (answer: unknown) => unknown>> = {
  'no JSON': () => 'The server is warming up.',
  'another schema': () => ({ status: 'warming up' }),
  'nothing at all': () => '',
  'other ids': withOtherIds,
  'half of its rows': withHalfOfItsRows,
};

/** Advice is of use without the queries that it answers, so other ids cost `extract-advice` nothing. */
const CITING = ['rate-page', 'merge-advice', 'rewrite-criteria', 'check-support', 'review-criteria', 'score-relevance'];
/** Those that give each of their items a row of its own. */
const BY_ROW = ['rate-page', 'rewrite-criteria', 'check-support', 'score-relevance'];
/** What cannot be read at all is treated alike, whatever it is. */
const ASKING = ['propose-queries', 'extract-advice', 'draft-criteria'];
const CASES = [
  { name: 'no JSON', agents: shortOrLong(['propose-queries'], ASKING) },
  { name: 'another schema', agents: shortOrLong(['extract-advice'], ASKING) },
  { name: 'nothing at all', agents: shortOrLong(['draft-criteria'], ASKING) },
  // In the short form each agent answers wrongly in one of the two ways.
  { name: 'other ids', agents: shortOrLong(['rate-page', 'merge-advice', 'review-criteria'], CITING) },
  {
    name: 'half of its rows',
    agents: shortOrLong(['rewrite-criteria', 'check-support', 'score-relevance'], BY_ROW),
  },
];

const pages = await makePages({
  textKind: 'grant-proposal',
  counts: { guide: 2, general: 1, 'other-kind': 0, 'off-topic': 0, thin: 0, copy: 0 },
  sites: 2,
  sentences: 40,
  frame: 'bare',
  seed: 'malfunction',
});

describe('a discovery after a malfunction', { timeout: 180_000 }, () => {
  it.each(CASES)('$name: gives what an undisturbed one gives, whichever agent it was', async ({ name, agents }) => {
    let broken: string | null = null;
    const world = await startGuideWeb({
      pages,
      resultsPerQuery: 6,
      model: answering((messages, agent) => {
        const answer = plausibleModel(messages, agent);
        return agent === broken ? MALFUNCTIONS[name]?.(answer) : answer;
      }),
    });
    onTestFinished(() => world.close());
    const folder = await temporaryFolder();
    const discover = async (store: string) => {
      const app = await appWith({
        ...world.flags,
        mode: 'full',
        n: 6,
        queries: 1,
        store: join(folder, `${store}.sqlite`),
      });
      try {
        return (await app.discover(TASK)).id;
      } catch (error) {
        return String(error);
      } finally {
        await app.close();
      }
    };
    const undisturbed = await discover('undisturbed');
    const after: Record<string, string> = {};
    for (broken of agents) {
      const agent = broken;
      await discover(agent);
      broken = null;
      after[agent] = await discover(agent);
    }
    expect(after).toEqual(Object.fromEntries(agents.map((agent) => [agent, undisturbed])));
  });
});

describe('a judgement after a malfunction', () => {
  it.each(Object.entries(MALFUNCTIONS))('%s: has all verdicts', async (_what, garble) => {
    let isBroken = true;
    const script = hiddenTruthModel({ qualities: 3 });
    const server = await startModelServer({
      handler: answering((messages, agent) =>
        (isBroken ? garble : (answer: unknown) => answer)(script(messages, agent)),
      ),
    });
    onTestFinished(() => server.close());
    const store = join(await temporaryFolder(), 'store.sqlite');
    const judge = async () => {
      const app = await appWith({ model: 'scripted', baseUrl: server.baseUrl, store });
      try {
        return (await app.judge(textWith([1, 2]), checklistOfQualities(3))).verdicts.map(
          ({ verdict }) => verdict.status,
        );
      } catch (error) {
        return String(error);
      } finally {
        await app.close();
      }
    };
    await judge();
    isBroken = false;
    expect(await judge()).toEqual(['scored', 'scored', 'scored']);
  });

  it('asks in a run twice more at most for an item that is always left out, and keeps the other verdicts', async () => {
    const script = hiddenTruthModel({ qualities: 3 });
    const server = await startModelServer({
      handler: answering((messages, agent) => withoutQuality(2, questionOf(messages), script(messages, agent))),
    });
    onTestFinished(() => server.close());
    const flags = { model: 'scripted', baseUrl: server.baseUrl, modelFormat: 'json_schema' };
    const store = join(await temporaryFolder(), 'store.sqlite');
    const requests: number[] = [];
    for (let run = 1; run <= 3; run++) {
      const app = await appWith({ ...flags, store });
      const before = server.statistics().requests;
      const { verdicts } = await app.judge(textWith([1, 2]), checklistOfQualities(3));
      await app.close();
      expect(verdicts.map(({ verdict }) => verdict.status)).toEqual(['scored', 'unscored', 'scored']);
      requests.push(server.statistics().requests - before);
    }
    // All three and a repair, then the second alone and a repair; later runs ask for the second alone.
    expect(requests).toEqual([4, 2, 2]);
  });
});

/** The answer without its row on that quality. */
function withoutQuality(quality: number, question: string, answer: unknown): unknown {
  const left = itemsIn(question, 'criteria').find(({ text }) => text.includes(`quality ${quality}`));
  const { verdicts } = z.object({ verdicts: z.array(z.looseObject({ id: z.string() })) }).parse(answer);
  return { verdicts: verdicts.filter(({ id }) => id !== left?.id) };
}

function withHalfOfItsRows(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, answer.length / 2);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, withHalfOfItsRows(value)]));
}

/** Ids of a call are three letters and a number. */
function withOtherIds(answer: unknown): unknown {
  if (typeof answer === 'string') return answer.replace(/^[b-df-hj-np-tv-z]{3}(?=\d+$)/u, 'zzz');
  if (Array.isArray(answer)) return answer.map(withOtherIds);
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, withOtherIds(value)]));
}
