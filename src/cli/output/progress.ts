/** Shows on stderr how a run gets on: a line that is rewritten on a terminal, one line per finished step elsewhere. */
import type { Clock, RunEvent } from '../../domain/run-context.ts';
import { printable, printableLine } from '../../text/printable.ts';
import { plural, seconds } from '../../report/words.ts';
import { wrap, wrapLines } from '../../report/wrap.ts';
import type { Shell } from '../shell.ts';
import { colorsOf, layoutOf } from './layout-of.ts';

export type Detail = 'quiet' | 'normal' | 'verbose';

export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  /** A line of its own; nothing where quiet. */
  note(line: string): void;
  /** The same for what a report has rendered, colors included. */
  show(rendered: string): void;
  warn(message: string): void;
  /** A line for those who asked for more. */
  detail(line: string): void;
  /** How far work has come that is no step: the live line on a terminal; elsewhere a line now and then. */
  status(name: string, text: string): void;
  /** Takes the live line away. */
  close(): void;
}

const ERASE_LINE = '\r\u001b[2K';
/** Why items of one step were not done. */
const MAX_REASONS = 3;
const NAME_COLUMNS = 10;
/** Rewriting more often than eyes can follow only costs time. */
const REDRAW_MS = 80;
/** Where lines stay, one each time would bury the others. */
const STATUS_MS = 5_000;

export function createProgress({ stderr, env }: Pick<Shell, 'stderr' | 'env'>, detail: Detail, clock: Clock): Progress {
  const colors = colorsOf(stderr, env);
  const isLive = stderr.isTTY === true && env['TERM'] !== 'dumb' && detail !== 'quiet';
  const width = () => layoutOf(stderr, env).edge ?? Infinity;
  let liveLine = false;
  /** When the step under way began; null between steps. */
  let startedMs: number | null = null;
  let drawnMs = Number.NEGATIVE_INFINITY;
  let statusMs = Number.NEGATIVE_INFINITY;

  const erase = () => {
    if (liveLine) stderr.write(ERASE_LINE);
    liveLine = false;
  };
  const print = (line: string) => {
    if (detail === 'quiet') return;
    erase();
    stderr.write(`${wrapLines(line, width())}\n`);
  };
  const draw = (step: string, text: string, isFirst: boolean) => {
    const nowMs = clock.monotonicMs();
    if (!isLive || (!isFirst && nowMs - drawnMs < REDRAW_MS)) return;
    drawnMs = nowMs;
    const elapsed = startedMs === null || isFirst ? '' : ` ${seconds(nowMs - startedMs)}`;
    erase();
    // The cursor stays on the line: one column less than there are, or it would wrap.
    stderr.write(stepLine(step, `${text}${elapsed}`, width() - 1));
    liveLine = true;
  };
  const passing = (name: string, text: string) => {
    const nowMs = clock.monotonicMs();
    if (isLive) draw(name, text, false);
    else if (nowMs - statusMs >= STATUS_MS) {
      statusMs = nowMs;
      print(colors.gray(stepLine(name, text)));
    }
  };
  const warn = (message: string) => print(colors.yellow(`warning: ${printableLine(message)}`));

  return {
    status: (name, text) => {
      startedMs = null;
      passing(name, text);
    },
    close: erase,
    note: (line) => print(printable(line)),
    show: print,
    warn,
    detail: (line) => {
      if (detail === 'verbose') print(colors.gray(printable(line)));
    },
    onEvent: (event) => {
      switch (event.type) {
        case 'step-start':
          startedMs = clock.monotonicMs();
          draw(event.step, plural(event.items, 'item'), true);
          return;
        case 'step-progress':
          startedMs ??= clock.monotonicMs();
          draw(event.step, `${event.done} of ${event.total}`, event.done === 1);
          return;
        case 'step-end': {
          startedMs = null;
          const time = detail === 'verbose' ? ` (${seconds(event.elapsedMs)})` : '';
          const { lost } = event;
          const notDone = lost.length > 0 ? `; ${lost.length} of ${event.items} not done` : '';
          print(colors.gray(stepLine(event.step, `${event.summary}${notDone}${time}`, width())));
          const reasons = [...new Set(lost)];
          for (const reason of reasons.slice(0, MAX_REASONS)) print(colors.gray(stepLine('', `not done: ${reason}`)));
          if (reasons.length > MAX_REASONS)
            print(colors.gray(stepLine('', `not done: ${reasons.length - MAX_REASONS} more for other reasons`)));
          return;
        }
        case 'warning':
          warn(event.message);
          return;
        case 'wait':
          passing('waiting', `${Math.ceil(event.waitMs / 1_000)} s, as ${event.server} asks`);
          return;
        case 'batch':
          passing('batch', `${event.batch} ${event.status}: ${event.done} of ${plural(event.calls, 'call')}`);
          return;
        // What they took is said at the end.
        case 'model-call':
        case 'cost':
        case 'query':
        case 'source':
          return;
      }
    },
  };
}

function stepLine(step: string, text: string, columns = Infinity): string {
  const line = `${step.padEnd(NAME_COLUMNS)} ${printableLine(text)}`;
  const [first = '', ...more] = columns === Infinity ? [line] : wrap(line, columns - 1);
  return more.length === 0 ? line : `${first}…`;
}
