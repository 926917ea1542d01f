/** A model client that asks nobody: it counts what each call would take, and answers as the agent expects of long answers. */
import { LRUCache } from 'lru-cache';
import type { ModelCall, ModelClient, PromptText } from '../domain/model.ts';
import { StepName } from '../domain/step-name.ts';
import { webSearchCost } from './web-search.ts';

/** The calls of one agent to one model. Tokens are estimates on the high side. */
export interface CountedCalls {
  readonly step: StepName;
  readonly role: string;
  /** By name, in place of the model of the role; null: that one. */
  readonly model: string | null;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Searches of the web, billed beside the tokens. */
  readonly webSearches: number;
}

export type CountingClient = ReturnType<typeof createCountingClient>;

/** The form of an answer, as a schema: 100 to 300 tokens. */
const ANSWER_FORM_TOKENS = 300;

/** Texts whose count is kept: planned answers are few, and are shown in thousands of calls. */
const MAX_COUNTED_TEXTS = 2_000;

/** @param count counts the tokens of a text */
export function createCountingClient(count: (text: string) => number) {
  const counts = new LRUCache<string, number>({ max: MAX_COUNTED_TEXTS });
  const tokensOf = (text: string): number => {
    const tokens = counts.get(text) ?? count(text);
    counts.set(text, tokens);
    return tokens;
  };
  const byAgent = new Map<string, CountedCalls>();
  const templateTokens = new Map<string, number>();

  function tokensOfPrompt({ hash, messages }: ModelCall<unknown>['prompt']): number {
    const known = templateTokens.get(hash);
    if (known !== undefined) return known;
    const tokens = messages.reduce((sum, { template }) => sum + tokensOf(template), 0);
    templateTokens.set(hash, tokens);
    return tokens;
  }

  function addCall<Value>(call: ModelCall<Value>, answer: Value): void {
    const { step, prompt, model = null, variables, webSearch } = call;
    const shown = Object.values<PromptText | number>(variables);
    const inputTokens =
      tokensOfPrompt(prompt) + shown.reduce<number>((sum, text) => sum + tokensOf(String(text)), ANSWER_FORM_TOKENS);
    const outputTokens = tokensOf(JSON.stringify(answer));
    const searched = webSearch === undefined ? { webSearches: 0, readTokens: 0, outputTokens: 0 } : webSearchCost();
    add({
      step,
      role: prompt.role,
      model,
      calls: 1,
      inputTokens: inputTokens + searched.readTokens,
      outputTokens: outputTokens + searched.outputTokens,
      webSearches: searched.webSearches,
    });
  }

  function add(row: CountedCalls): void {
    const key = JSON.stringify([row.step, row.role, row.model]);
    const before = byAgent.get(key);
    byAgent.set(key, {
      ...row,
      calls: (before?.calls ?? 0) + row.calls,
      inputTokens: (before?.inputTokens ?? 0) + row.inputTokens,
      outputTokens: (before?.outputTokens ?? 0) + row.outputTokens,
      webSearches: (before?.webSearches ?? 0) + row.webSearches,
    });
  }

  return {
    /** Counts the same calls that were counted elsewhere. */
    add: (rows: readonly CountedCalls[]): void => rows.forEach(add),
    /** In the order of the steps. */
    counted: (): readonly CountedCalls[] => {
      const steps = StepName.options;
      return [...byAgent.values()].sort((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step));
    },
    client: {
      call: async (_run, call) => {
        const value = call.plannedAnswer();
        addCall(call, value);
        return { status: 'done', value };
      },
      usage: () => [],
      exceeded: () => null,
      refused: () => null,
      spentShare: async () => null,
      callsOf: () => [],
      endRun: async () => undefined,
      stopSending: () => ({ answersUnderWay: 0, settled: async () => undefined }),
    } satisfies ModelClient as ModelClient,
  };
}
