import { defineCommand } from '../define-command.ts';
import { exportDpo } from '../../judge/export-dpo.ts';
import { InputError } from '../../domain/errors.ts';
import { readPreferences } from '../../judge/read-preferences.ts';
import { plural } from '../../report/words.ts';
import { toggle } from '../flag.ts';
import { outFlag, quietFlag } from '../flags.ts';

export const command = defineCommand({
  name: 'export-dpo',
  description: 'Turn preference pairs round, so that a DPO trainer makes a weak model of them (CAMIEval)',
  arguments: [
    [
      '<pairs>',
      'JSON Lines with instruction, a, b and label, with prompt, chosen and rejected, or with prompt, completion and reward (judge --data --rewards); “-” for standard input',
    ],
  ],
  flags: {
    preferred: toggle('--preferred', 'Leave them as they are: what is preferred is chosen'),
    out: outFlag,
    quiet: quietFlag,
  },
  examples: [
    'groundrule export-dpo pairs.jsonl --out weak.jsonl',
    'groundrule export-dpo rewards.jsonl --preferred --out dpo.jsonl',
  ],
  run: async (session, reference) => {
    const { pairs, unrewarded } = await readPreferences(session, reference);
    const isTurned = session.flags.preferred !== true;
    const rows = exportDpo(pairs, isTurned);
    if (rows.length === 0) throw noPairs(pairs.length, unrewarded);
    await session.print(() => rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const left = pairs.length - rows.length;
    session.progress.note(
      `${rows.length} pairs${isTurned ? ', chosen and rejected swapped' : ''}${left === 0 ? '' : `; ${left} ties left out`}${unrewarded === 0 ? '' : `; ${plural(unrewarded, 'completion')} without a reward left out`}`,
    );
  },
});

function noPairs(ties: number, unrewarded: number): InputError {
  const without = unrewarded === 0 ? '' : `; ${plural(unrewarded, 'completion')} without a reward`;
  return ties > 0
    ? new InputError(`There is nothing to learn from: ${plural(ties, 'pair')}, all ties or of equal texts.`)
    : new InputError(`No prompt has two completions with different rewards${without}.`, {
        advice:
          'Judge several responses to each prompt, or with a finer score (judge --data --score weighted --rewards).',
      });
}
