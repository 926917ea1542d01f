import { SETTING_NAMES } from '../../config/settings.ts';
import { seconds } from '../../report/words.ts';
import { defineCommand } from '../define-command.ts';
import { EXIT } from '../exit-codes.ts';
import { toggle } from '../flag.ts';
import { dryRunFlag, quietFlag, setFlags, taskFlags, blockOf, DISCOVERY_SETTINGS } from '../flags.ts';
import { askKind } from '../input/ask-kind.ts';
import { readTask } from '../input/read-task.ts';
import { renderSet, requireFormatAllowsTop } from '../../report/set.ts';
import { incompleteText } from '../../domain/criteria-set.ts';
import { describeSource, explainNoGuidance, failedGiven } from '../../report/source.ts';
import { printDiscoveryPlan } from '../output/print-discovery-plan.ts';

export const command = defineCommand({
  name: 'discover',
  description: 'Discover the criteria of a writing task',
  arguments: [['[instruction...]', 'What is to be written, in quotes; “-” reads it from stdin']],
  flags: {
    ...taskFlags,
    ...setFlags,
    dryRun: dryRunFlag().conflicts(['format', 'top', 'out']),
    quiet: quietFlag,
    verbose: toggle('-v, --verbose', 'Print more on stderr: settings, what became of each source').conflicts('quiet'),
  },
  settings: DISCOVERY_SETTINGS,
  work: 'discovery',
  examples: [
    'groundrule discover "Write a cover letter for a junior data analyst"',
    'groundrule discover --file task.txt --context audience.md --library ~/guides',
    'groundrule discover "Write a toast" --format markdown --out toast.md',
    'echo "Write a press release" | groundrule discover --format jsonl | head -3',
    'groundrule discover "Write a toast" --model gpt-4.1-mini --max-usd 0.10 --dry-run',
    'groundrule discover "Write a toast" --model gpt-4.1-mini --search openai',
    'groundrule discover "Write a toast" --model llama3.1 --base-url http://127.0.0.1:11434/v1',
  ],
  run: async (session, words) => {
    const startMs = performance.now();
    const startedAt = new Date().toISOString();
    const { flags, shell, progress } = session;
    const choice = { format: flags.format, top: flags.top, only: blockOf(flags) };
    requireFormatAllowsTop(choice);
    const task = await readTask(session, { words, ...flags });
    const config = await session.config();
    if (flags.dryRun === true) {
      await printDiscoveryPlan(session, task.instruction, [task]);
      return EXIT.done;
    }

    const client = await session.client();
    const { settings, provenance, configFiles } = config;
    progress.detail(
      `store: ${client.store.location}; config files: ${configFiles.map(({ path }) => path).join(', ') || 'none'}`,
    );
    for (const name of SETTING_NAMES)
      if (provenance[name] !== 'default')
        progress.detail(`${name}: ${JSON.stringify(settings[name])} (${provenance[name]})`);
    const kind = flags.quiet === true ? null : await askKind(session, client, task);
    const set = await client.discover(task, kind === null ? {} : { kind });
    progress.close();
    const incomplete = incompleteText(set.content.unanswered);
    if (incomplete !== null) progress.warn(incomplete);
    if (shell.stdout.isTTY === true) progress.note('');
    await session.print((layout) => renderSet(set, choice, layout));
    await session.reportUsage();
    const { sources, criteria, warnings } = set.content;
    for (const source of sources) progress.detail(describeSource(source));
    if (criteria.length === 0) progress.note(explainNoGuidance(set.content, settings.library.length > 0));
    else for (const page of failedGiven(set.content)) progress.warn(`given, but not used: ${page}`);
    for (const warning of warnings)
      if (criteria.length === 0) progress.warnInAnyCase(warning);
      else progress.warn(warning);
    const isKept = client.store.location !== 'memory';
    const place = isKept ? `kept in ${client.store.location}` : 'not kept';
    progress.note(`${set.id} (${seconds(performance.now() - startMs)}), ${place}`);
    // By `precompute` or an import: a discovery of this run begins after it.
    if (set.run.startedAt < startedAt)
      progress.note(
        `discovered before, at ${set.run.startedAt}; to rediscover`,
        `npx groundrule sets remove ${set.id}`,
      );
    if (isKept && criteria.length > 0) progress.note('What each criterion rests on', `npx groundrule audit ${set.id}`);
    if (incomplete !== null) return EXIT.incomplete;
    return criteria.length === 0 ? EXIT.noGuidance : EXIT.done;
  },
});
