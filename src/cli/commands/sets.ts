import { findSet } from '../../client/find-set.ts';
import { settingsIn } from '../../config/settings.ts';
import { InputError } from '../../domain/errors.ts';
import { plural } from '../../report/words.ts';
import { printableLine, shorten } from '../../text/printable.ts';
import { defineCommand, defineGroup } from '../define-command.ts';
import { command as listCommand } from './list.ts';

const MAX_INSTRUCTION_CHARS = 80;

const removeCommand = defineCommand({
  name: 'remove',
  description: 'Remove stored sets, their model calls, and the stored pages that no other set cites',
  arguments: [['<ids...>', 'Ids of stored sets, or the beginnings of them']],
  settings: settingsIn('store'),
  examples: ['groundrule sets remove cs_1a2b3c cs_4d5e6f'],
  run: async (session, references) => {
    const { sets, store } = await session.client();
    const refusingAnother = {
      ...session.progress,
      note: (passedOver: string) => {
        throw new InputError(passedOver, { advice: 'Name the set to remove by its id.' });
      },
    };
    // All are looked for before one is removed.
    const found = new Map<string, string>();
    for (const reference of references) {
      const { id, content } = await findSet(store, reference, refusingAnother);
      found.set(id, content.task.instruction);
    }
    for (const [id, instruction] of found) {
      const pages = await sets.remove(id);
      session.progress.note(
        `removed ${id} and ${plural(pages, 'page')}: ${shorten(printableLine(instruction), MAX_INSTRUCTION_CHARS)}`,
      );
    }
  },
});

export const command = defineGroup({
  name: 'sets',
  description: 'List and remove stored sets',
  commands: [listCommand, removeCommand],
  examples: ['groundrule sets list', 'groundrule sets remove cs_1a2b3c'],
});
