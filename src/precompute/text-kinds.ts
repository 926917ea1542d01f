/** The kinds of text that tasks ask for: named many at once, and kept, so that every process shares advice alike. */
import pLimit from 'p-limit';
import type { EngineDescription, KindNaming, NamedTask } from '../domain/engine.ts';
import type { Outcome, Outcomes } from '../domain/outcome.ts';
import { done, unscored } from '../domain/outcome.ts';
import type { StorePort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { kindTitle, TextKind } from '../domain/text-kind.ts';
import { timeStep } from '../run/run-step.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';

export interface KindPorts {
  readonly store: StorePort;
  readonly naming: KindNaming;
  /** Names hold for the models and prompts that gave them. */
  readonly engine: EngineDescription;
}

const KeptKind = TextKind.nullable();
const NONE: Outcomes<TextKind> = new Map();
const READ_AT_ONCE = 16;
/** The newest guides: their kinds are shown to whoever names more. */
const MAX_KNOWN = 200;
const NAMED_BY = ['name-kinds', 'unite-kinds'];

/** One outcome for each task, by place. Asks for those that have no kept name alone. */
export async function kindsOf(
  run: RunContext,
  { store, naming, engine }: KindPorts,
  tasks: readonly Task[],
): Promise<readonly Outcome<TextKind>[]> {
  const keys = tasks.map((task) => keyOf(task, engine));
  const limit = pLimit(READ_AT_ONCE);
  const kept = new Map<string, TextKind>();
  await limit.map([...new Set(keys)], async (key) => {
    const kind = KeptKind.parse(await store.kept.get('text-kind', key));
    if (kind !== null) kept.set(key, kind);
  });
  const unnamed = new Map(
    tasks.flatMap((task, index) => {
      const key = keys[index] ?? '';
      return kept.has(key) ? [] : [[key, { id: key, task }] as const];
    }),
  );
  const named = unnamed.size === 0 ? NONE : await nameKinds(run, { store, naming }, [...unnamed.values()]);
  return keys.map((key) => {
    const known = kept.get(key);
    return known === undefined ? (named.get(key) ?? unscored('no outcome')) : done(known);
  });
}

async function nameKinds(
  run: RunContext,
  { store, naming }: Pick<KindPorts, 'store' | 'naming'>,
  tasks: readonly NamedTask[],
): Promise<Outcomes<TextKind>> {
  return timeStep(run, {}, 'queries', tasks.length, async () => {
    const guides = await store.listSets(MAX_KNOWN, { areGuides: true });
    // One kind may have several guides: of other settings, or made again as its pages grew old.
    const byKindTitle = new Map(guides.flatMap(({ guideTo }) => (guideTo ? [[kindTitle(guideTo), guideTo]] : [])));
    const known = [...byKindTitle.values()].sort(byTitle);
    const outcomes = await naming.name(run, tasks, known);
    const united = await unite(run, naming, known, [...outcomes.values()].flatMap(valuesOf));
    const result = new Map<string, Outcome<TextKind>>();
    const lost: string[] = [];
    for (const [key, outcome] of outcomes) {
      const kind = outcome.status === 'done' ? united.kindFor(outcome.value) : null;
      result.set(key, kind === null ? outcome : done(kind));
      if (outcome.status === 'unscored') lost.push(outcome.reason);
      // Names that could not be compared with each other are asked for again by the next run.
      else if (kind !== null && united.isComplete) await store.kept.put('text-kind', key, kind);
    }
    const titles = [...new Set([...result.values()].flatMap(valuesOf).map(kindTitle))];
    const summary = titles.length === 1 ? `kind of text: ${titles[0] ?? ''}` : `${titles.length} kinds of text`;
    return { result, lost, summary };
  });
}

/** A known kind stands for new names of it; else the plainest of them does. */
async function unite(run: RunContext, naming: KindNaming, known: readonly TextKind[], named: readonly TextKind[]) {
  const byTitle = new Map([...known, ...named].map((kind) => [kindTitle(kind), kind]));
  const kinds = [...byTitle.values()];
  const alone = { kindFor: (kind: TextKind) => kind, isComplete: true };
  // One new name was given in sight of the known ones.
  if (kinds.length - known.length < 2) return alone;
  const outcome = await naming.unite(run, kinds);
  if (outcome.status === 'unscored') {
    const message = `Names of kinds of text could not be compared, so one kind may be looked up twice: ${outcome.reason}`;
    run.emit({ type: 'warning', message });
    return { ...alone, isComplete: false };
  }
  const groups = new Map<number, number[]>();
  for (const [place, target] of outcome.value)
    // What is advised on a kind is in one language.
    if (kinds[place]?.language === kinds[target]?.language)
      groups.set(target, [...(groups.get(target) ?? [target]), place]);
  const standsFor = new Map<string, TextKind>();
  for (const [target, places] of groups) {
    const chosen = kinds[places.find((place) => place < known.length) ?? target];
    if (chosen === undefined) continue;
    for (const place of places) if (place >= known.length) standsFor.set(kindTitle(kinds[place] ?? chosen), chosen);
  }
  return { kindFor: (kind: TextKind) => standsFor.get(kindTitle(kind)) ?? kind, isComplete: true };
}

function keyOf(task: Task, { models, prompts }: EngineDescription): string {
  return sha256Hex(canonicalJson({ task, by: NAMED_BY.map((name) => [models[name], prompts[name]]) }));
}

function byTitle(a: TextKind, b: TextKind): number {
  return kindTitle(a) < kindTitle(b) ? -1 : 1;
}

function valuesOf<Value>(outcome: Outcome<Value>): Value[] {
  return outcome.status === 'done' ? [outcome.value] : [];
}
