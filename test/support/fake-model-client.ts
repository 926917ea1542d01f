/** A model client without a model: renders, has a script answer, and keeps the contract of parse, validate and repair. */
import { join } from 'node:path';
import type { ChatMessage, ModelCall, ModelClient, ModelFailure, ModelOutcome } from '../../src/domain/model.ts';
import { renderPrompt } from '../../src/llm/render-prompt.ts';
import { loadPrompts } from '../../src/llm/prompt.ts';
import type { ScriptedModel } from './plausible-model.ts';

export interface RecordedCall {
  readonly agent: string;
  readonly step: string;
  readonly messages: readonly ChatMessage[];
  /** All messages together. */
  readonly text: string;
  /** What was wrong with the first answer. */
  readonly problems: readonly string[];
}

export interface FakeModelClient extends ModelClient {
  readonly calls: RecordedCall[];
}

/** The prompts that ship. */
export function shippedPrompts() {
  return loadPrompts(join(import.meta.dirname, '../../prompts'));
}

/** @param failure says of a call (its agent and how many came before it) whether and why no answer comes */
export function fakeModelClient(
  script: ScriptedModel,
  failure: (agent: string, index: number) => ModelFailure | null = () => null,
): FakeModelClient {
  const calls: RecordedCall[] = [];
  return {
    calls,
    usage: () => [],
    exceeded: () => null,
    refused: () => null,
    spentShare: async () => null,
    callsOf: () => [],
    endRun: async () => undefined,
    stopSending: () => ({ answersUnderWay: 0, settled: async () => undefined }),
    call: async (_run, call) => {
      const agent = call.prompt.id;
      const messages = renderPrompt(call.prompt, call.variables);
      const index = calls.length;
      const record = (problems: readonly string[]) => {
        const text = messages.map(({ content }) => content).join('\n');
        calls.push({ agent, step: call.step, messages, text, problems });
      };
      const failed = failure(agent, index);
      if (failed !== null) {
        record([]);
        return { status: 'unscored', failure: failed, reason: `No answer: ${failed}.` };
      }
      const first = read(call, script(messages, agent));
      record(first.problems);
      const repair = [{ role: 'user' as const, content: `Mend: ${first.problems.join(' ')}` }];
      const given = first.problems.length === 0 ? first : read(call, script([...messages, ...repair], agent));
      const last = given === first ? first : mended(call, first, given);
      return settle(last.value === undefined ? first : last);
    },
  };
}

interface Reading<Value> {
  readonly value: Value | undefined;
  readonly problems: readonly string[];
}

function read<Value>(call: ModelCall<Value>, answer: unknown): Reading<Value> {
  const parsed = call.schema.safeParse(answer);
  if (!parsed.success) return { value: undefined, problems: [parsed.error.message] };
  return { value: parsed.data, problems: call.validate?.(parsed.data) ?? [] };
}

/** As a conversation does it: what a repair gives stands in the place of the faulty rows. */
function mended<Value>(call: ModelCall<Value>, first: Reading<Value>, given: Reading<Value>): Reading<Value> {
  if (call.mergeRepair === undefined || first.value === undefined || given.value === undefined) return given;
  const value = call.mergeRepair(first.value, given.value);
  return { value, problems: call.validate?.(value) ?? [] };
}

function settle<Value>({ value, problems }: Reading<Value>): ModelOutcome<Value> {
  if (value === undefined) return { status: 'unscored', failure: 'schema-mismatch', reason: problems.join(' ') };
  return { status: 'done', value };
}
