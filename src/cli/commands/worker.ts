import { defineCommand } from '../define-command.ts';
import { toggle, whole } from '../flag.ts';
import { DISCOVERY_SETTINGS } from '../flags.ts';
import { runWorker } from '../run-worker.ts';

export const command = defineCommand({
  name: 'worker',
  description: 'Work on queued jobs that were asked for with the same settings, on any number of machines',
  flags: {
    concurrency: whole('--concurrency <number>', 'Jobs under way at once', [1, 256], 4),
    untilEmpty: toggle('--until-empty', 'End when all jobs that it is set up for have ended'),
    grace: whole(
      '--grace <seconds>',
      'Told to stop, it finishes jobs for so long and hands back the others',
      [0, 3_600],
      20,
    ),
  },
  settings: DISCOVERY_SETTINGS,
  examples: [
    'groundrule worker --store postgres://groundrule@db.example.org/groundrule --model gpt-4.1-mini',
    'groundrule worker --store postgres://groundrule@db.example.org/groundrule --concurrency 16 --until-empty',
  ],
  run: (session) => runWorker(session, session.flags),
});
