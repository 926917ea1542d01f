/** The client's way to judge the responses of many systems, row by row. */
import { DEFAULT_CHECKLIST_POLICY, type ChecklistPolicy } from '../domain/checklist-policies.ts';
import type { Block } from '../discover/select-criteria.ts';
import type { Checklist } from '../domain/checklist.ts';
import { incompleteText, type CriteriaSet } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import type { AgentProvenance } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { judgeOptionsOf, type JudgeOptions } from '../judge/judge-options.ts';
import type {
  CriteriaSource,
  JudgedRowsResult,
  JudgeOne,
  JudgeRowsPorts,
  ResponseRow,
} from '../jobs/rows/judge-rows.ts';
import type { JudgedRow } from '../jobs/rows/judged-row.ts';
import { taskKey } from '../measure/measured-list.ts';
import type { DiscoverySetup } from '../precompute/discovery-key.ts';
import type { PrecomputeOptions } from '../jobs/rows/precompute.ts';
import type { RowOutput } from '../jobs/rows/row-output.ts';
import type { LoadedEngine } from './engine.ts';
import { givenChecklist } from './given-input.ts';
import { recordIn } from './judging.ts';
import { madeOncePerKey } from './made-once.ts';
import type { CallOptions, Runs } from './runs.ts';

export interface JudgeRowsOptions extends PrecomputeOptions, CallOptions, Partial<JudgeOptions> {
  /** How a checklist is written where one is generated; default `ticking-with-examples`. */
  readonly policy?: ChecklistPolicy | undefined;
  /** Only the best so many items, by weight. */
  readonly top?: number | undefined;
  /** Of sets: only what the instruction states, or implies. */
  readonly only?: Block | undefined;
  /** Judges in place of this client, by the same models, prompts and options. */
  readonly judgeBy?: JudgeOne | undefined;
}

export interface JudgeRowsMethods {
  /** Which model and prompt each agent has that judges or writes; without a model there are none. */
  judgingAgents(): Promise<AgentProvenance>;
  /**
   * Judges many responses, each by the criteria of its instruction: only those that `output` does not hold yet. The
   * leaderboard is of all rows of the output.
   */
  judgeRows(
    rows: readonly ResponseRow[],
    output: RowOutput<JudgedRow>,
    options: JudgeRowsOptions,
  ): Promise<JudgedRowsResult & { readonly runId: string }>;
  /** Which of them `judgeRows` would judge: those that `output` does not hold yet. */
  rowsToJudge(
    rows: readonly ResponseRow[],
    output: RowOutput<JudgedRow>,
    options: Omit<JudgeRowsOptions, 'rowsAtOnce' | 'onProgress'>,
  ): Promise<readonly ResponseRow[]>;
}

interface Tools {
  readonly runs: Runs;
  readonly engineOf: () => Promise<LoadedEngine>;
  readonly store: StorePort;
  readonly clock: Clock;
  /** A kept set, or a new one. */
  readonly discover: (run: RunContext, task: Task) => Promise<CriteriaSet>;
  /** All that the content of such a set depends on, beside its task. */
  readonly discoverySetup: (run: RunContext) => Promise<DiscoverySetup>;
}

function haveLevels(by: CriteriaSource): boolean {
  if (by.kind === 'checklist') return by.checklist.items.some(({ levels }) => levels !== undefined);
  return by.kind === 'questions' && by.questions.some((item) => typeof item !== 'string' && item.levels !== undefined);
}

export function judgeRowsMethods({ runs, discover, discoverySetup, ...tools }: Tools): JudgeRowsMethods {
  const { engineOf, store } = tools;

  async function setupsOf(run: RunContext, rows: readonly ResponseRow[], options: Partial<JudgeRowsOptions>) {
    const { policy = DEFAULT_CHECKLIST_POLICY, top, only } = options;
    const judging = judgeOptionsOf(options);
    const [{ agents }, { judgeProvenance }] = await Promise.all([engineOf(), import('../judge/judge-provenance.ts')]);
    const discovery = rows.some(({ by }) => by.kind === 'discovered') ? await discoverySetup(run) : null;
    const setupKey: JudgeRowsPorts['setupKey'] = (by) => ({
      by,
      ...(by.kind === 'generated' ? { policy } : {}),
      ...(by.kind === 'discovered' ? { setup: discovery } : {}),
      ...{ top, only, judging },
      agents: judgeProvenance(agents, { areWritten: by.kind === 'generated', haveLevels: haveLevels(by) }),
    });
    return { policy, top, only, judging, setup: discovery, setupKey };
  }

  return {
    judgingAgents: async () => {
      const [{ engine, agents }, { provenanceOf }, { searchWeb }] = await Promise.all([
        engineOf(),
        import('../llm/define-agent.ts'),
        import('../../agents/search-web.ts'),
      ]);
      if (agents === null) return {};
      const findsSources = new Set([...Object.keys(engine.description.prompts), searchWeb.name]);
      const judging = [...agents.prompts.keys()].filter((name) => !findsSources.has(name));
      return provenanceOf(agents, ...judging.map((name) => ({ name })));
    },
    rowsToJudge: (rows, output, options) =>
      runs.start(options, async (run) => {
        const { missingRows } = await import('../jobs/rows/judge-rows.ts');
        return missingRows(await setupsOf(run, rows, options), output, rows, options.retryFailed);
      }),
    judgeRows: (rows, output, options) =>
      runs.start(options, async (run) => {
        const [
          { judgeRows },
          { judge },
          { generateChecklist },
          { checklistFromSet },
          { topOf },
          { asNoAnswer, unansweredOf },
          { discoveryKey },
        ] = await Promise.all([
          import('../jobs/rows/judge-rows.ts'),
          import('../judge/judge.ts'),
          import('../judge/write-checklists.ts'),
          import('../judge/checklist-from-set.ts'),
          import('../judge/top-of.ts'),
          import('../run/no-answer.ts'),
          import('../precompute/discovery-key.ts'),
        ]);
        const { policy, top, only, judging, setup, setupKey } = await setupsOf(run, rows, options);
        const { agents } = await engineOf();

        const discovered = madeOncePerKey<CriteriaSet['id']>();
        const discoveredId = (ownRun: RunContext, task: Task) =>
          discovered(taskKey(task), async () => {
            const { id, content } = await discover(ownRun, task);
            if (setup !== null && content.unanswered === undefined)
              await store.kept.put('discovery', discoveryKey(setup, task), id);
            return id;
          });
        async function checklistOf(ownRun: RunContext, by: CriteriaSource, task: Task): Promise<Checklist> {
          if (by.kind === 'checklist') return by.checklist;
          if (by.kind === 'questions') return givenChecklist(by.questions, {});
          if (by.kind === 'generated') return generateChecklist(ownRun, agents, task, policy);
          const id = by.kind === 'set' ? by.id : await discoveredId(ownRun, task);
          const set = await store.getSet(id);
          if (set === null) throw new InputError(`The store ${store.location} has no set ${id}.`);
          const incomplete = incompleteText(set.content.unanswered);
          // A rate by some of the criteria is no rate by all of them.
          if (incomplete !== null) throw new InputError(incomplete);
          return checklistFromSet(set, undefined, only);
        }

        const judgeHere: JudgeOne = async (ownRun, asked) => {
          const judgement = await recordIn(ownRun, tools, 'judgement', asked.name, () =>
            judge(ownRun, agents, asked, judging),
          );
          return { judgement, unanswered: unansweredOf(agents?.model.callsOf(ownRun.runId) ?? []) };
        };

        const judgeBy = options.judgeBy ?? judgeHere;
        const rowPorts: JudgeRowsPorts = {
          output,
          checklistOf: async (ownRun, by, task) => {
            // The calls of a judgement are those of the judge alone: what wrote its criteria is a run beside it.
            const run = { ...ownRun, runId: `${ownRun.runId}/criteria`, parent: ownRun };
            try {
              return topOf(await checklistOf(run, by, task), top);
            } catch (error) {
              throw asNoAnswer(error, agents?.model.callsOf(run.runId) ?? []);
            } finally {
              await agents?.model.endRun(run.runId);
            }
          },
          judge: async (ownRun, asked) => {
            try {
              return await judgeBy(ownRun, asked);
            } finally {
              await agents?.model.endRun(ownRun.runId);
            }
          },
          setupKey,
          spentShare:
            options.judgeBy === undefined ? async () => (await agents?.model.spentShare(run)) ?? null : undefined,
        };
        const result = await judgeRows(run, rowPorts, rows, options);
        return { ...result, runId: run.runId };
      }),
  };
}
