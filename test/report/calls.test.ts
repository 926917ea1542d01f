import { describe, expect, it } from 'vitest';
import { renderCalls } from '../../src/report/calls.ts';
import { renderUsage } from '../../src/report/costs.ts';
import type { CallRecord, ModelExchange, ModelUsage } from '../../src/domain/model.ts';
import { layout } from './layout.ts';

const ESC = '\u001b';

const usage = { inputTokens: 1200, cachedInputTokens: 0, outputTokens: 34, estimated: false };
const exchange: ModelExchange = {
  key: 'k',
  messages: [{ role: 'user', content: `Rate this:\n${ESC}[2J${ESC}]0;title\u0007 page` }],
  messagesHash: 'h',
  answer: { text: `{"bad": ${ESC}[31m`, stopReason: 'done', usage, receivedAt: '2026-11-01T12:00:00Z' },
  attempts: 2,
  cached: false,
  usd: 0.0125,
  problems: ['The answer is no JSON.'],
};
const repair: ModelExchange = {
  ...exchange,
  messages: [
    ...exchange.messages,
    { role: 'assistant', content: 'the bad answer' },
    { role: 'user', content: 'Mend it.' },
  ],
  answer: null,
  attempts: 1,
  problems: [],
};
const call: CallRecord = {
  step: 'rating',
  role: 'rate-page',
  promptId: 'rate-page',
  promptHash: 'h',
  endpoint: 'e',
  model: `m${ESC}[1m`,
  sampleIndex: 0,
  exchanges: [exchange, repair],
  repaired: true,
  outcome: { status: 'unscored', failure: 'not-json', reason: 'It could not be read.' },
  elapsedMs: 1500,
};

describe('calls', () => {
  const print = (calls: readonly CallRecord[], isVerbose = false) =>
    renderCalls(calls, { format: 'table', isVerbose }, layout(100));

  it('stand on one line each, with what was wrong below', async () => {
    const cached = { ...call, exchanges: [{ ...exchange, attempts: 0, cached: true, usd: 0, problems: [] }] };
    const text = await print([call, { ...cached, repaired: false, outcome: { status: 'done' } }]);
    expect(text).toContain('2 calls, 1 more answered from the cache\n');
    expect(text).toMatch(/^1 +rating +rate-page +m␛\[1m +2 +1,200 +34 +0\.0125 +1\.50 s$/mu);
    expect(text).toMatch(/^ +rating +rate-page: repair +m␛\[1m +1 +0 +0 +0\.0125$/mu);
    expect(text).toMatch(/^2 .* cached +1,200 +34 +0\.0000/mu);
    expect(text).toMatch(
      /Call 1:\n +The answer is no JSON\.\n.*asked once more.*\n.*no value: It could not be read\./u,
    );
    expect(text).not.toContain('Call 2:');
    expect(text).not.toContain('Rate this');
  });

  it('verbose: every word that was said, once, and nothing that a terminal would act on', async () => {
    const text = await print([call], true);
    expect(text).toContain('── user ──\n\nRate this:\n␛[2J␛]0;title␇ page\n\n── answer ──\n\n{"bad": ␛[31m\n');
    expect(text).toContain('── user ──\n\nMend it.\n\n── answer ──\n\n(none came)\n');
    expect(text).not.toContain('the bad answer');
    expect(text).not.toContain(ESC);
  });
});

describe('usage', () => {
  const row: ModelUsage = {
    step: 'ranking',
    role: 'score-relevance',
    model: 'm',
    calls: 2,
    retries: 1,
    cacheHits: 0,
    inputTokens: 12_345,
    cachedInputTokens: 0,
    outputTokens: 600,
    estimatedCalls: 0,
    usd: 0.25,
  };

  it('is in the order of the steps, with a sum', () => {
    const text = renderUsage([row, { ...row, step: 'queries', role: 'propose-queries' }], layout(100));
    expect(text.indexOf('queries')).toBeLessThan(text.indexOf('ranking'));
    expect(text).toMatch(/^in all +4 +2 +0 +24,690 +1,200 +0\.5000$/mu);
  });

  it('tells unknown, estimated and tiny apart from nothing', () => {
    const sum = (...rows: Partial<ModelUsage>[]) =>
      /in all.*/u.exec(
        renderUsage(
          rows.map((change) => ({ ...row, ...change })),
          layout(100),
        ),
      )?.[0];
    expect(sum({}, { usd: null })).toMatch(/ unknown$/u);
    expect(sum({}, { estimatedCalls: 1 })).toMatch(/ ~24,690 +~1,200 +~0\.5000$/u);
    expect(sum({ usd: 0.00001 })).toMatch(/ < 0\.0001$/u);
    expect(sum({ usd: 0 })).toMatch(/ 0\.0000$/u);
  });
});
