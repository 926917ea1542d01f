/** A judge of items whose ids are in their questions: a script says what it answers, sample by sample. */
import type { JudgedItem } from '../../src/llm/agent-kit/judged-item.ts';
import type { Answer } from '../../src/domain/judgement.ts';
import { fencedAs, itemsIn } from './read-prompt.ts';
import { NoAnswer, type AgentScripts } from './scripted-agents.ts';

export interface JudgeRequest {
  readonly instruction: string;
  readonly response: string;
  readonly itemIds: readonly string[];
  readonly sampleIndex: number;
  readonly isSampled: boolean;
}

export interface ScriptedJudge {
  readonly scripts: AgentScripts;
  /** Without those for items that an earlier call left out. */
  readonly requests: JudgeRequest[];
}

const WORDS = { yes: 'YES', no: 'NO', 'not-applicable': 'N/A' } as const;

/** @param say null: no verdict; an answer alone stands for one with an analysis and no quotes */
export function scriptedJudge(
  say: (itemId: string, request: JudgeRequest) => Partial<JudgedItem> | Answer | null,
): ScriptedJudge {
  const requests: JudgeRequest[] = [];
  const known = new Set<string>();
  const judge: AgentScripts[string] = ({ question, sampleIndex, isSampled }) => {
    const response = fencedAs(question, 'response');
    const items = itemsIn(question, 'criteria').map(({ id: shortId, text }) => ({
      shortId,
      id: `i${/\d+/u.exec(text)?.[0] ?? ''}`,
    }));
    const itemIds = items.map(({ id }) => id);
    const request = { instruction: fencedAs(question, 'instruction'), response, itemIds, sampleIndex, isSampled };
    const keys = itemIds.map((id) => JSON.stringify([sampleIndex, response, id]));
    if (!keys.every((key) => known.has(key))) requests.push(request);
    for (const key of keys) known.add(key);
    const verdicts = items.flatMap(({ shortId, id }) => {
      const said = say(id, request);
      if (said === null) return [];
      const {
        answer = 'yes',
        analysis = `On ${id}.`,
        quotes = [],
      } = typeof said === 'string' ? { answer: said } : said;
      return [{ id: shortId, analysis, quotes, answer: WORDS[answer] }];
    });
    return { verdicts };
  };
  return {
    requests,
    scripts: { 'judge-response': judge, 'generate-checklist': () => new NoAnswer('It writes no checklists.') },
  };
}
