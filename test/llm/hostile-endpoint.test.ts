/** What a model's server may do to us: its reply is bounded, and a prompt goes nowhere but to it. */
import { expect, it } from 'vitest';
import { GOOD_RATING, ratingCall, serve, startRig } from './harness.ts';

it('a reply without an end is given up after some megabytes, and not asked for again', async () => {
  let requests = 0;
  let sent = 0;
  const baseUrl = await serve((_request, response) => {
    requests += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(1_000_000, ' ');
    const more = () => {
      while (!response.destroyed && sent < 3e9) {
        sent += chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.on('drain', more);
    more();
  });
  const prices = { [new URL(baseUrl).host]: { scripted: { input: 1, output: 1 } } };
  const rig = await startRig({ model: { baseUrl }, prices });
  const outcome = await rig.client.call(rig.run, ratingCall());
  expect(outcome).toMatchObject({ status: 'unscored', failure: 'unavailable' });
  expect(outcome.status === 'unscored' ? outcome.reason : '').toMatch(/response that is too large/u);
  expect([requests, sent < 100_000_000]).toEqual([1, true]);
  expect(rig.client.usage()[0]?.usd, 'what was delivered is billed').toBeGreaterThan(0);
});

it('an answer that no model writes is not kept, and the next run asks again; white space after one is no part of it', async () => {
  const rig = await startRig({ server: { handler: () => JSON.stringify(GOOD_RATING) + 'x'.repeat(3_000_000) } });
  expect(await rig.client.call(rig.run, ratingCall())).toEqual({
    status: 'unscored',
    failure: 'unavailable',
    reason: expect.stringMatching(/too large \(an answer of more than 2000000 characters\)/u) as string,
  });
  expect(rig.server.statistics().requests).toBe(1);
  await rig.newClient().call(rig.run, ratingCall());
  expect(rig.server.statistics().requests).toBe(2);

  const padded = await startRig({ server: { handler: () => JSON.stringify(GOOD_RATING) + '\n'.repeat(3_000_000) } });
  for (const client of [padded.client, padded.newClient()])
    expect(await client.call(padded.run, ratingCall())).toEqual({ status: 'done', value: GOOD_RATING });
  expect(padded.server.statistics().requests).toBe(1);
  expect(padded.records[0]?.exchanges[0]?.answer?.text).toBe(JSON.stringify(GOOD_RATING));
});

it.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed: prompt and key stay', async (status) => {
  let asked = 0;
  const elsewhere = await serve((_request, response) => {
    asked += 1;
    response.end('{}');
  });
  const baseUrl = await serve((_request, response) => {
    response.writeHead(status, { location: `${elsewhere}/chat/completions?token=abc123` }).end();
  });
  const rig = await startRig({ model: { baseUrl } });
  await expect(rig.client.call(rig.run, ratingCall())).rejects.toThrow(
    new RegExp(`redirects to ${elsewhere}/chat/completions. Redirects are not followed`, 'u'),
  );
  expect(asked).toBe(0);
});
