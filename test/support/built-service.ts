/** The built service in a process of its own, with a data folder of its own, until the test has ended. */
import { onTestFinished } from 'vitest';
import { startBuiltCli } from './built-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** @returns its address; rejects with what the program said where it does not come to serve */
export async function startBuiltService(
  flags: readonly string[] = [],
  command: readonly string[] = ['serve'],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = startBuiltCli([...command, '--port', '0', ...flags], { home: await temporaryFolder(), env });
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/u.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('close', () => reject(new Error(said)));
  });
}
