/** `measure judge --attacks`: whether a judge rewards texts without merit like honest responses. */
import type { GivenAttackCase } from '../../client/attacks.ts';
import { rowMapping } from '../../data/benchmarks.ts';
import { readRows, withResponses } from '../../data/read-rows.ts';
import { withTasks } from '../../data/row.ts';
import { InputError } from '../../domain/errors.ts';
import { SCORING_PROTOCOLS } from '../../domain/protocols.ts';
import { ofFirstInstructions } from '../../jobs/rows/response-rows.ts';
import { judgeOptionsOf } from '../../judge/judge-options.ts';
import { unansweredInAttacks } from '../../judge/judge-attacks.ts';
import { COMPARISON_PROTOCOLS, SCORING } from '../../judge/protocols/index.ts';
import { renderAttacks } from '../../report/attacks.ts';
import type { FormatName } from '../../report/formats.ts';
import { renderJudgingPlan } from '../../report/plan.ts';
import { plural } from '../../report/words.ts';
import { canonicalJson } from '../../text/hash.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { needing, toggle, whole, type ValuesOf } from '../flag.ts';
import { commonJudgingFlags, howToJudgeFlags, protocolFlags, rowFlags, scoreFlags } from '../flags.ts';
import { chosenScoring, protocolFlag, protocolChoice } from '../input/own-protocol.ts';
import { checklistOfRow, namedChecklist } from '../input/find-checklist.ts';
import { codeUnlessOpen } from '../output/report-minimum.ts';
import { judgeOptions, openSessionPlanner } from '../run-judging.ts';
import type { Session } from '../session.ts';

function flagsOfAttacks() {
  const { checklist, set, top, stated, implicit, policy, dryRun } = commonJudgingFlags;
  const { batch, votes, analysis, codeChecks, checks, panel } = howToJudgeFlags;
  // The command has a flag for fields, and references are those of the rows.
  const { benchmark, where, unless, keyword, singleTurn, maxWords } = rowFlags();
  const { selective, writeReference, basics, concrete, dimensions, dimensionsFrom } = protocolFlags;
  return needing('attacks', {
    protocol: protocolFlag('--protocol <protocol>', 'How responses are judged; default: pass-rate, items one by one', [
      'pass-rate',
      ...SCORING_PROTOCOLS,
    ]),
    limit: whole('--limit <number>', 'Only the first so many instructions', [1, 1_000_000]),
    ...{ benchmark, where, unless, keyword, singleTurn, maxWords },
    ...{ selective, writeReference, basics, concrete, dimensions, dimensionsFrom },
    ...{ checklist, set, top, stated, implicit, policy, dryRun },
    ...{ batch, votes, analysis, codeChecks, checks, panel },
    ...scoreFlags,
  });
}

export const attackFlags = {
  attacks: toggle(
    '--attacks',
    'Of rows with an instruction and honest responses: whether texts without merit (nothing, the criteria, praise of itself, an order, padding, repetition) are rewarded like these',
  ).conflicts(['against', 'passAt', 'atLeast', 'value']),
  ...flagsOfAttacks(),
};

type Flags = ValuesOf<typeof attackFlags> & {
  /** A file; without --attacks what verdicts are. */
  readonly scale: string | undefined;
  readonly field: Parameters<typeof rowMapping>[0]['field'];
  readonly format: FormatName;
  readonly resamples: number | undefined;
  readonly seed: number;
};

export async function measureAttacks(session: Session<Flags>, file: string): Promise<ExitCode> {
  const { flags, progress } = session;
  const { protocol: typed = flags.selective === undefined ? 'pass-rate' : 'checklist-score', resamples, seed } = flags;
  const { by, prompt } = await chosenScoring(session, typed);
  if (by !== 'pass-rate' && flags.score !== undefined)
    throw new InputError(`--score has no effect with --protocol ${typed}, which scores by itself.`);
  const protocol = by === 'pass-rate' ? COMPARISON_PROTOCOLS[by] : SCORING[by];
  // Its seed is that of the bootstrap.
  const how = { ...flags, seed: undefined };
  const chosen = await protocolChoice({ ...session, flags: how }, by, protocol, prompt);
  const cases = await casesOf(session, file);
  const { policy, top } = flags;
  const judging = await judgeOptions(session, how);
  const options = { ...judging, ...chosen, policy, top, by, resamples, seed };
  if (flags.dryRun === true) {
    const { client, planned } = await openSessionPlanner(session);
    await client.measureAttacks(cases, { ...options, resamples: 0 });
    const title = `Judge the responses to ${plural(cases.length, 'instruction')}, and six attacks on each`;
    const plan = { title, judgesItems: by === 'pass-rate', options: judgeOptionsOf(judging), checklist: null };
    await session.print((layout) => renderJudgingPlan({ ...plan, model: planned() }, 'table', layout));
    return EXIT.done;
  }
  const measured = await (await session.client()).measureAttacks(cases, options);
  await session.print((layout) => renderAttacks(measured, flags.format, layout));
  await session.reportUsage();
  for (const { task, reason } of measured.leftOut) progress.warn(`${task.instruction}: ${reason}`);
  const isUndecided = measured.attacks.every(({ reward }) => reward.scored === 0);
  return codeUnlessOpen(progress, unansweredInAttacks(measured), isUndecided ? EXIT.notDecided : EXIT.done);
}

/** One for each instruction with its criteria; its responses may be in several rows. */
async function casesOf(session: Session<Flags>, file: string): Promise<readonly GivenAttackCase[]> {
  const { flags } = session;
  if (flags.checklist === 'discovered')
    throw new InputError('--checklist discovered is not for --attacks.', {
      advice: 'Discover the criteria with “npx groundrule precompute”, and name the sets in the rows.',
    });
  const common =
    flags.checklist === 'generated' ? null : await namedChecklist({ ...session, flags: { ...flags, ...NO_TASK } });
  const all = await readRows(session, file, rowMapping(flags), ['instruction', 'responses']);
  const rows = ofFirstInstructions(
    withTasks(withResponses(session, file, all)),
    flags.limit ?? Infinity,
    ({ task }) => task,
  );
  const cases = new Map<string, GivenAttackCase>();
  for (const row of rows) {
    const ofRow = flags.checklist === 'generated' ? undefined : (common ?? (await checklistOfRow(session, row)));
    const { task: instruction, reference } = row;
    const key = canonicalJson([instruction, ofRow ?? null, reference]);
    const responses = [...(cases.get(key)?.responses ?? []), ...row.responses];
    cases.set(key, { instruction, reference, responses, ...(ofRow === undefined ? {} : { checklist: ofRow }) });
  }
  return [...cases.values()];
}

const NO_TASK = { instruction: undefined, task: undefined, context: undefined, out: undefined, quiet: undefined };
