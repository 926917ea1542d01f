/** `judge --protocol`: scores responses as a whole, each by itself. */
import type { ScoringProtocol } from '../domain/comparison.ts';
import { formatsOf, type FormatName } from '../report/formats.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { dataFlags, JudgingFlags, protocolFlags, ValuesOf } from './flags.ts';
import * as tools from './run-judging.ts';
import type { Session } from './session.ts';

type ScoreFlags = JudgingFlags &
  ValuesOf<typeof protocolFlags> &
  ValuesOf<typeof dataFlags> & {
    readonly format: FormatName;
    readonly min: number | undefined;
    readonly watch: true | undefined;
  };

export function scoreResponses(
  session: Session<ScoreFlags>,
  references: readonly string[],
  by: ScoringProtocol,
): Promise<ExitCode> {
  const { flags } = session;
  const { format, policy, top } = flags;
  const protocol = tools.SCORING[by];
  const ofVerdicts = {
    '--min': flags.min !== undefined,
    '--watch': flags.watch === true,
    '--rows': flags.rows !== undefined,
    '--retry-failed': flags.retryFailed === true,
    '--concurrency': flags.concurrency !== undefined,
    [`--format ${format}`]: !formatsOf('rows').includes(format),
  };
  tools.refuseIdleWith(by, protocol, flags, ofVerdicts, 'Leave it out, or judge --protocol pass-rate.');
  const { writeReference, dimensions, dimensionsFrom, selective, analysis } = flags;
  const chosen = { writeReference, dimensions, dimensionsFrom, selective, analysis };
  return tools.runJudging(session, {
    references: [...references, ...(flags.reference === undefined ? [] : [flags.reference])],
    read: async () => {
      const responses = await tools.readGivenResponses(session, references, flags);
      const reference = await tools.readReference(session, flags.reference);
      const { weak } = (await session.config()).settings.modelByRole;
      const how = tools.protocolOptionsOf(by, protocol, { ...chosen, reference }, weak !== undefined);
      return { responses, reference, how };
    },
    job: ({ responses, reference, how }) => ({
      kind: 'score',
      by,
      how,
      reference,
      responses: responses.map(({ response }) => response),
    }),
    work: async ({ responses, reference }, { client, task, options, each }) => {
      const checklist = protocol.usesChecklist ? ((await tools.givenChecklist(session, task)) ?? undefined) : undefined;
      const common = { ...options, ...chosen, by, policy, checklist, top };
      return each(responses, ({ name, response, task: own, reference: ownReference }) => {
        const instruction = own ?? task ?? undefined;
        return client.score({ name, response }, { ...common, instruction, reference: reference ?? ownReference });
      });
    },
    print: (scorings, layout) => tools.renderScorings(scorings, format, layout),
    remarks: (scorings) => scorings,
    records: (scorings) => scorings,
    unanswered: (scorings) => scorings.filter(({ result }) => result.status === 'unscored').length,
    exitCode: (scorings) =>
      scorings.every(({ result }) => result.status === 'unscored') ? EXIT.notDecided : EXIT.done,
  });
}
