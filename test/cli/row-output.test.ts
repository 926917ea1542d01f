/** The file that rows are added to: what a crash leaves, and what is not ours. */
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../src/data/lines.ts';
import { openEarlierRows, openRowOutput } from '../../src/cli/output/row-output.ts';
import { precomputedRows } from '../../src/jobs/rows/row-file.ts';
import { InputError, UnavailableError } from '../../src/domain/errors.ts';
import type { PrecomputedRow } from '../../src/precompute/precomputed-row.ts';
import { sha256Hex } from '../../src/text/hash.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { testShell } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { set } = criteriaSetFixture();
const ROWS: readonly PrecomputedRow[] = [
  { id: 'one', key: sha256Hex('1'), status: 'done', set: { id: set.id, content: set.content } },
  { id: 'zwei ü', key: sha256Hex('2'), status: 'failed', reason: 'It\u2028ended\nbadly.' },
  { id: '3', key: sha256Hex('3'), status: 'failed', reason: 'It ended badly.' },
];

async function write(path: string, rows: readonly PrecomputedRow[]): Promise<readonly PrecomputedRow[]> {
  const output = await openRowOutput(testShell(), path, precomputedRows);
  try {
    const earlier: PrecomputedRow[] = [];
    for await (const row of output.earlier()) earlier.push(row);
    await output.keepFirst(earlier.length);
    for (const row of rows) await output.append(row);
    return earlier;
  } finally {
    await output.close();
  }
}

async function allOf(rows: AsyncIterable<PrecomputedRow> | readonly PrecomputedRow[]): Promise<PrecomputedRow[]> {
  const all: PrecomputedRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

function linesOf(text: string, count: number): string {
  return text
    .split(/(?<=\n)/u)
    .slice(0, count)
    .join('');
}

async function rowFile(): Promise<string> {
  const path = join(await temporaryFolder(), 'rows.jsonl');
  await write(path, ROWS);
  return path;
}

describe('a file of rows', () => {
  it('has one line for each row, and gives them back', async () => {
    const path = await rowFile();
    const text = await readFile(path, 'utf8');
    expect(text.split('\n')).toHaveLength(ROWS.length + 1);
    expect(text).not.toContain('\u2028');
    expect(await write(path, [])).toEqual(ROWS);
  });

  it('that was cut anywhere is taken up there: no line lost, doubled or half', async () => {
    const path = await rowFile();
    const whole = await readFile(path);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length }), async (length) => {
        await writeFile(path, whole.subarray(0, length));
        const earlier = await write(path, []);
        await write(path, ROWS.slice(earlier.length));
        expect(await readFile(path)).toEqual(whole);
      }),
      { numRuns: 12, examples: [[0], [1], [whole.length - 1], [whole.length]] },
    );
  });

  it.each([
    ['text', 'Dear diary,\n'],
    ['text without a line break', 'Dear diary,'],
    ['other JSON', '{"id":"1","instruction":"Write a toast"}\n'],
    ['bytes', Buffer.from([0xff, 0xfe, 0x0a])],
  ])('that holds %s is refused and left as it was', async (_what, content) => {
    const path = join(await temporaryFolder(), 'mine.jsonl');
    await writeFile(path, content);
    const refused = await write(path, ROWS).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InputError);
    expect((refused as InputError).message).toContain('line 1: it is no row of precompute');
    expect(await readFile(path)).toEqual(Buffer.from(content));
  });

  it('that is killed while a row near its top is done again keeps all behind it, and is itself again at the end', async () => {
    const path = await rowFile();
    const whole = await readFile(path, 'utf8');
    const names = ROWS.map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })), { minLength: 1, maxLength: 4 }),
        async (runs) => {
          for (const [kept, written] of runs) {
            const output = await openRowOutput(testShell(), path, precomputedRows);
            expect((await allOf(output.earlier())).map(({ id }) => id)).toEqual(names);
            await output.keepFirst(kept);
            for (const row of ROWS.slice(kept, kept + written)) await output.append(row);
            expect(await readFile(path, 'utf8')).toBe(linesOf(whole, kept + written));
            // As a kill leaves it.
            await output.close();
          }
          const last = await openRowOutput(testShell(), path, precomputedRows);
          expect(await allOf(last.earlier())).toEqual(ROWS);
          await last.keepFirst(1);
          for (const row of ROWS.slice(1)) await last.append(row);
          await last.finish?.();
          await last.close();
          expect(await readFile(path, 'utf8')).toBe(whole);
          expect(await readdir(dirname(path))).toEqual(['rows.jsonl']);
        },
      ),
      {
        numRuns: 20,
        examples: [
          [[[0, 0]]],
          [
            [
              [0, 1],
              [1, 0],
              [3, 0],
            ],
          ],
        ],
      },
    );
  });

  it('that is only read leaves what a killed run set aside', async () => {
    const path = await rowFile();
    const killed = await openRowOutput(testShell(), path, precomputedRows);
    await allOf(killed.earlier());
    await killed.keepFirst(0);
    await killed.close();
    for (let times = 0; times < 2; times += 1) {
      const plan = await openEarlierRows(path, precomputedRows);
      expect(await allOf(plan?.earlier() ?? [])).toEqual(ROWS);
      await plan?.close();
    }
  });

  it('that another process writes to is not written to any more', async () => {
    const path = await rowFile();
    const output = await openRowOutput(testShell(), path, precomputedRows);
    await output.keepFirst(0);
    await appendFile(path, 'x');
    await expect(output.append(ROWS[0]!)).rejects.toThrow(UnavailableError);
    await output.close();
    expect(await readFile(path, 'utf8')).toBe('x');
  });

  it('in a folder that is not there is refused', async () => {
    const path = join(await temporaryFolder(), 'no', 'rows.jsonl');
    await expect(write(path, [])).rejects.toThrow('cannot be written: its folder is not there');
  });
});

it('lines are the same however the bytes come in pieces', async () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 6 }).map((bytes) => bytes.map((byte) => (byte < 90 ? 10 : byte))));
  await fc.assert(
    fc.asyncProperty(pieces, async (chunks) => {
      const text = Buffer.concat(chunks).toString('latin1');
      const lines: string[] = [];
      async function* stream() {
        for (const chunk of chunks) yield Buffer.from(chunk);
      }
      for await (const line of readLines(stream())) {
        lines.push(line.bytes.toString('latin1') + (line.isWhole ? '\n' : ''));
        expect(line.number).toBe(lines.length);
      }
      expect(lines.join('')).toBe(text);
    }),
  );
});
