/** Shows on stderr how a run gets on: a line that is rewritten on a terminal, one line per finished step elsewhere. */
import type { Clock, RunEvent } from '../../domain/run-context.ts';
import { printable, printableLine } from '../../text/printable.ts';
import { plural, seconds } from '../../report/words.ts';
import { wrap, wrapLines } from '../../report/wrap.ts';
import type { Shell } from '../shell.ts';
import { colorsOf, layoutOf } from './layout-of.ts';
import { createUnderWay, type Line } from './under-way.ts';

export type Detail = 'quiet' | 'normal' | 'verbose';

export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  /** The run is stopped, but for this many answers that are paid for. */
  readonly onAwaitAnswers: (answers: number) => void;
  /** A line of its own; nothing where quiet. @param command to be typed, behind a colon */
  note(line: string, ...command: readonly string[]): void;
  /** The same for what a report has rendered, colors included. */
  show(rendered: string): void;
  warn(message: string): void;
  /** Why there is no result: also where quiet. */
  warnInAnyCase(message: string): void;
  /** A line for those who asked for more. */
  detail(line: string): void;
  /** How far work has come that is no step: the live line on a terminal; elsewhere a line now and then. */
  status(name: string, text: () => string): void;
  /** So many of the command's inputs have ended. */
  readonly inputs: (ended: number, total: number) => void;
  /** Takes the live line away until something moves. */
  readonly hide: () => void;
  /** Takes the live line and the status away. */
  close(): void;
}

const ERASE_LINE = '\r\u001b[2K';
/** Why items of one step were not done. */
const MAX_REASONS = 3;
const NAME_COLUMNS = 10;
/** Rewriting more often than eyes can follow only costs time. */
const REDRAW_MS = 80;
/** While nothing happens, the seconds show that work goes on. */
const TICK_MS = 1_000;
/** Where lines stay, one each time would bury the others. */
const STATUS_MS = 5_000;

export function createProgress({ stderr, env }: Pick<Shell, 'stderr' | 'env'>, detail: Detail, clock: Clock): Progress {
  const colors = colorsOf(stderr, env);
  const isLive = stderr.isTTY === true && env['TERM'] !== 'dumb' && detail !== 'quiet';
  const width = () => layoutOf(stderr, env).edge ?? Infinity;
  const underWay = createUnderWay();
  let liveLine = false;
  /** What servers were sent, until something moves. */
  let batch: Line | null = null;
  /** Until when a server asked to be left alone. */
  let pause: { readonly server: string; readonly endMs: number } | null = null;
  let status: { readonly name: string; readonly text: () => string } | null = null;
  /** When what is shown began; null: nothing is. */
  let startedMs: number | null = null;
  let drawnMs = Number.NEGATIVE_INFINITY;
  let statusMs = Number.NEGATIVE_INFINITY;
  let ticking: NodeJS.Timeout | undefined;
  /** The last of many events at once is drawn, too. */
  let trailing: NodeJS.Timeout | undefined;

  const erase = () => {
    if (liveLine) stderr.write(ERASE_LINE);
    liveLine = false;
  };
  const print = (line: string, ...commands: readonly string[]) => {
    if (detail !== 'quiet') write(line, ...commands);
  };
  const write = (line: string, ...commands: readonly string[]) => {
    erase();
    stderr.write(`${wrapLines([line, ...commands].join(': '), width(), commands)}\n`);
  };
  const lineNow = (nowMs: number): Line | null => {
    if (batch !== null) return batch;
    if (pause !== null && pause.endMs <= nowMs) pause = null;
    const waiting = pause === null ? '' : waitingText(pause.endMs - nowMs, pause.server);
    const line =
      status === null ? underWay.line() : { name: status.name, text: joined(status.text(), underWay.calls()) };
    startedMs ??= nowMs;
    if (waiting !== '')
      return line === null
        ? { name: 'waiting', text: waiting }
        : { ...line, text: joined(line.text, `waiting ${waiting}`) };
    return line && { ...line, text: joined(line.text, `${Math.floor((nowMs - startedMs) / 1_000)} s`) };
  };
  const draw = (isDue: boolean) => {
    if (!isLive) return;
    const nowMs = clock.monotonicMs();
    if (!isDue && nowMs - drawnMs < REDRAW_MS) {
      trailing ??= setTimeout(() => draw(true), REDRAW_MS).unref();
      return;
    }
    clearTimeout(trailing);
    trailing = undefined;
    const line = lineNow(nowMs);
    if (line === null) return;
    drawnMs = nowMs;
    erase();
    // The cursor stays on the line: one column less than there are, or it would wrap.
    stderr.write(stepLine(line.name, line.text, (stderr.columns ?? width()) - 1));
    liveLine = true;
    ticking ??= setInterval(() => draw(true), TICK_MS).unref();
  };
  const close = () => {
    erase();
    clearInterval(ticking);
    clearTimeout(trailing);
    ticking = undefined;
    trailing = undefined;
    status = null;
    batch = null;
    pause = null;
    startedMs = null;
  };
  const passing = (name: string, text: string) => {
    if (isLive) {
      draw(false);
      return;
    }
    const nowMs = clock.monotonicMs();
    if (nowMs - statusMs < STATUS_MS) return;
    statusMs = nowMs;
    print(colors.dim(stepLine(name, text)));
  };
  const warning = (message: string) => colors.yellow(`warning: ${printableLine(message)}`);
  const warn = (message: string) => print(warning(message));

  return {
    status: (name, text) => {
      if (status?.name !== name) {
        startedMs = null;
        drawnMs = Number.NEGATIVE_INFINITY;
      }
      status = { name, text };
      passing(name, text());
    },
    inputs: underWay.inputs,
    hide: erase,
    close,
    note: (line, ...command) => print(printable(line), ...command),
    onAwaitAnswers: (answers) => print(`waiting for ${plural(answers, 'answer')} under way; Ctrl-C again ends at once`),
    show: print,
    warn,
    warnInAnyCase: (message) => write(warning(message)),
    detail: (line) => {
      if (detail === 'verbose') print(colors.dim(printable(line)));
    },
    onEvent: (event) => {
      if (status === null && underWay.isIdle()) startedMs = null;
      underWay.take(event);
      batch = event.type === 'batch' ? batchLine(event) : MOVES.has(event.type) ? null : batch;
      switch (event.type) {
        case 'step-start':
          draw(true);
          return;
        case 'step-progress':
        case 'model-call-start':
        case 'model-call':
          draw(false);
          return;
        case 'step-end': {
          // One line for each step of many rows would bury the rest: their status counts them. The error of a failed
          // step is reported once, at the end.
          if ((status !== null || event.isFailed === true) && detail !== 'verbose') {
            draw(false);
            return;
          }
          const time = detail === 'verbose' ? ` (${seconds(event.elapsedMs)})` : '';
          const lost = event.isFailed === true ? [] : event.lost;
          const notDone = lost.length > 0 ? `; ${lost.length} of ${event.items} not done` : '';
          print(colors.dim(stepLine(event.step, `${event.summary}${notDone}${time}`, width())));
          const reasons = [...new Set(lost)];
          for (const reason of reasons.slice(0, MAX_REASONS)) print(colors.dim(stepLine('', `not done: ${reason}`)));
          if (reasons.length > MAX_REASONS)
            print(colors.dim(stepLine('', `not done: ${reasons.length - MAX_REASONS} more for other reasons`)));
          draw(true);
          return;
        }
        case 'warning':
          warn(event.message);
          return;
        case 'wait': {
          const endMs = clock.monotonicMs() + event.waitMs;
          if (pause === null || pause.endMs < endMs) pause = { server: event.server, endMs };
          passing('waiting', waitingText(event.waitMs, event.server));
          return;
        }
        case 'batch':
          if (batch !== null) passing(batch.name, batch.text);
          return;
        // What they took is said at the end.
        case 'cost':
        case 'query':
        case 'source':
          return;
      }
    },
  };
}

const MOVES: ReadonlySet<RunEvent['type']> = new Set(['step-start', 'step-progress', 'step-end', 'model-call']);

function waitingText(waitMs: number, server: string): string {
  return `${Math.ceil(waitMs / 1_000)} s, as ${server} asks`;
}

function batchLine({ batch, status, done, calls }: Extract<RunEvent, { type: 'batch' }>): Line {
  return { name: 'batch', text: `${batch} ${status}: ${done} of ${plural(calls, 'call')}` };
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}

function stepLine(step: string, text: string, columns = Infinity): string {
  const line = `${step.padEnd(NAME_COLUMNS)} ${printableLine(text)}`;
  const [first = '', ...more] = columns === Infinity ? [line] : wrap(line, columns - 1);
  return more.length === 0 ? line : `${first}…`;
}
