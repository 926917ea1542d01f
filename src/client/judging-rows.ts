/** The client's way to judge the responses of many systems, row by row. */
import { DEFAULT_CHECKLIST_POLICY, type ChecklistPolicy } from '../domain/checklist-policies.ts';
import type { Block } from '../discover/select-criteria.ts';
import type { Checklist } from '../domain/checklist.ts';
import { incompleteText, type CriteriaSet } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import type { AgentProvenance } from '../domain/model.ts';
import { partOf, type RunContext } from '../domain/run-context.ts';
import { type Task, taskKey } from '../domain/task.ts';
import { searchWeb } from '../../agents/search-web.ts';
import { checklistFromSet } from '../judge/checklist-from-set.ts';
import { judgeOptionsOf, type JudgeOptions } from '../judge/judge-options.ts';
import { optionsForKey } from '../judge/options-for-key.ts';
import { judgeProvenance } from '../judge/judge-provenance.ts';
import { judge } from '../judge/judge.ts';
import { topOf } from '../judge/top-of.ts';
import { openIn } from '../judge/unanswered.ts';
import { generateChecklist } from '../judge/write-checklists.ts';
import {
  judgeRows,
  missingRows,
  type CriteriaSource,
  type JudgedRowsResult,
  type JudgeOne,
  type JudgeRowsPorts,
  type ResponseRow,
} from '../jobs/rows/judge-rows.ts';
import { questionsOf } from '../jobs/rows/row-questions.ts';
import type { JudgedRow } from '../jobs/rows/judged-row.ts';
import { provenanceOf, type AgentModel } from '../llm/define-agent.ts';
import { discoveryKey, type DiscoverySetup } from '../precompute/discovery-key.ts';
import type { PrecomputeOptions } from '../jobs/rows/precompute.ts';
import type { RowOutput } from '../jobs/rows/row-output.ts';
import type { LoadedEngine } from './engine.ts';
import { givenChecklist } from './given-input.ts';
import { recordIn, type RecordPorts } from './judging.ts';
import { madeOncePerKey } from './made-once.ts';
import type { CallOptions, Start } from './runs.ts';

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

interface Tools extends RecordPorts {
  readonly start: Start;
  readonly engineOf: () => Promise<LoadedEngine>;
  /** A kept set, or a new one. */
  readonly discover: (run: RunContext, task: Task) => Promise<CriteriaSet>;
  /** All that the content of such a set depends on, beside its task. */
  readonly discoverySetup: (run: RunContext) => Promise<DiscoverySetup>;
}

function haveLevels(by: CriteriaSource): boolean {
  if (by.kind === 'checklist') return by.checklist.items.some(({ levels }) => levels !== undefined);
  return by.kind === 'questions' && by.items.some(({ item }) => item.levels !== undefined);
}

export function judgeRowsMethods({ start, engineOf, discover, discoverySetup, ...ports }: Tools): JudgeRowsMethods {
  const { store } = ports;

  async function setupsOf(
    run: RunContext,
    agents: AgentModel | null,
    rows: readonly ResponseRow[],
    options: Partial<JudgeRowsOptions>,
  ) {
    const { policy = DEFAULT_CHECKLIST_POLICY, top, only } = options;
    const judging = judgeOptionsOf(options);
    const setup = rows.some(({ by }) => by.kind === 'discovered') ? await discoverySetup(run) : null;
    const setupKey: JudgeRowsPorts['setupKey'] = (by) => ({
      by,
      ...(by.kind === 'generated' ? { policy } : {}),
      ...(by.kind === 'discovered' ? { setup } : {}),
      ...{ top, only, judging: optionsForKey(judging) },
      agents: judgeProvenance(agents, { areWritten: by.kind === 'generated', haveLevels: haveLevels(by) }),
    });
    return { policy, top, only, judging, setup, setupKey };
  }

  return {
    judgingAgents: async () => {
      const { engine, agents } = await engineOf();
      if (agents === null) return {};
      const findsSources = new Set([...Object.keys(engine.description.prompts), searchWeb.name]);
      const judging = [...agents.prompts.keys()].filter((name) => !findsSources.has(name));
      return provenanceOf(agents, ...judging.map((name) => ({ name })));
    },
    rowsToJudge: (rows, output, options) =>
      start(options, async (run, agents) =>
        missingRows(await setupsOf(run, agents, rows, options), output, rows, options.retryFailed),
      ),
    judgeRows: (rows, output, options) =>
      start(options, async (run, agents) => {
        const { policy, top, only, judging, setup, setupKey } = await setupsOf(run, agents, rows, options);
        const model = agents?.model;
        const discovered = madeOncePerKey<CriteriaSet['id']>();
        const discoveredId = (rowRun: RunContext, task: Task) =>
          discovered(taskKey(task), async () => {
            const { id, content } = await discover(rowRun, task);
            if (setup !== null && content.unanswered === undefined)
              await store.kept.put('discovery', discoveryKey(setup, task), id);
            return id;
          });
        async function checklistOf(rowRun: RunContext, by: CriteriaSource, task: Task): Promise<Checklist> {
          if (by.kind === 'checklist') return by.checklist;
          if (by.kind === 'questions') return givenChecklist(questionsOf(by), {});
          if (by.kind === 'generated') return generateChecklist(rowRun, agents, task, policy);
          const id = by.kind === 'set' ? by.id : await discoveredId(rowRun, task);
          const set = await store.getSet(id);
          if (set === null) throw new InputError(`The store ${store.location} has no set ${id}.`);
          const incomplete = incompleteText(set.content.unanswered);
          // A rate by some of the criteria is no rate by all of them.
          if (incomplete !== null) throw new InputError(incomplete);
          return checklistFromSet(set, undefined, only);
        }
        const judgeHere: JudgeOne = async (rowRun, input) => {
          const record = { kind: 'judgement', name: input.name } as const;
          const judgement = await recordIn(ports, rowRun, agents, record, (run, judges) =>
            judge(run, judges, input, judging),
          );
          return { judgement, unanswered: openIn(judgement, model?.callsOf(rowRun.runId) ?? []) };
        };
        const { judgeBy = judgeHere } = options;
        const rowPorts: JudgeRowsPorts = {
          output,
          checklistOf: async (rowRun, by, task) => {
            // The calls of a judgement are those of the judge alone: what wrote its criteria is a run beside it.
            const criteriaRun = partOf(rowRun, 'criteria');
            try {
              return topOf(await checklistOf(criteriaRun, by, task), top);
            } finally {
              await model?.endRun(criteriaRun.runId);
            }
          },
          judge: async (rowRun, input) => {
            try {
              return await judgeBy(rowRun, input);
            } finally {
              await model?.endRun(rowRun.runId);
            }
          },
          setupKey,
          spentShare: options.judgeBy === undefined ? async () => (await model?.spentShare(run)) ?? null : undefined,
        };
        return { ...(await judgeRows(run, rowPorts, rows, options)), runId: run.runId };
      }),
  };
}
