/** What each protocol asks for one typical pair, or one response: counted on the protocol objects themselves. */
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import type { Protocol } from '../domain/comparison.ts';
import { DEFAULT_CHECKLIST_POLICY } from '../domain/checklist-policies.ts';
import { PROTOCOLS } from '../domain/protocols.ts';
import { compare } from '../judge/compare.ts';
import { judgeOptionsOf } from '../judge/judge-options.ts';
import { newChecklist } from '../judge/new-item.ts';
import { COMPARISON_PROTOCOLS } from '../judge/protocols/index.ts';
import { CONTRAST_DIMENSIONS, protocolOptionsOf } from '../judge/protocols/protocol-options.ts';
import type { Chosen, Feature } from '../judge/protocols/protocol-options.ts';
import { createCallCounter } from './call-counter.ts';
import { workingAlone } from './runs.ts';

/** Sizes in tokens, and items of the checklist. */
export const TYPICAL = { instruction: 50, response: 500, items: 10, item: 20 } as const;

export interface ProtocolCost {
  readonly protocol: Protocol;
  /** What is chosen of it; empty: nothing. */
  readonly variant: string;
  readonly title: string;
  readonly usesChecklist: boolean;
  readonly takes: readonly Feature[];
  /** Of one pair, with answers that need no repair. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** @param settings any model will do where they name none: nothing is asked */
export async function protocolCosts(settings: Settings, secrets: Secrets): Promise<readonly ProtocolCost[]> {
  const variants = PROTOCOLS.flatMap((protocol) => variantsOf(protocol).map((variant) => ({ protocol, ...variant })));
  const model = settings.model ?? 'gpt-4.1-mini';
  const task = { instruction: textOf(TYPICAL.instruction), context: null };
  const questions = Array.from({ length: TYPICAL.items }, () => ({
    text: textOf(TYPICAL.item),
    origin: 'user' as const,
  }));
  const checklist = newChecklist(task, questions);
  const named = (name: string) => ({ name, response: textOf(TYPICAL.response) });
  const pair = { name: 'pair', task, a: named('a'), b: named('b'), checklist, reference: null, label: null };
  const judging = judgeOptionsOf({ codeChecks: false });
  return Promise.all(
    variants.map(async ({ protocol, variant, chosen }) => {
      const { title, usesChecklist, takes } = COMPARISON_PROTOCOLS[protocol];
      const how = protocolOptionsOf(protocol, { takes }, chosen, false);
      const options = { by: protocol, how, judging, policy: DEFAULT_CHECKLIST_POLICY, top: null };
      const counter = await createCallCounter({ ...settings, model }, secrets);
      await compare(workingAlone(), counter?.agents ?? null, pair, options);
      const rows = counter?.planned().rows ?? [];
      const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
      return {
        ...{ protocol, variant, title, usesChecklist, takes },
        calls: sum(({ calls }) => calls),
        inputTokens: sum(({ inputTokens }) => inputTokens),
        outputTokens: sum(({ outputTokens }) => outputTokens),
      };
    }),
  );
}

/** As short as a prompt of the user's own can be. */
const OWN_PROMPTS: Readonly<Partial<Record<Protocol, string>>> = {
  'own-grade': '---\nanswer: scale\nscale: 1–5\n---\nGrade this.\n\n{{instruction}}\n\n{{reference}}\n\n{{response}}\n',
  'own-choice':
    '---\nanswer: A/B\n---\nChoose one.\n\n{{instruction}}\n\n{{reference}}\n\n{{responseA}}\n\n{{responseB}}\n',
};

function variantsOf(protocol: Protocol): readonly { readonly variant: string; readonly chosen: Chosen }[] {
  const { takes } = COMPARISON_PROTOCOLS[protocol];
  const prompt = OWN_PROMPTS[protocol];
  const needed = prompt === undefined ? {} : { prompt };
  return [
    { variant: '', chosen: needed },
    ...(takes.includes('reference')
      ? [{ variant: 'reference written', chosen: { ...needed, writeReference: true } }]
      : []),
    ...(takes.includes('dimensions')
      ? [
          {
            variant: `the same, ${CONTRAST_DIMENSIONS} dimensions by contrast`,
            chosen: { writeReference: true, dimensions: CONTRAST_DIMENSIONS },
          },
        ]
      : []),
  ];
}

const textOf = (tokens: number) => ' word'.repeat(tokens).trim();
