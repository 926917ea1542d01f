/** Names the kind of text that each of many tasks asks for, and the readers that change its craft. */
import { z } from 'zod';
import type { NamedTask } from '../src/domain/engine.ts';
import { languageOf } from '../src/domain/language.ts';
import { kindTitle, type TextKind } from '../src/domain/text-kind.ts';
import { fencedLines } from '../src/llm/agent-kit/fenced-input.ts';
import { mergeRows, type ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { idProblems, tidy, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { fence, trusted } from '../src/llm/fence.ts';

const KindRow = z.strictObject({
  id: z.string(),
  language: z.string(),
  kind: z.string(),
  readers: z.string().nullable(),
});
type KindRow = z.infer<typeof KindRow>;

interface NameKindsInput {
  readonly tasks: readonly NamedTask[];
  readonly known: readonly TextKind[];
}

/** A kind shows in the first sentences of an instruction; its material may be long. */
const MAX_INSTRUCTION_CHARS = 1_000;
const MAX_CONTEXT_CHARS = 300;
const MAX_NAME_CHARS = 80;
const ENGLISH = 'en';
const LANGUAGE_CODE = /^[a-z]{2,3}(?:[-_][a-z0-9]+)*$/iu;

/** Yields kinds by task id; tasks that the model left out, or named twice, have none. */
export const nameKinds = defineAgent({
  name: 'name-kinds',
  step: 'queries',
  retryWithNewSample: true,
  itemsPerCall: 40,
  schema: z.strictObject({ kinds: z.array(KindRow) }),
  cites: ({ tasks }: NameKindsInput) => tasks.map((named) => ({ id: named.id, text: shownTask(named) })),
  variables: ({ tasks, known }, { shown }) => ({
    known: known.length === 0 ? trusted('No kind was named before.') : fencedLines('known kinds', known.map(kindLine)),
    count: tasks.length,
    tasks: trusted(shown.map(({ shortId, item }) => fence(`task ${shortId}`, item.text)).join('\n\n')),
  }),
  validate: ({ kinds }, _input, ids) => [...ids.problems(kinds, ids.shown.length), ...idProblems(kinds, nameProblem)],
  mergeRepair: (first, second) => ({ kinds: mergeRows(first.kinds, second.kinds) }),
  read: ({ kinds }, { known }, ids: ShortIds<{ readonly id: string; readonly text: string }>) =>
    ids.valuesById(kinds, (row): TextKind | null => (nameProblem(row) === null ? kindOf(row, known) : null)),
  plannedAnswer: (_input, { shown }) => ({
    kinds: shown.map(({ shortId }) => {
      return { id: shortId, language: ENGLISH, kind: 'text of a kind', readers: 'readers of such texts' };
    }),
  }),
});

function shownTask({ task: { instruction, context } }: NamedTask): string {
  const shownContext = context === null ? '' : `\nContext: ${context.trim().slice(0, MAX_CONTEXT_CHARS)}`;
  return `${instruction.slice(0, MAX_INSTRUCTION_CHARS)}${shownContext}`;
}

function kindLine({ name, readers, language }: TextKind): string {
  return JSON.stringify({ language: language === undefined ? ENGLISH : tagOf(language), kind: name, readers });
}

/** A language that we do not know goes by its own code. */
function tagOf(code: string): string {
  return languageOf(code)?.tag ?? code;
}

function nameProblem({ language, kind, readers }: KindRow): string | null {
  if (!LANGUAGE_CODE.test(language.trim())) return 'has no code of a language, such as “en”';
  for (const text of [kind, readers ?? 'none']) {
    if (text.length > MAX_NAME_CHARS) return `has a name of more than ${MAX_NAME_CHARS} characters`;
    const problem = wordingProblem(text);
    if (problem !== null) return problem;
  }
  return null;
}

/** A known kind keeps its spelling. */
function kindOf({ language, kind, readers }: KindRow, known: readonly TextKind[]): TextKind {
  const plain = (text: string) => tidy(text).replace(/\.$/u, '');
  const [code = ENGLISH] = language.trim().toLowerCase().split(/[-_]/u);
  const named: TextKind = {
    name: plain(kind),
    readers: readers === null || readers.trim() === '' ? null : plain(readers),
    ...(tagOf(code) === ENGLISH ? {} : { language: languageOf(code)?.iso6393 ?? code }),
  };
  const same = (other: TextKind) => kindTitle(other).toLowerCase() === kindTitle(named).toLowerCase();
  return known.find(same) ?? named;
}
