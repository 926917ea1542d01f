/** `groundrule library add`: saves pages of the web to a folder. */
import { systemClock } from '../../client/clock.ts';
import { InputError } from '../../domain/errors.ts';
import type { AddedPage } from '../../search/library/add-to-library.ts';
import { printableJson, printableLine } from '../../text/printable.ts';
import type { LibraryAddFlags } from '../commands/library.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openOutput, type Output } from '../output/open-output.ts';
import { createProgress } from '../output/progress.ts';
import type { Shell } from '../shell.ts';
import { withStopSignals } from '../stop-signals.ts';
import { withApp } from '../with-app.ts';

export function addPages(urls: readonly string[], flags: LibraryAddFlags, shell: Shell): Promise<ExitCode> {
  return withStopSignals(shell, async (signal) => {
    for (const url of urls)
      if (!URL.canParse(url) || !/^https?:$/u.test(new URL(url).protocol))
        throw new InputError(`“${url}” is not an http or https URL.`);
    const { store, allowHost, to: folder, replace = false } = flags;
    const progress = createProgress(shell, 'normal', systemClock);
    const request = { flags: { store, allowHosts: allowHost }, configFile: flags.config, progress, signal };
    return withApp(shell, request, async (app) => {
      const added = await app.addToLibrary(urls, { folder, replace });
      const output = await openOutput(shell, null);
      await output.write(
        flags.format === 'json'
          ? `${printableJson(added, 2)}\n`
          : added.map((page) => lineOf(page, output)).join(''),
      );
      const isSaved = ({ status }: AddedPage) => status === 'saved' || status === 'replaced';
      return added.every(isSaved) ? EXIT.done : EXIT.notSaved;
    });
  });
}

function lineOf(page: AddedPage, { colors }: Output): string {
  const url = printableLine(page.url);
  if (page.status === 'failed') return `${colors.red('failed')}  ${url}: ${printableLine(page.reason)}\n`;
  const paint = page.status === 'exists' ? colors.yellow : colors.green;
  const hint = page.status === 'exists' ? ' is there already and stays as it is; --replace replaces it' : '';
  return `${paint(page.status)}  ${url} → ${printableLine(page.file)}${hint}\n`;
}
