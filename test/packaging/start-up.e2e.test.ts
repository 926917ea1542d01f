/** What the built program loads before it knows what it is asked for. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MAIN = join(import.meta.dirname, '../../dist/bin/main.js');
/** Adds the text of every module of our own that is loaded to a file: a pipe may be full. */
const HOOK = `import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (url.includes('/dist/bin/')) appendFileSync(process.env.LOADED_MODULES, String(loaded.source));
  return loaded;
}`;
const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const REGISTER = dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(dataUrl(HOOK))});`);

/** Prints the name of every package that is required. */
const REQUIRED = dataUrl(`import Module from 'node:module'; import { writeSync } from 'node:fs';
const load = Module._load;
Module._load = (name, ...more) => { writeSync(2, name + '\\n'); return load(name, ...more); };`);

describe('a discovery by bundled guides', () => {
  it('loads no tagger: the guides were tagged at build', async () => {
    const args = ['discover', 'Write a cover letter', '--store', 'memory', '--quiet'];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', REQUIRED, MAIN, ...args]);
    expect(stdout).toContain('cover letter');
    expect(stderr).toContain('libsql');
    expect(stderr).not.toContain('compromise');
  });
});

describe('the built program', () => {
  it.each([
    ['--version', false],
    ['--help', false],
    ['protocols', true],
  ])('%s: loads the schema library: %s', async (arg, isLoaded) => {
    const file = join(await temporaryFolder(), 'loaded.js');
    await promisify(execFile)(process.execPath, ['--import', REGISTER, MAIN, arg], {
      env: { ...process.env, LOADED_MODULES: file },
    });
    const loaded = await readFile(file, 'utf8');
    expect(loaded).toContain('runCli');
    expect(loaded.includes('$ZodType')).toBe(isLoaded);
    // Its messages in other languages are left out of the bundle.
    expect(loaded).not.toContain('Ungültige Eingabe');
  });
});
