/** A file that gets one response's text beside what a command prints. */
import type { Shell } from '../shell.ts';
import { openOutput } from './open-output.ts';
import type { Progress } from './progress.ts';

export interface TextFile {
  /** Exactly the text; nothing where no file was asked for. */
  write(text: string, progress: Progress): Promise<void>;
}

/**
 * @param path undefined: no file was asked for
 * @throws InputError where it cannot become a file, before any work is done
 */
export async function withTextFile<Result>(
  shell: Shell,
  path: string | undefined,
  work: (file: TextFile) => Promise<Result>,
): Promise<Result> {
  if (path === undefined) return work({ write: async () => undefined });
  const output = await openOutput(shell, path, '--output');
  try {
    return await work({
      write: async (text, progress) => {
        await output.write(text);
        progress.note(`text written to ${path}`);
      },
    });
  } finally {
    await output.close();
  }
}
