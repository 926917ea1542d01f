import { describe, expect, it } from 'vitest';
import { createProgress, type Detail } from '../../src/cli/output/progress.ts';
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
    expect(text).toContain(`${erase}pages      2 of 24 0.30 s${erase}pages      24 of 24`);
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

describe('the status of work that is no step', () => {
  function shownStatus(terminal?: number): string {
    const shell = testShell({ env: { NO_COLOR: '1' }, ...(terminal === undefined ? {} : { terminal }) });
    let nowMs = 0;
    const clock = { now: () => new Date(0), monotonicMs: () => (nowMs += 1_000) };
    const progress = createProgress(shell, 'normal', clock);
    for (let row = 1; row <= 12; row += 1) progress.status('rows', `${row} of 12`);
    progress.close();
    return shell.errors();
  }

  it('is the live line on a terminal, and gone at the end', () => {
    const erase = '\r\u001b[2K';
    const text = shownStatus(80);
    expect(text).not.toContain('\n');
    expect(text.split(erase).slice(-2)).toEqual(['rows       12 of 12', '']);
  });

  it('is a line every few seconds elsewhere', () => {
    expect(shownStatus()).toBe('rows       1 of 12\nrows       6 of 12\nrows       11 of 12\n');
  });
});
