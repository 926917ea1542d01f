import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reportError } from '../../src/cli/output/report-error.ts';
import { runInSession, withStopSignals } from '../../src/cli/session.ts';
import { CancelledError, InputError, StepFailedError, UnavailableError } from '../../src/domain/errors.ts';
import { testShell } from '../support/shell.ts';

describe('an error', () => {
  const cases: readonly (readonly [error: Error, code: number])[] = [
    [new InputError('wrong'), 2],
    [new UnavailableError('down'), 5],
    [new StepFailedError('all failed'), 6],
    [new CancelledError('stopped'), 130],
    [new CancelledError('stopped', { cause: 'SIGTERM' }), 143],
  ];
  it.each(cases)('%s ends with %i', (error, code) => {
    const shell = testShell();
    expect(reportError(error, shell)).toBe(code);
    expect(shell.errors()).toBe(`groundrule: ${error.message}\n`);
  });

  it('says what to do, and sends no control sequence', () => {
    const shell = testShell();
    reportError(new InputError('\u001b[2Jfile is empty', { advice: 'Fill it.' }), shell);
    expect(shell.errors()).toBe('groundrule: ␛[2Jfile is empty\nFill it.\n');
  });

  it('that nobody foresaw is called a bug, with its stack', () => {
    const shell = testShell();
    expect(reportError(new TypeError('x is not a function'), shell)).toBe(70);
    expect(shell.errors()).toMatch(/TypeError: x is not a function\n {4}at .*report-error\.test/u);
    expect(shell.errors()).toContain('This is a bug in groundrule.');
  });
});

it('the error of a command is shown where a close fails, too, and the rest is closed', async () => {
  const shell = testShell();
  const closed: string[] = [];
  const call = { flags: {}, settings: {}, configFile: undefined, outFile: undefined, work: undefined };
  const run = runInSession({ ...call, shell, modelFlags: [], isService: false }, async ({ closing }) => {
    closing({ close: async () => void closed.push('first') });
    closing({ close: () => Promise.reject(new UnavailableError('The store is away.')) });
    throw new InputError('wrong');
  });
  await expect(run).rejects.toThrow('wrong');
  expect(closed).toEqual(['first']);
});

describe('stop signals', () => {
  it('abort the work with their name; a second one ends the process, with nothing left on the line', async () => {
    const shell = testShell();
    const cleared: number[] = [];
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const work = async (signal: AbortSignal) => {
      shell.send('SIGTERM');
      expect(signal.aborted).toBe(true);
      // Of the same key press, by way of npm.
      shell.send('SIGTERM');
      expect(cleared).toEqual([]);
      vi.advanceTimersByTime(1_000);
      expect(() => shell.send('SIGINT')).toThrow('the process would end here');
      return signal.reason as unknown;
    };
    const reason = await withStopSignals(shell, work, () => cleared.push(shell.exits.length));
    expect(cleared).toEqual([0]);
    expect(reason).toBe('SIGTERM');
    expect(shell.exits).toEqual([130]);
  });

  it('end the process at the first one where the command was stopped before by what else ends it', async () => {
    const shell = testShell();
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await withStopSignals(shell, async (_signal, stop) => {
      stop();
      vi.advanceTimersByTime(1_000);
      expect(() => shell.send('SIGTERM')).toThrow('the process would end here');
    });
  });

  it('are let go of afterwards', async () => {
    const shell = testShell();
    const signal = await withStopSignals(shell, async (given) => given);
    shell.send('SIGINT');
    expect(signal.aborted).toBe(false);
  });
});
