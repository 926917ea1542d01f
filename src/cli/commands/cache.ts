/** `groundrule cache`: its commands, their flags and help. */
import { Command, Option } from 'commander';
import type { Finish } from '../exit-codes.ts';
import type { Shell } from '../shell.ts';
import { addExamples, addStoreFlags, TEXT_FORMATS, type StoreFlags, type TextFormat } from './flags.ts';

export interface CacheExportFlags extends StoreFlags {
  readonly out?: string;
}

export interface CacheVerifyFlags {
  readonly format: TextFormat;
}

export function cacheCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('cache')
    .description('Carry sets, and the pages that they rest on, from one store to another')
    .addCommand(exportCommand(shell, finish))
    .addCommand(importCommand(shell, finish))
    .addCommand(verifyCommand(shell, finish));
  return addExamples(command, [
    'groundrule cache export --out sets.jsonl',
    'groundrule cache verify sets.jsonl',
    'groundrule cache import sets.jsonl --store ./criteria.sqlite',
  ]);
}

function exportCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('export')
    .description('Write stored sets and the pages that they name as JSON Lines')
    .argument('[sets...]', 'Ids of stored sets or the beginnings of them; default: all')
    .option('-o, --out <file>', 'Write to a file, whole or not at all, instead of stdout');
  return addStoreFlags(command).action(async (ids: readonly string[], flags: CacheExportFlags) => {
    const { exportSets } = await import('../actions/cache.ts');
    finish(await exportSets(ids, flags, shell));
  });
}

function importCommand(shell: Shell, finish: Finish): Command {
  const command = new Command('import')
    .description('Put what was exported into a store: all of it, or nothing of a damaged file')
    .argument(
      '<file>',
      'What “cache export” wrote; from people whom you trust, its pages stand for the real ones',
    );
  return addStoreFlags(command).action(async (file: string, flags: StoreFlags) => {
    const { importSets } = await import('../actions/cache.ts');
    finish(await importSets(file, flags, shell));
  });
}

function verifyCommand(shell: Shell, finish: Finish): Command {
  return new Command('verify')
    .description('Check what was exported by itself: hashes, ids, and every quote against its page')
    .argument('<file>', 'What “cache export” wrote')
    .addOption(new Option('-f, --format <format>', 'How to print').choices(TEXT_FORMATS).default('text'))
    .action(async (file: string, flags: CacheVerifyFlags) => {
      const { verifyFile } = await import('../actions/cache.ts');
      finish(await verifyFile(file, flags, shell));
    });
}
