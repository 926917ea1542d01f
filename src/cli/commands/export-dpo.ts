/** `groundrule export-dpo`: preference pairs turned round, for training a model that writes weakly. */
import { defineCommand } from '../define-command.ts';
import { outFlag, quietFlag } from '../flags.ts';
import { exportDpo, readPreferences } from '../../judge/export-dpo.ts';

export const command = defineCommand({
  name: 'export-dpo',
  description: 'Turn preference pairs round, so that a DPO trainer makes a weak model of them (CAMIEval)',
  arguments: [
    [
      '<pairs>',
      'JSON Lines with instruction, a, b and label, or with prompt, chosen and rejected; “-” for standard input',
    ],
  ],
  flags: { out: outFlag, quiet: quietFlag },
  examples: ['groundrule export-dpo pairs.jsonl --out weak.jsonl'],
  run: async (session, reference) => {
    const pairs = await readPreferences(session, reference);
    const rows = exportDpo(pairs);
    await session.print(() => rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const left = pairs.length - rows.length;
    session.progress.note(
      `${rows.length} pairs, chosen and rejected swapped${left === 0 ? '' : `; ${left} ties left out`}`,
    );
  },
});
