/** Where a command's result goes: stdout, or a file that appears whole or not at all. */
import { randomUUID } from 'node:crypto';
import { access, chmod, constants, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pc from 'picocolors';
import { errorCode, GroundruleError, InputError, messageOf, UnavailableError } from '../../domain/errors.ts';
import type { Colors, Layout } from '../../report/layout.ts';
import { printableJson } from '../../text/printable.ts';
import { redact } from '../../text/redact.ts';
import type { OutputStream, Shell } from '../shell.ts';

export interface Output extends Layout {
  /** Where it goes, for messages; null for stdout. */
  readonly path: string | null;
  /**
   * @param text whole, or in pieces where it is large
   * @throws UnavailableError where it cannot be written; a file that was there before is then as it was
   */
  write(text: string | AsyncIterable<string>): Promise<void>;
  /** The value as indented JSON. */
  writeJson(value: unknown): Promise<void>;
  /** A line that is a secret on purpose: everything else is covered. */
  writeSecret(secret: string): Promise<void>;
}

/**
 * @param path null for stdout
 * @param flag as messages call it
 * @throws InputError where `path` cannot become a file, before any work is done
 */
export async function openOutput(shell: Shell, path: string | null, flag = '--out'): Promise<Output> {
  const opened = path === null ? stdoutOf(shell) : await openFile(path, flag);
  return {
    ...opened,
    path,
    write: (text) => opened.write(typeof text === 'string' ? redact(text) : redactPieces(text)),
    writeJson: (value) => opened.write(`${printableJson(value, 2)}\n`),
    writeSecret: (secret) => opened.write(`${secret}\n`),
  };
}

async function* redactPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield redact(piece);
}

type Opened = Omit<Output, 'writeJson' | 'writeSecret' | 'path'>;

function stdoutOf({ stdout, env }: Shell): Opened {
  return {
    ...layoutOf(stdout, env),
    write: async (text) => {
      for await (const piece of typeof text === 'string' ? [text] : text) await writeAll(stdout, piece);
    },
  };
}

/** The text is written beside its place and moved there: in one step, since both lie in one folder. */
async function openFile(asked: string, flag: string): Promise<Opened> {
  const { path, mode } = await placeOf(asked, flag);
  // With a dot, or a file would pass for a folder.
  await access(`${dirname(path)}/.`, constants.W_OK).catch((error: unknown) => {
    throw notWritable(asked, error, flag);
  });
  return {
    colors: pc.createColors(false),
    width: WIDTH.unknown,
    write: async (text) => {
      const draft = join(dirname(path), `.groundrule-${randomUUID()}`);
      try {
        await writeFile(draft, text, { flag: 'wx', mode: mode ?? 0o666, flush: true });
        if (mode !== null) await chmod(draft, mode);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw notWritten(asked, error);
      }
    },
  };
}

/**
 * Follows a link to the file itself, which keeps its rights.
 * @throws InputError where something other than a regular file is there
 */
export async function placeOf(
  asked: string,
  flag = '--out',
): Promise<{ readonly path: string; readonly mode: number | null }> {
  const path = await realpath(asked).catch(() => resolve(asked));
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory() === true)
    throw new InputError(`${flag} ${asked} is a folder.`, { advice: 'Name a file in it.' });
  if (stats?.isFile() === false)
    throw new InputError(`${flag} ${asked} is not a regular file.`, {
      advice: `Leave out ${flag} and redirect stdout.`,
    });
  return { path, mode: stats === null ? null : stats.mode & 0o777 };
}

export function notWritable(asked: string, error: unknown, flag = '--out'): InputError {
  return new InputError(`${flag} ${asked} cannot be written: ${reasonOf(error)}.`, {
    advice: 'Name a file in a folder that is there and that you may write to.',
    cause: error,
  });
}

export function notWritten(asked: string, error: unknown): GroundruleError {
  if (error instanceof GroundruleError) return error;
  return new UnavailableError(`${asked} could not be written: ${reasonOf(error)}.`, { cause: error });
}

function reasonOf(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'its folder is not there';
  if (code === 'EACCES' || code === 'EPERM') return 'you have no right to write there';
  if (code === 'EROFS') return 'the disk is read-only';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  return messageOf(error);
}

/** Columns: of the narrowest terminal that is laid out for, and where nobody says. */
export const WIDTH = { min: 24, unknown: 100 };

/** NO_COLOR (https://no-color.org) before FORCE_COLOR; without either, a terminal that is not a dumb one. */
export function hasColors(stream: OutputStream, env: Shell['env']): boolean {
  const { NO_COLOR = '', FORCE_COLOR: forced, TERM } = env;
  if (NO_COLOR !== '') return false;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && TERM !== 'dumb';
}

export function colorsOf(stream: OutputStream, env: Shell['env']): Colors {
  return pc.createColors(hasColors(stream, env));
}

export function layoutOf(stream: OutputStream, env: Shell['env']): Layout {
  const columns = stream.columns ?? Number(env['COLUMNS']);
  const width = Math.max(columns || WIDTH.unknown, WIDTH.min);
  return { colors: colorsOf(stream, env), width, ...(columns > 0 ? { edge: width } : {}) };
}

/** A reader that has gone (`| head -1`) has all it wants. @throws UnavailableError where the disk is full, and the like */
export function writeAll(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      const code = errorCode(error);
      if (!error || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') resolve();
      else reject(new UnavailableError(`The result could not be written: ${error.message}.`, { cause: error }));
    });
  });
}
