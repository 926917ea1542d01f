/** Where a command's result goes: stdout, or a file that appears whole or not at all. */
import { writablePlaceOf, writeWhole } from '../../data/output-file.ts';
import { errorCode, UnavailableError } from '../../domain/errors.ts';
import { PLAIN_LAYOUT, type Layout } from '../../report/layout.ts';
import { printableJson, printableJsonText } from '../../text/printable.ts';
import { redact } from '../../text/redact.ts';
import type { OutputStream, Shell } from '../shell.ts';
import { layoutOf } from './layout-of.ts';

export interface Output extends Layout {
  /** Where it goes, for messages; null for stdout. */
  readonly path: string | null;
  write(text: string): Promise<void>;
  writeJson(value: unknown): Promise<void>;
  /** @param values JSON of one value each */
  writeJsonLines(values: AsyncIterable<string>): Promise<void>;
  /** A line that is a secret on purpose: everything else is covered. */
  writeSecret(secret: string): Promise<void>;
}

/**
 * @param path null for stdout
 * @param flag as messages call it
 */
export async function openOutput(shell: Shell, path: string | null, flag = '--out'): Promise<Output> {
  const opened = path === null ? stdoutOf(shell) : await openFile(path, flag);
  return {
    ...opened,
    path,
    write: (text) => opened.write(redact(text)),
    writeJson: (value) => opened.write(`${printableJson(value, 2)}\n`),
    writeJsonLines: (values) => opened.write(printableLines(values)),
    writeSecret: (secret) => opened.write(`${secret}\n`),
  };
}

async function* printableLines(values: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const json of values) yield `${printableJsonText(json)}\n`;
}

interface Opened extends Layout {
  /** @param text whole, or in pieces where it is large */
  write(text: string | AsyncIterable<string>): Promise<void>;
}

function stdoutOf({ stdout, env }: Shell): Opened {
  return {
    ...layoutOf(stdout, env),
    write: async (text) => {
      for await (const piece of typeof text === 'string' ? [text] : text) await writeAll(stdout, piece);
    },
  };
}

async function openFile(asked: string, flag: string): Promise<Opened> {
  const place = await writablePlaceOf(asked, flag);
  return {
    ...PLAIN_LAYOUT,
    write: (text) => writeWhole(asked, text, place),
  };
}

/** A reader that has gone (`| head -1`) has all it wants. */
export function writeAll(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      const code = errorCode(error);
      if (!error || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') resolve();
      else reject(new UnavailableError(`The result could not be written: ${error.message}.`, { cause: error }));
    });
  });
}
