import { describe, expect, it, vi } from 'vitest';
import { createProgress, type Detail, type Progress } from '../../src/cli/output/progress.ts';
import type { RunEvent } from '../../src/domain/run-context.ts';
import { testShell } from '../support/shell.ts';

const EVENTS: readonly RunEvent[] = [
  { type: 'step-progress', step: 'pages', done: 1, total: 60 },
  { type: 'step-start', step: 'pages', items: 24 },
  ...[1, 2, 24].map((done) => ({ type: 'step-progress', step: 'pages', done, total: 24 }) as const),
  {
    type: 'step-end',
    step: 'pages',
    items: 24,
    lost: ['https://a.example: not there', 'https://a.example: not there'],
    elapsedMs: 1234,
    summary: '22 of 24 pages read',
  },
  { type: 'wait', server: 'https://model.example', waitMs: 1_500 },
  { type: 'wait', server: 'https://model.example', waitMs: 2_000 },
  { type: 'warning', message: 'the disk\u001b[2J is slow' },
];

function shown(detail: Detail, terminal?: number): string {
  const shell = testShell({ env: { NO_COLOR: '1' }, ...(terminal === undefined ? {} : { terminal }) });
  let nowMs = 0;
  const clock = { now: () => new Date(0), monotonicMs: () => (nowMs += 100) };
  const progress = createProgress(shell, detail, clock);
  for (const event of EVENTS) progress.onEvent(event);
  progress.detail('a detail');
  progress.close();
  return shell.errors();
}

describe('progress', () => {
  it('elsewhere: one line per finished step, warnings as they come', () => {
    expect(shown('normal')).toBe(
      [
        'pages      22 of 24 pages read; 2 of 24 not done',
        '           not done: https://a.example: not there',
        'waiting    2 s, as https://model.example asks',
        'warning: the disk␛[2J is slow\n',
      ].join('\n'),
    );
  });

  it('says nothing of a step that failed: the error is reported once, at the end', () => {
    const shell = testShell({ env: { NO_COLOR: '1' } });
    const progress = createProgress(shell, 'normal', { now: () => new Date(0), monotonicMs: () => 0 });
    progress.onEvent({ type: 'step-start', step: 'judging', items: 2 });
    const failed = { items: 2, lost: ['failed', 'failed'], elapsedMs: 1, summary: 'failed' };
    progress.onEvent({ type: 'step-end', step: 'judging', ...failed, isFailed: true });
    progress.close();
    expect(shell.errors()).toBe('');
  });

  it('verbose: times and details too', () => {
    expect(shown('verbose')).toContain('2 of 24 not done (1.23 s)\n');
    expect(shown('verbose')).toMatch(/a detail\n$/u);
  });

  it('quiet: nothing', () => {
    expect(shown('quiet')).toBe('');
    expect(shown('quiet', 80)).toBe('');
  });

  it('on a terminal: one line that is rewritten, and stays as the summary', () => {
    const erase = '\r\u001b[2K';
    const text = shown('normal', 80);
    expect(text).toContain(`${erase}pages      2 of 24 items; 0 s${erase}pages      24 of 24 items; 0 s`);
    const left = text.split('\n').map((line) => line.split(erase).at(-1));
    expect(left).toEqual([
      'pages      22 of 24 pages read; 2 of 24 not done',
      '           not done: https://a.example: not there',
      'warning: the disk␛[2J is slow',
      '',
    ]);
  });

  it('on a narrow terminal: no line wraps', () => {
    const erase = '\r\u001b[2K';
    const steps = shown('normal', 30).split(/\n/u).slice(0, 1);
    for (const line of steps.flatMap((text) => text.split(erase))) expect(line.length).toBeLessThanOrEqual(30);
  });
});

describe('the live line', () => {
  const erase = '\r\u001b[2K';
  const start = (step: 'judging' | 'answers', items: number): RunEvent => ({ type: 'step-start', step, items });
  const end = (step: 'judging' | 'answers', items: number): RunEvent => ({
    ...{ type: 'step-end', step, items, lost: [], elapsedMs: 1, summary: 'done' },
  });
  const asked = (step: 'judging' | 'answers'): RunEvent => ({ type: 'model-call-start', step });
  const answered = (step: 'judging' | 'answers'): RunEvent => ({
    ...{ type: 'model-call', step, model: 'm', isCached: false, isAnswered: true, isFailed: false },
    ...{ inputTokens: 1, outputTokens: 1, elapsedMs: 1 },
  });

  /** What stands on the line after each step, whose clock goes on by a second each. */
  function linesAfter(...steps: readonly (RunEvent | ((progress: Progress) => void))[]) {
    const shell = testShell({ env: { NO_COLOR: '1' }, terminal: 80 });
    let nowMs = 0;
    const progress = createProgress(shell, 'normal', { now: () => new Date(0), monotonicMs: () => nowMs });
    const lines = steps.map((step) => {
      if (typeof step === 'function') step(progress);
      else progress.onEvent(step);
      nowMs += 1_000;
      return shell.errors().split('\n').at(-1)?.split(erase).at(-1);
    });
    progress.close();
    return lines;
  }

  it('moves with each call that is asked and answered, and with each item', () => {
    const lines = linesAfter(start('judging', 26), asked('judging'), asked('judging'), answered('judging'));
    expect(lines).toEqual([
      'judging    26 items; 0 s',
      'judging    26 items, 1 call; 1 s',
      'judging    26 items, 2 calls; 2 s',
      'judging    26 items, 1 of 2 calls; 3 s',
    ]);
  });

  it('still shows the other step when one of two ends', () => {
    const both = linesAfter(start('judging', 3), start('answers', 1), asked('answers'), end('judging', 3));
    expect(both.slice(1)).toEqual([
      'judging    3 items; answers; 1 s',
      'judging    3 items; answers 1 call; 2 s',
      'answers    1 call; 3 s',
    ]);
  });

  it('of several inputs counts those that ended, not the items of those that have begun', () => {
    const begun = [(progress: Progress) => progress.inputs(0, 3), start('judging', 6), start('judging', 6)];
    const ended = [end('judging', 6), (progress: Progress) => progress.inputs(1, 3), asked('judging')];
    const lines = linesAfter(...begun, ...ended);
    expect([lines[2], lines[5]]).toEqual(['judging    3 inputs; 1 s', 'judging    1 of 3 inputs; 1 call; 4 s']);
  });

  it('under a status shows the calls, and no line of each step', () => {
    const status = (progress: Progress) => progress.status('experiment', () => 'P: 3 to do');
    expect(linesAfter(status, start('judging', 2), asked('judging'), end('judging', 2))).toEqual([
      'experiment P: 3 to do; 0 s',
      'experiment P: 3 to do; 1 s',
      'experiment P: 3 to do; 1 call; 2 s',
      'experiment P: 3 to do; 3 s',
    ]);
  });

  /** With timers of the test's own. */
  function timed(columns: number, check: (progress: Progress, shown: () => string[]) => void): void {
    vi.useFakeTimers();
    try {
      const shell = testShell({ env: { NO_COLOR: '1' }, terminal: columns });
      const clock = { now: () => new Date(0), monotonicMs: () => Date.now() };
      check(createProgress(shell, 'normal', clock), () => shell.errors().split(erase));
    } finally {
      vi.useRealTimers();
    }
  }

  it('counts the seconds while nothing happens, until it is closed', () =>
    timed(80, (progress, shown) => {
      progress.onEvent(start('answers', 1));
      vi.advanceTimersByTime(2_000);
      expect(shown()).toEqual(['answers    0 s', 'answers    1 s', 'answers    2 s']);
      progress.close();
      const closed = shown();
      vi.advanceTimersByTime(5_000);
      expect(shown()).toEqual(closed);
    }));

  it('draws the last of many events at once', () =>
    timed(80, (progress, shown) => {
      for (const event of [start('judging', 3), asked('judging'), asked('judging'), answered('judging')])
        progress.onEvent(event);
      vi.advanceTimersByTime(100);
      expect(shown()).toEqual(['judging    3 items; 0 s', 'judging    3 items, 1 of 2 calls; 0 s']);
      progress.close();
    }));

  it('counts a wait down beside what is under way, and ends with it', () =>
    timed(80, (progress, shown) => {
      for (const event of [start('judging', 3), asked('judging')]) progress.onEvent(event);
      progress.onEvent({ type: 'wait', server: 'm.example', waitMs: 2_500 });
      progress.onEvent(answered('judging'));
      vi.advanceTimersByTime(3_000);
      expect(shown().slice(-3)).toEqual([
        'judging    3 items, 1 of 1 call; waiting 2 s, as m.example asks',
        'judging    3 items, 1 of 1 call; waiting 1 s, as m.example asks',
        'judging    3 items, 1 of 1 call; 3 s',
      ]);
      progress.close();
    }));

  it.each([12, 20, 23])('fits a terminal of %i columns', (columns) =>
    timed(columns, (progress, shown) => {
      for (const event of [start('judging', 26), asked('judging'), asked('judging')]) progress.onEvent(event);
      vi.advanceTimersByTime(1_000);
      for (const line of shown()) expect(line.length).toBeLessThan(columns);
      progress.close();
    }),
  );
});

describe('the status of work that is no step', () => {
  function shownStatus(terminal?: number): string {
    const shell = testShell({ env: { NO_COLOR: '1' }, ...(terminal === undefined ? {} : { terminal }) });
    let nowMs = 0;
    const clock = { now: () => new Date(0), monotonicMs: () => (nowMs += 1_000) };
    const progress = createProgress(shell, 'normal', clock);
    for (let row = 1; row <= 12; row += 1) progress.status('rows', () => `${row} of 12`);
    progress.close();
    return shell.errors();
  }

  it('is the live line on a terminal, and gone at the end', () => {
    const erase = '\r\u001b[2K';
    const text = shownStatus(80);
    expect(text).not.toContain('\n');
    expect(text.split(erase).slice(-2)).toEqual(['rows       12 of 12; 11 s', '']);
  });

  it('is a line every few seconds elsewhere', () => {
    expect(shownStatus()).toBe('rows       1 of 12\nrows       6 of 12\nrows       11 of 12\n');
  });
});
