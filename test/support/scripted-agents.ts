/** Agents whose model is a script: by the agent's name, what is answered to what the prompt shows. Nothing checks an answer's form. */
import type { ModelCall, ModelOutcome } from '../../src/domain/model.ts';
import type { RunContext } from '../../src/domain/run-context.ts';
import type { AgentModel } from '../../src/llm/define-agent.ts';
import { renderPrompt } from '../../src/llm/render-prompt.ts';
import { shippedPrompts } from './fake-model-client.ts';

export interface AgentRequest {
  readonly question: string;
  readonly sampleIndex: number;
  /** One of several samples. */
  readonly isSampled: boolean;
}

/** Why no answer came. */
export class NoAnswer {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export type AgentScripts = Readonly<Record<string, (request: AgentRequest) => unknown>>;

const prompts = await shippedPrompts();

/** @returns null where there are no scripts: no model is named then */
export function scriptedAgents(...scripts: readonly (AgentScripts | null)[]): AgentModel | null {
  const given = scripts.filter((each) => each !== null);
  if (given.length === 0) return null;
  const byAgent = Object.assign({}, ...given) as AgentScripts;
  return {
    prompts,
    modelNames: Object.fromEntries([...prompts.values()].map(({ role }) => [role, 'scripted'])),
    model: {
      usage: () => [],
      exceeded: () => null,
      refused: () => null,
      spentShare: async () => null,
      callsOf: () => [],
      endRun: async () => undefined,
      stopSending: () => ({ answersUnderWay: 0, settled: async () => undefined }),
      call: async <Value>(_run: RunContext, call: ModelCall<Value>): Promise<ModelOutcome<Value>> => {
        const { prompt, variables, sampleIndex = 0, temperature } = call;
        const script = byAgent[prompt.id];
        if (script === undefined) throw new Error(`No script answers for ${prompt.id}.`);
        const question = renderPrompt(prompt, variables).at(-1)?.content ?? '';
        const answer = script({ question, sampleIndex, isSampled: temperature !== undefined });
        return answer instanceof NoAnswer
          ? { status: 'unscored', failure: 'refused', reason: answer.reason }
          : { status: 'done', value: answer as Value };
      },
    },
  };
}
