/** The file of a suite (docs/suites.md): tasks, who responds to them, what they are judged by, and the least that is asked. */
import { z } from 'zod';
import { parseTask, type Task } from '../domain/task.ts';
import { GivenChecklist } from '../judge/checklists/given-checklist.ts';
import { distinct, Text, whole } from '../judge/checklists/file-fields.ts';
import { fitting, parseStructured } from '../judge/checklists/parse-structured.ts';
import { MAX_SAMPLES } from '../judge/judge-options.ts';

export { parseWritersPrompt } from '../llm/prompt.ts';

const Id = Text.regex(/^[\w.-]{1,80}$/u, 'should be made of at most 80 letters, digits, “.”, “_” and “-”');
const Rate = z.number('should be a number from 0 to 1').min(0, 'should be at least 0').max(1, 'should be at most 1');

const Items = GivenChecklist.shape.items;
const Reference = z.string('should be a file, the id of a set, “generated”, “discovered”, or a list of items').min(1);
/** A file or the id of a set, `generated` or `discovered`, or the items themselves. */
const Criteria = z.unknown().transform((given, context) => {
  const parsed = (Array.isArray(given) ? Items : Reference).safeParse(given);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});
export const Value = z.union([z.string(), z.number(), z.boolean()], 'should be a text, a number, true or false');
/** Rows, or a file of them. */
const Variables = z.union(
  [Text, z.array(z.record(z.string(), Value)).min(1)],
  'should be the file of a table, or a list of rows such as {topic: rain}',
);
export type Variables = z.infer<typeof Variables>;
const ofTasks = {
  checklist: Criteria.optional(),
  top: whole(1, 1000).optional(),
  min: Rate.optional(),
  variables: Variables.optional(),
};

const MAX_TIMEOUT_SECONDS = 3600;
const DEFAULT_TIMEOUT_SECONDS = 60;
const VariableName = Text.regex(/^[A-Za-z_]\w*$/u, 'should be the name of an environment variable');
const GivenSource = z
  .strictObject({
    id: Id,
    files: Text.optional(),
    command: z
      .array(Text, 'should be a list: the program and its arguments')
      .min(1, 'should name a program')
      .optional(),
    timeoutSeconds: whole(1, MAX_TIMEOUT_SECONDS).optional(),
    env: z.array(VariableName, 'should be a list of names of variables').optional(),
    model: Text.optional(),
    prompt: Text.optional(),
    samples: whole(1, MAX_SAMPLES).optional(),
    min: Rate.optional(),
  })
  .superRefine((source, context) => {
    const kinds = (['files', 'command', 'model'] as const).filter((kind) => source[kind] !== undefined);
    if (kinds.length !== 1)
      context.addIssue({ code: 'custom', message: 'should have one of files, command and model' });
    const needs = { timeoutSeconds: 'command', env: 'command', prompt: 'model', samples: 'model' } as const;
    for (const [field, kind] of Object.entries(needs) as readonly [keyof typeof needs, 'command' | 'model'][])
      if (source[field] !== undefined && source[kind] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: `needs “${kind}”` });
  });

const NOT_EMPTY = 'should not be empty';

const SuiteFile = z
  .strictObject({
    name: Text.optional(),
    ...ofTasks,
    tasks: distinct(z.strictObject({ id: Id, instruction: Text, context: Text.optional(), ...ofTasks })).min(
      1,
      NOT_EMPTY,
    ),
    sources: distinct(GivenSource).min(1, NOT_EMPTY),
  })
  .superRefine(({ checklist, tasks, sources, variables }, context) => {
    for (const [index, task] of tasks.entries())
      if ((task.checklist ?? checklist) === undefined)
        context.addIssue({ code: 'custom', path: ['tasks', index], message: 'has no checklist, nor has the suite' });
    for (const [index, { files }] of sources.entries())
      if (
        files !== undefined &&
        (tasks.length > 1 || (tasks[0]?.variables ?? variables) !== undefined) &&
        !files.includes(TASK_MARK)
      )
        context.addIssue({
          code: 'custom',
          path: ['sources', index, 'files'],
          message: `should hold ${TASK_MARK}, which stands for a task’s id, since there are several tasks or cases`,
        });
  });

/** Stands for a task's id, in the names of files and in commands. */
const TASK_MARK = '{task}';

export function forTask(text: string, taskId: string): string {
  return text.replaceAll(TASK_MARK, taskId);
}

export interface SuiteTask {
  readonly id: string;
  readonly task: Task;
  readonly checklist: z.infer<typeof Criteria>;
  readonly top: number | undefined;
  /** Shared: the suite's, for whichever task names some. */
  readonly variables?: { readonly table: Variables; readonly isShared: boolean } | undefined;
}

export type SuiteSource = { readonly id: string } & (
  | { readonly kind: 'files'; readonly files: string }
  | {
      readonly kind: 'command';
      readonly command: readonly string[];
      readonly timeoutMs: number;
      /** Names of the variables that it gets beside those every program gets. */
      readonly env: readonly string[];
    }
  | { readonly kind: 'model'; readonly model: string; readonly prompt: string | undefined; readonly samples: number }
);

/** Programs run with the user's rights, and models are paid for by the user's key. */
export function needsTrust({ kind }: SuiteSource): boolean {
  return kind !== 'files';
}

export interface Suite {
  readonly name: string;
  readonly tasks: readonly SuiteTask[];
  readonly sources: readonly SuiteSource[];
  /** The least pass rate of a response: the source's, else the task's, else the suite's; null where none is asked. */
  readonly minimumOf: (taskId: string, sourceId: string) => number | null;
}

function variablesOf(ofTask: Variables | undefined, ofSuite: Variables | undefined): SuiteTask['variables'] {
  const table = ofTask ?? ofSuite;
  return table === undefined ? undefined : { table, isShared: ofTask === undefined };
}

/**
 * @param name of the file, for messages
 * @throws InputError that names the fields which cannot be used, with their lines and values; CancelledError
 */
export async function readSuite(text: string, name: string, signal = new AbortController().signal): Promise<Suite> {
  const wanted = { name, what: 'a suite', advice: 'docs/suites.md shows what a suite looks like.' };
  const file = await fitting(SuiteFile, await parseStructured(text, wanted, signal), wanted);
  const minimums = (items: readonly { readonly id: string; readonly min?: number | undefined }[]) =>
    new Map(items.map(({ id, min }) => [id, min]));
  const [ofTask, ofSource] = [minimums(file.tasks), minimums(file.sources)];
  return {
    name: file.name ?? name,
    tasks: file.tasks.map(({ id, instruction, context, checklist, top, variables }) => ({
      id,
      task: parseTask(instruction, context),
      checklist: checklist ?? file.checklist ?? [],
      top: top ?? file.top,
      variables: variablesOf(variables, file.variables),
    })),
    sources: file.sources.map(
      ({ id, files, command, env = [], timeoutSeconds = DEFAULT_TIMEOUT_SECONDS, ...source }) => {
        if (files !== undefined) return { id, kind: 'files', files };
        if (command !== undefined) return { id, kind: 'command', command, timeoutMs: timeoutSeconds * 1000, env };
        const { model = '', prompt, samples = 1 } = source;
        return { id, kind: 'model', model, prompt, samples };
      },
    ),
    minimumOf: (taskId, sourceId) => ofSource.get(sourceId) ?? ofTask.get(taskId) ?? file.min ?? null,
  };
}
