/** Which failed steps are the server's silence. */
import { describe, expect, it } from 'vitest';
import { NoAnswerError, StepFailedError, UnavailableError } from '../../src/domain/errors.ts';
import { PROBE, type CallRecord } from '../../src/domain/model.ts';
import { asNoAnswer, unansweredIn, unansweredOf } from '../../src/run/no-answer.ts';

function call(outcome: CallRecord['outcome'], cached = false): CallRecord {
  const exchange = {
    ...{ key: 'k', messages: [], messagesHash: 'h', answer: null, attempts: 5, cached, usd: 0, problems: [] },
  };
  return {
    ...{
      step: 'queries',
      role: 'propose-queries',
      promptId: 'p',
      promptHash: 'h',
      endpoint: 'e',
      model: 'm',
    },
    ...{ sampleIndex: 0, repaired: false, elapsedMs: 1 },
    exchanges: [exchange],
    outcome,
  };
}
const silent = call({ status: 'unscored', failure: 'unavailable', reason: 'status 500' });
const unread = call({ status: 'unscored', failure: 'not-json', reason: 'no JSON' });
const done = call({ status: 'done' });
const failed = new StepFailedError('The queries step failed.', { step: 'queries' });

describe('what was not answered', () => {
  it('is counted by step: silence alone, and searches that nobody answered', () => {
    const { step, ...rest } = silent;
    const search = { ...rest, step: 'search' as const };
    expect(unansweredIn([silent, unread, done, silent], [])).toEqual([{ step, questions: 2, reason: 'status 500' }]);
    expect(unansweredIn([search, done], [{ step: 'search', reason: 'It is down.' }])).toEqual([
      { step: 'search', questions: 1, reason: 'It is down.' },
    ]);
    expect(unansweredIn([unread, done, search], [])).toEqual([]);
  });

  it('is all of it where probes alone came to something else', () => {
    const probe = { ...call({ status: 'error', reason: 'status 500' }), role: PROBE };
    const reason = 'status 500; status 500';
    expect(unansweredOf([probe, probe, silent])).toEqual({ questions: 1, reason: 'status 500', isAll: true });
    expect(unansweredOf([{ ...silent, step: 'answers' as const }, silent, done])).toEqual({
      ...{ questions: 2, reason, isAll: false },
    });
    expect(unansweredOf([probe, done])).toBeNull();
  });
});

describe('a step that failed', () => {
  it.each([
    ['where no call was answered', [silent, silent], { isHalfway: false }],
    ['where the server fell silent halfway', [done, unread, silent, silent], { isHalfway: true }],
    ['where one answer was under way', [done, silent, silent, done], { isHalfway: true }],
    ['where what was answered was kept from before', [call({ status: 'done' }, true), silent], { isHalfway: true }],
    ['not where a later answer could not be read', [silent, unread], null],
    ['not where all calls were answered', [done, unread], null],
    ['not where the calls of another step were not answered', [{ ...silent, step: 'answers' as const }, unread], null],
    ['not where nobody was asked', [], null],
  ])('is silence %s', (_what, calls, silence) => {
    const error = asNoAnswer(failed, calls);
    if (silence === null) expect(error).toBe(failed);
    else expect(error).toMatchObject({ ...silence, name: 'NoAnswerError' });
  });

  it('is silence where the searches had no answer', () => {
    const cause = new UnavailableError('SearXNG is away.');
    const search = new StepFailedError('No search succeeded.', { step: 'search', cause });
    expect(asNoAnswer(search, [done])).toMatchObject({ name: 'NoAnswerError', isHalfway: true });
  });

  it('keeps what to do about it', () => {
    const options = { step: 'search' as const, ids: ['q1'], advice: 'Wait a minute.', status: 503 };
    const silence = asNoAnswer(new StepFailedError('No search succeeded.', options), [{ ...silent, step: 'search' }]);
    expect(silence).toBeInstanceOf(NoAnswerError);
    expect(silence).toMatchObject({ message: 'No search succeeded.', ...options });
  });

  it('is told from other errors', () => {
    const other = new Error('a bug');
    expect(asNoAnswer(other, [silent])).toBe(other);
  });
});
