/** `judge --protocol`: scores responses as a whole, each by itself. */
import { rowMapping } from '../data/benchmarks.ts';
import { readRows, withResponses } from '../data/read-rows.ts';
import type { NamedResponse, ScoringProtocol } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import type { Task } from '../domain/task.ts';
import { ofFirstInstructions } from '../jobs/rows/response-rows.ts';
import { formatsOf } from '../report/formats.ts';
import { plural } from '../report/words.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { ValuesOf } from './flag.ts';
import type { JudgeFlags, protocolFlags } from './flags.ts';
import { SCORING } from '../judge/protocols/index.ts';
import { checklistOfRow } from './input/find-checklist.ts';
import type { GivenChecklist } from '../client/given-input.ts';
import { protocolChoice } from './input/own-protocol.ts';
import { readReference } from '../data/read-responses.ts';
import { readDrafts } from './input/read-drafts.ts';
import { renderScorings } from '../report/scores.ts';
import { flagOfOption, runJudging } from './run-judging.ts';
import type { Session } from './session.ts';

type ScoreFlags = JudgeFlags & ValuesOf<typeof protocolFlags>;

/** Flags without effect where there are no verdicts on items. */
const FLAGS_OF_PASS_RATES = ['min', 'watch', 'rows', 'rewards', 'retryFailed', 'concurrency', 'queue'] as const;

export async function scoreResponses(
  session: Session<ScoreFlags>,
  references: readonly string[],
  by: ScoringProtocol,
  prompt?: string,
): Promise<ExitCode> {
  const { flags } = session;
  const { format, policy, top } = flags;
  const protocol = SCORING[by];
  const chosen = await protocolChoice(session, by, protocol, prompt);
  const idle = FLAGS_OF_PASS_RATES.find((name) => flags[name] !== undefined);
  const hasFormat = formatsOf('rows').includes(format);
  if (idle !== undefined || !hasFormat)
    throw new InputError(
      `${idle === undefined ? `--format ${format}` : flagOfOption(idle)} has no effect with the protocol ${by}.`,
      { advice: 'Leave it out, or use --protocol pass-rate.' },
    );
  return runJudging(session, {
    references: [...references, ...(flags.reference === undefined ? [] : [flags.reference])],
    read: async () => {
      const responses = await responsesToScore(session, references, protocol.usesChecklist);
      const reference = await readReference(session, flags.reference);
      return { responses, reference };
    },
    plan: ({ responses }) => ({
      title: `Score ${plural(responses.length, 'response')} by ${by}`,
      judgesItems: protocol.judgesItems,
    }),
    work: async ({ responses, reference }, { client, task, options, each, namedChecklist }) => {
      const common = { ...options, ...chosen, by, policy, top };
      return each(responses, ({ name, response, ...row }) => {
        const instruction = row.task ?? task ?? undefined;
        const checklist = namedChecklist ?? row.checklist;
        const ofRow = { instruction, checklist, reference: reference ?? row.reference };
        return client.score({ name, response }, { ...common, ...ofRow });
      });
    },
    // Rows may have lists of their own: that of the first says nothing of the others.
    checklistOf: ([first]) => (flags.data !== undefined && !namesChecklist(flags) ? null : (first?.checklist ?? null)),
    print: (scorings, layout) => renderScorings(scorings, format, layout),
    remarks: (scorings) => scorings,
    records: (scorings) => scorings,
    exitCode: (scorings) =>
      scorings.every(({ result }) => result.status === 'unscored') ? EXIT.notDecided : EXIT.done,
  });
}

interface ResponseToScore extends NamedResponse {
  /** Of its row; null: that of the flags. */
  readonly task: Task | null;
  readonly reference: string | null;
  /** Undefined: its row has none, or the protocol uses none. */
  readonly checklist: GivenChecklist | undefined;
}

const namesChecklist = ({ checklist, set }: ScoreFlags): boolean => (checklist ?? set) !== undefined;

/** Texts, or with `--data` the responses of rows. */
async function responsesToScore(
  session: Session<ScoreFlags>,
  references: readonly string[],
  usesChecklist: boolean,
): Promise<readonly ResponseToScore[]> {
  const { flags } = session;
  const texts = await readDrafts(session, references);
  const responses: ResponseToScore[] = texts.map((text) => ({
    ...text,
    ...{ task: null, reference: null, checklist: undefined },
  }));
  for (const file of flags.data ?? []) {
    const rows = await readRows(session, file, rowMapping(flags), ['responses', 'instruction']);
    for (const row of withResponses(session, file, rows)) {
      const checklist = usesChecklist && !namesChecklist(flags) ? await checklistOfRow(session, row) : undefined;
      const { task, reference } = row;
      responses.push(...row.responses.map((response) => ({ ...response, task, reference, checklist })));
    }
  }
  return ofFirstInstructions(responses, flags.limit ?? Infinity, ({ task }) => task);
}
