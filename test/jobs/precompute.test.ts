/** Many instructions: order, what is run and what is not, failures, and what stops the rest. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  InputError,
  LimitError,
  NoAnswerError,
  SettingError,
  StepFailedError,
  UnavailableError,
} from '../../src/domain/errors.ts';
import type { RunContext, RunEvent } from '../../src/domain/run-context.ts';
import { criteriaSetId } from '../../src/discover/set-id.ts';
import { sha256Hex } from '../../src/text/hash.ts';
import { precompute, type PrecomputeOptions } from '../../src/jobs/rows/precompute.ts';
import type { DiscoverRowPorts, Instruction } from '../../src/jobs/rows/discover-row.ts';
import type { RowOutput } from '../../src/jobs/rows/row-output.ts';
import type { PrecomputedRow } from '../../src/precompute/precomputed-row.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { fuzzing } from '../support/mangled.ts';
import { testRun } from '../support/run-context.ts';

const ANSWERED: RunEvent = {
  ...{ type: 'model-call', step: 'queries', model: 'm', isCached: false, isAnswered: true, isFailed: false },
  ...{ inputTokens: 1, outputTokens: 1, elapsedMs: 1 },
};

const instructions = (count: number): Instruction[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `row ${index + 1}`,
    instruction: `Write text ${index + 1}`,
    context: null,
  }));

/** Rows as text, as a file would hold them. */
function memoryOutput(): RowOutput & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    earlier: async function* () {
      for (const line of [...lines]) yield JSON.parse(line) as PrecomputedRow;
    },
    keepFirst: async (count) => {
      lines.length = count;
    },
    append: async (row) => {
      lines.push(JSON.stringify(row));
    },
  };
}

interface Desk {
  readonly output: ReturnType<typeof memoryOutput>;
  /** Instructions in the order in which they were begun. */
  readonly begun: string[];
  readonly store: ReturnType<typeof createMemoryStore>;
  run(rows: readonly Instruction[], how?: How): ReturnType<typeof precompute>;
}

interface How extends Partial<PrecomputeOptions> {
  /** Called with the run of each discovery. */
  readonly during?: (run: RunContext) => void;
  /** Called before each discovery; what it throws is what the discovery throws. */
  readonly before?: (instruction: string) => Promise<void> | void;
  /** Whose sets lack answers. */
  readonly lacksAnswers?: (instruction: string) => boolean;
  /** Of the sources. */
  readonly version?: string;
  readonly signal?: AbortSignal;
}

function desk(): Desk {
  const output = memoryOutput();
  const store = createMemoryStore();
  const begun: string[] = [];
  return {
    output,
    begun,
    store,
    run: (rows, how = {}) => {
      const { before, during, lacksAnswers, version = '', signal } = how;
      const { rowsAtOnce = 4, retryFailed = false, onProgress = () => undefined } = how;
      const discover: DiscoverRowPorts['discover'] = async (run, { instruction }) => {
        during?.(run);
        begun.push(instruction);
        await before?.(instruction);
        const { set } = criteriaSetFixture({ instruction: `${instruction}${version}` });
        const lacking = {
          ...set.content,
          unanswered: [{ step: 'answers' as const, questions: 2, reason: 'It is down.' }],
        };
        const found =
          lacksAnswers?.(instruction) === true ? { ...set, id: criteriaSetId(lacking), content: lacking } : set;
        await store.putSet(found);
        return found;
      };
      const keyOf: DiscoverRowPorts['keyOf'] = (task) => sha256Hex(JSON.stringify([task, version]));
      const options = { rowsAtOnce, retryFailed, onProgress };
      const ports = { store, discover, keyOf, output };
      return precompute(testRun(signal === undefined ? {} : { signal }), ports, rows, options);
    },
  };
}

const rowsOf = ({ output }: Desk) => output.lines.map((line) => JSON.parse(line) as PrecomputedRow);
const ROWS = instructions(6);

describe('rows', () => {
  it('come in the order of the input, whatever ends first, and never more at once than allowed', async () => {
    let underWay = 0;
    let most = 0;
    const slow = desk();
    const result = await slow.run(ROWS, {
      rowsAtOnce: 3,
      before: async (instruction) => {
        most = Math.max(most, (underWay += 1));
        // The first takes longest.
        for (let turns = 30 - 5 * Number(instruction.at(-1)); turns > 0; turns -= 1) await setImmediate();
        underWay -= 1;
      },
    });
    expect(result).toEqual({
      total: 6,
      done: 6,
      cached: 0,
      withoutCriteria: 0,
      incomplete: 0,
      failed: 0,
      outdated: 0,
      stoppedBy: null,
      failures: [],
      pages: { read: 0, atHand: 0 },
    });
    expect(rowsOf(slow).map(({ id }) => id)).toEqual(ROWS.map(({ id }) => id));
    expect(most).toBe(3);
  });

  it('hold the content of the set and no clock', async () => {
    const one = desk();
    await one.run(ROWS.slice(0, 1));
    const { set } = criteriaSetFixture({ instruction: 'Write text 1' });
    const [row] = rowsOf(one);
    expect(row).toEqual({
      id: 'row 1',
      key: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      status: 'done',
      set: { id: set.id, content: set.content },
    });
  });

  it('that fail say why, and do not stop the others', async () => {
    const rows = [...ROWS, { id: 'empty', instruction: '  ', context: null }];
    const some = desk();
    const before = (instruction: string) => {
      if (instruction.endsWith('2')) throw new InputError('It cannot be placed.');
      if (instruction.endsWith('3')) throw new StepFailedError('All ratings failed.');
      if (instruction.endsWith('4')) throw new TypeError('x is undefined');
    };
    expect(await some.run(rows, { before })).toMatchObject({ done: 3, failed: 4, stoppedBy: null });
    expect(rowsOf(some).map((row) => (row.status === 'failed' ? row.reason : row.status))).toEqual([
      'done',
      'It cannot be placed.',
      'All ratings failed.',
      'A bug in groundrule: x is undefined',
      'done',
      'done',
      'The instruction is empty.',
    ]);
  });

  it('that fail are counted by their reasons, those of an earlier run too', async () => {
    const some = desk();
    const before = (instruction: string) => {
      if (/[245]$/u.test(instruction)) throw new StepFailedError('All ratings failed.');
      if (instruction.endsWith('3')) throw new StepFailedError('No queries.');
    };
    const failures = [
      ['All ratings failed.', 3],
      ['No queries.', 1],
    ];
    expect((await some.run(ROWS, { before })).failures).toEqual(failures);
    expect((await some.run(ROWS)).failures).toEqual(failures);
  });

  it('tell while they are under way which step they are at', async () => {
    const told: unknown[] = [];
    const one = desk();
    const during = (run: RunContext) => run.emit({ type: 'step-start', step: 'pages', items: 3 });
    await one.run(ROWS, { rowsAtOnce: 1, during, onProgress: ({ done, underWay }) => told.push([done, underWay]) });
    expect(told.slice(0, 4)).toEqual([
      [0, {}],
      [0, { pages: 1 }],
      [1, {}],
      [1, { pages: 1 }],
    ]);
  });

  it('say how many pages had been fetched before their discovery began', async () => {
    const { set } = criteriaSetFixture();
    const web = set.content.sources.map((source) => ({ ...source, via: 'web' as const }));
    const [first] = web;
    const fetchedAt = Object.fromEntries(web.map(({ id }) => [id, set.run.startedAt]));
    const content = { ...set.content, sources: web };
    const shared = {
      ...set,
      content,
      run: { ...set.run, fetchedAt: { ...fetchedAt, [first!.id]: '2000-01-01T00:00:00.000Z' } },
    };
    const store = createMemoryStore();
    await store.putSet(shared);
    const ports = { store, discover: async () => shared, keyOf: () => 'a'.repeat(64), output: memoryOutput() };
    const options = { rowsAtOnce: 1, retryFailed: false, onProgress: () => undefined };
    const { pages } = await precompute(testRun(), ports, ROWS.slice(0, 1), options);
    expect(pages).toEqual({ read: web.length, atHand: 1 });
  });
});

describe('a server that falls silent', () => {
  const silent = () => {
    throw new NoAnswerError('The queries step failed: the server failed with status 500.');
  };
  const silentFor =
    (...numbers: readonly number[]) =>
    (instruction: string) => {
      if (numbers.includes(Number(instruction.at(-1)))) silent();
    };

  it('for three rows on end stops the run; they stay missing, and the next run does them', async () => {
    const down = desk();
    const stopped = await down.run(ROWS, { rowsAtOnce: 1, before: silentFor(2, 3, 4, 5, 6) });
    expect(stopped).toMatchObject({ done: 1, failed: 0, stoppedBy: expect.any(UnavailableError) as Error });
    expect(stopped.stoppedBy?.message).toMatch(/3 rows on end met a server that does not answer.*status 500/u);
    expect(down.begun).toHaveLength(4);
    expect(rowsOf(down).map(({ id }) => id)).toEqual(['row 1']);
    expect(await down.run(ROWS)).toMatchObject({ done: 5, cached: 1, failed: 0, stoppedBy: null });
    expect(rowsOf(down).map(({ status }) => status)).toEqual(ROWS.map(() => 'done'));
  });

  it('for rows between others that it answers leaves those failed, and the same command asks for them again', async () => {
    const now = desk();
    const ended = await now.run(ROWS, { rowsAtOnce: 1, before: silentFor(1, 2, 4, 5) });
    expect(ended).toMatchObject({ done: 2, failed: 4, stoppedBy: null });
    expect(rowsOf(now).map(({ status }) => status)).toEqual([
      ...['failed', 'failed', 'done', 'failed', 'failed', 'done'],
    ]);
    expect(rowsOf(now)[0]).toMatchObject({ isUnanswered: true });
    expect(await now.run(ROWS)).toMatchObject({ done: 4, cached: 2, failed: 0, stoppedBy: null });
  });

  it('for the last rows stops the run; where it is silent for them alone in the next run, they fail', async () => {
    const now = desk();
    const before = silentFor(2, 6);
    const down = { done: 4, failed: 2, stoppedBy: expect.any(UnavailableError) as Error };
    expect(await now.run(ROWS, { rowsAtOnce: 1, before })).toMatchObject(down);
    expect(rowsOf(now)[5]).toMatchObject({ id: 'row 6', status: 'failed', isUnanswered: true });
    for (const _run of [1, 2]) {
      expect(await now.run(ROWS, { before })).toMatchObject({ cached: 4, failed: 2, stoppedBy: null });
      expect(rowsOf(now)).toHaveLength(6);
    }
    expect(await now.run(ROWS)).toMatchObject({ done: 2, cached: 4, stoppedBy: null });
  });

  it('for the same rows again and again leaves them failed, however many', async () => {
    const now = desk();
    for (const _run of [1, 2, 3]) {
      const ended = await now.run(ROWS, { rowsAtOnce: 1, before: silentFor(1, 2, 4, 5) });
      expect(ended).toMatchObject({ failed: 4, stoppedBy: null });
      expect(rowsOf(now)).toHaveLength(6);
    }
  });

  it('halfway through a row has answered the rows before it', async () => {
    const now = desk();
    const during = (run: RunContext) => run.emit(ANSWERED);
    const ended = await now.run(ROWS, { rowsAtOnce: 1, during, before: silentFor(1, 2, 3, 4, 5) });
    expect(ended).toMatchObject({ done: 1, failed: 5, stoppedBy: null });
  });

  it('for rows between others whose answers cannot be used stops nothing, since it answers', async () => {
    const now = desk();
    const before = (instruction: string) => {
      if (/[24]$/u.test(instruction)) throw new StepFailedError('Its answer cannot be used.', { step: 'queries' });
      silentFor(1, 3, 5)(instruction);
    };
    const events: RunEvent[] = [2, 4].map(() => ({ ...ANSWERED, isFailed: true }));
    const during = (run: RunContext) => {
      if (now.begun.length % 2 === 1) events.splice(0, 1).forEach(run.emit);
    };
    expect(await now.run(ROWS, { rowsAtOnce: 1, during, before })).toMatchObject({
      done: 1,
      failed: 5,
      stoppedBy: null,
    });
  });

  it('halfway through the only row stops the run; where it does so again after what is kept, the row fails', async () => {
    const now = desk();
    const runWith = (isAnswered: boolean) =>
      now.run(ROWS.slice(0, 1), { before: silent, during: (run) => run.emit({ ...ANSWERED, isAnswered }) });
    expect(await runWith(true)).toMatchObject({ failed: 1, stoppedBy: expect.any(UnavailableError) as Error });
    expect(await runWith(false)).toMatchObject({ failed: 1, stoppedBy: null });
  });

  it('for three rows at the same place again and again stops two runs, and then the rows behind them are done', async () => {
    const now = desk();
    const before = silentFor(1, 2, 3);
    const during = (run: RunContext) => run.emit({ ...ANSWERED, isAnswered: false });
    const again = { rowsAtOnce: 1, before, during };
    expect(await now.run(ROWS, again)).toMatchObject({ failed: 3, stoppedBy: expect.any(UnavailableError) as Error });
    expect(await now.run(ROWS, again)).toMatchObject({ done: 3, failed: 3, stoppedBy: null });
    expect(await now.run(ROWS)).toMatchObject({ done: 3, cached: 3, failed: 0, stoppedBy: null });
  });

  it('for the only rows there are stops the run, and the same command asks for them again', async () => {
    const down = desk();
    const ended = await down.run(ROWS.slice(0, 2), { before: silent });
    expect(ended).toMatchObject({ failed: 2, stoppedBy: expect.any(UnavailableError) as Error });
    expect(rowsOf(down)).toMatchObject([{ isUnanswered: true }, { isUnanswered: true }]);
    expect(await down.run(ROWS.slice(0, 2))).toMatchObject({ done: 2, failed: 0, stoppedBy: null });
  });

  it('while several rows are under way keeps those that it answered', async () => {
    const down = desk();
    await down.run(ROWS, { rowsAtOnce: 6, before: silentFor(2, 3, 4) });
    expect(rowsOf(down).filter(({ status }) => status === 'failed')).toEqual([]);
    expect(await down.run(ROWS)).toMatchObject({ failed: 0, stoppedBy: null });
    expect(rowsOf(down).map(({ id }) => id)).toEqual(ROWS.map(({ id }) => id));
  });
});

describe('rows that lack answers', () => {
  it('are incomplete, and run again by the next run, which leaves the others as they are', async () => {
    const some = desk();
    const lacksAnswers = (instruction: string) => /[25]$/u.test(instruction);
    expect(await some.run(ROWS, { lacksAnswers })).toMatchObject({ done: 4, incomplete: 2, failed: 0 });
    expect(rowsOf(some).map(({ status }) => status)).toEqual([
      ...['done', 'incomplete', 'done', 'done', 'incomplete', 'done'],
    ]);
    expect(rowsOf(some)[1]).toMatchObject({ reason: expect.stringMatching(/^Incomplete: 2 questions/u) as string });
    expect(await some.run(ROWS, { lacksAnswers, retryFailed: true })).toMatchObject({ cached: 4, incomplete: 2 });
    expect(await some.run(ROWS)).toMatchObject({ done: 2, cached: 4, incomplete: 0, outdated: 0 });
    const straight = desk();
    await straight.run(ROWS);
    expect(some.output.lines).toEqual(straight.output.lines);
    // Where the output is gone, the store answers for those that are whole.
    some.output.lines.splice(0);
    expect(await some.run(ROWS)).toMatchObject({ cached: 6 });
  });
});

describe('a second run', () => {
  it('runs nothing, and changes nothing', async () => {
    const twice = desk();
    await twice.run(ROWS);
    const lines = [...twice.output.lines];
    expect(await twice.run(ROWS)).toMatchObject({ done: 0, cached: 6 });
    expect(twice.output.lines).toEqual(lines);
    expect(twice.begun).toHaveLength(6);
  });

  it('takes sets from the store where the output is gone', async () => {
    const twice = desk();
    await twice.run(ROWS);
    const lines = twice.output.lines.splice(0);
    expect(await twice.run(ROWS)).toMatchObject({ done: 0, cached: 6 });
    expect(twice.output.lines).toEqual(lines);
  });

  it('runs failed rows again only when asked to, and keeps what stands behind them', async () => {
    const broken = desk();
    let isDown = true;
    const before = (instruction: string) => {
      if (isDown && instruction.endsWith('2')) throw new StepFailedError('All ratings failed.');
    };
    await broken.run(ROWS, { before });
    isDown = false;
    expect(await broken.run(ROWS, { before })).toMatchObject({ done: 0, cached: 5, failed: 1 });
    expect(await broken.run(ROWS, { before, retryFailed: true })).toMatchObject({ done: 1, cached: 5 });
    const straight = desk();
    await straight.run(ROWS);
    expect(broken.output.lines).toEqual(straight.output.lines);
  });

  it('replaces what no longer holds: other sources, another order, rows no longer asked for', async () => {
    const changed = desk();
    await changed.run(ROWS);
    expect(await changed.run(ROWS.slice(1).reverse())).toMatchObject({ done: 0, cached: 5, outdated: 1 });
    expect(rowsOf(changed).map(({ id }) => id)).toEqual(['row 6', 'row 5', 'row 4', 'row 3', 'row 2']);
    expect(await changed.run(ROWS, { version: ' anew' })).toMatchObject({ done: 6, outdated: 5 });
    expect(changed.begun).toHaveLength(12);
  });
});

describe('what concerns all rows', () => {
  const stops: readonly (readonly [what: string, error: Error])[] = [
    ['a limit', new LimitError('The limit was reached.')],
    ['a key that is refused', new SettingError('The key is refused.')],
    ['a server that is down', new UnavailableError('Nobody answers.')],
  ];
  it.each(stops)('%s starts no further row and keeps what is done', async (_what, error) => {
    const limited = desk();
    const before = (instruction: string) => {
      if (instruction.endsWith('3')) throw error;
    };
    const result = await limited.run(instructions(9), { before, rowsAtOnce: 2 });
    expect(result.stoppedBy).toBe(error);
    expect(result.failed).toBe(0);
    expect(limited.begun.length).toBeLessThanOrEqual(4);
    // The row behind the one that was stopped may have been done: then it is kept.
    const ran = result.done;
    expect(rowsOf(limited).map(({ id }) => id)).toEqual(['row 1', 'row 2', 'row 4'].slice(0, ran));
    expect(await limited.run(instructions(9))).toMatchObject({ done: 9 - ran, cached: ran, stoppedBy: null });
  });

  it('a signal does so too', async () => {
    const stopped = desk();
    const controller = new AbortController();
    const before = (instruction: string) => {
      if (instruction.endsWith('2')) controller.abort('SIGINT');
    };
    const result = await stopped.run(ROWS, { before, rowsAtOnce: 1, signal: controller.signal });
    expect(result).toMatchObject({ done: 2, stoppedBy: { name: 'CancelledError', cause: 'SIGINT' } });
    expect(stopped.begun).toHaveLength(2);
  });

  it('an output that cannot be written to does so too', async () => {
    const full = desk();
    full.output.append = () => Promise.reject(new UnavailableError('The disk is full.'));
    const result = await full.run(ROWS, { rowsAtOnce: 1 });
    expect(result.stoppedBy).toMatchObject({ message: 'The disk is full.' });
    expect(full.begun).toHaveLength(1);
  });
});

it('however often a run is stopped, wherever, the rows are those of a straight one', async () => {
  const rows = instructions(12);
  const straight = desk();
  await straight.run(rows);
  const stops = fc.array(
    fc.record({ at: fc.integer({ min: 1, max: 12 }), rowsAtOnce: fc.integer({ min: 1, max: 5 }) }),
    {
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(stops, async (interruptions) => {
      const again = desk();
      for (const { at, rowsAtOnce } of interruptions) {
        let begun = 0;
        const before = () => {
          if ((begun += 1) === at) throw new LimitError('The limit was reached.');
        };
        await again.run(rows, { before, rowsAtOnce });
      }
      await again.run(rows);
      expect(again.output.lines).toEqual(straight.output.lines);
    }),
    fuzzing(30),
  );
});

it('whatever rows it is silent for, and when, no finished row is lost, and all are done when it answers', async () => {
  const rows = instructions(9);
  const straight = desk();
  await straight.run(rows);
  const silences = fc.array(
    fc.record({
      rowsAtOnce: fc.integer({ min: 1, max: 4 }),
      from: fc.nat(12),
      poison: fc.subarray(rows, { maxLength: 4 }),
    }),
    { maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(fc.subarray(rows), silences, async (first, outages) => {
      const now = desk();
      await now.run(first);
      let finished = first.map(({ id }) => id);
      for (const { rowsAtOnce, from, poison } of outages) {
        let begun = 0;
        const before = async (instruction: string) => {
          begun += 1;
          if (begun > from || poison.some((row) => row.instruction === instruction))
            throw new NoAnswerError('Silence.');
        };
        await now.run(rows, { rowsAtOnce, before });
        const done = rowsOf(now).flatMap(({ id, status }) => (status === 'done' ? [id] : []));
        expect(done).toEqual(expect.arrayContaining(finished));
        finished = done;
      }
      expect(await now.run(rows)).toMatchObject({ failed: 0, stoppedBy: null });
      expect(now.output.lines).toEqual(straight.output.lines);
    }),
    fuzzing(30),
  );
});
