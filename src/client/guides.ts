/** Guides to kinds of text: each is discovered once, by one process, for all tasks of its kind. */
import type { Config } from '../config/load-config.ts';
import { SETTINGS, type Settings } from '../config/settings.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { needsModel, StepFailedError } from '../domain/errors.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { StorePort } from '../domain/ports.ts';
import { partOf, type Clock, type RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { taskOfKind, type TextKind } from '../domain/text-kind.ts';
import type { Sharing } from '../discover/discover.ts';
import type { DiscoverySetup } from '../precompute/discovery-key.ts';
import { foundOrMade } from '../web/found-or-made.ts';
import { createSingleFlight } from '../web/single-flight.ts';
import type { LoadedEngine } from './engine.ts';
import { discoveryParameters } from './options.ts';

interface GuidesPorts {
  readonly store: StorePort;
  readonly clock: Clock;
  readonly engineOf: () => Promise<LoadedEngine>;
  readonly setupOf: (run: RunContext, asked: Config) => Promise<DiscoverySetup>;
  readonly discover: (run: RunContext, asked: Config, task: Task, sharing: () => Sharing) => Promise<CriteriaSet>;
}

/** The guides of one run: what failed for one of its tasks is not tried again for each of the others. */
export interface SharedGuides {
  readonly run: RunContext;
  readonly guides: Map<string, Promise<CriteriaSet>>;
}

type MadeGuide = { readonly guide: CriteriaSet } | { readonly error: unknown };

export function createGuides({ store, clock, engineOf, setupOf, discover }: GuidesPorts) {
  // What stopped one run, such as its limit, is no answer for another.
  const singleFlight = createSingleFlight<MadeGuide>((made) => 'guide' in made);

  async function kindsOf(run: RunContext, tasks: readonly Task[]): Promise<readonly Outcome<TextKind>[]> {
    const [{ kindsOf: namedKinds }, { engine }] = await Promise.all([
      import('../precompute/text-kinds.ts'),
      engineOf(),
    ]);
    if (engine.kindNaming === undefined) throw needsModel('Naming kinds of text needs a model.');
    return namedKinds(run, { store, naming: engine.kindNaming, engine: engine.description }, tasks);
  }

  async function makeGuide(run: RunContext, asked: Config, kind: TextKind, key: string): Promise<MadeGuide> {
    const { freshSet } = await import('../precompute/discovery-key.ts');
    const read = (value: unknown) => freshSet(store, value, clock.now(), asked.settings.maxAgeDays);
    const make = async () => {
      const guide = await discover(run, asked, taskOfKind(kind), () => ({ guideTo: kind }));
      if (guide.content.unanswered === undefined) await store.kept.put('discovery', key, guide.id);
      return guide;
    };
    const shared = { kept: store.kept, kind: 'discovery', key } as const;
    return foundOrMade({ ...shared, read, make, signal: run.signal }).then(
      (guide) => ({ guide }),
      (error: unknown) => ({ error }),
    );
  }

  return {
    of: (run: RunContext): SharedGuides => ({ run, guides: new Map() }),

    nameKinds: async (run: RunContext, asked: Config, tasks: readonly Task[]): Promise<void> => {
      // Without a name a task asks for it by itself.
      if (discoveryParameters(asked.settings).share === 'kind' && tasks.length > 0) await kindsOf(run, tasks);
    },

    guideFor: async (
      run: RunContext,
      asked: Config,
      task: Task,
      { run: outer, guides }: SharedGuides,
    ): Promise<CriteriaSet> => {
      const [outcome] = await kindsOf(run, [task]);
      if (outcome?.status !== 'done')
        throw new StepFailedError(`The kind of text could not be named: ${outcome?.reason ?? 'no outcome'}`, {
          step: 'queries',
          ids: ['task'],
        });
      const kind = outcome.value;
      const forKind = { ...asked, settings: settingsOfGuide(asked.settings) };
      const { discoveryKey } = await import('../precompute/discovery-key.ts');
      const key = discoveryKey(await setupOf(run, forKind), taskOfKind(kind), kind);
      const guideRun = partOf(outer, key.slice(0, 12));
      const make = async () => {
        const { value: made } = await singleFlight(key, outer.signal, () => makeGuide(guideRun, forKind, kind, key));
        if ('error' in made) throw made.error;
        return made.guide;
      };
      const known = guides.get(key) ?? make();
      guides.set(key, known);
      return known;
    },
  };
}

/** A guide holds for all tasks of its kind, whatever else is asked of the model for each of them. */
export function settingsOfGuide(settings: Settings): Settings {
  const { n, more } = SETTINGS;
  return { ...settings, mode: 'web', share: 'none', statedCriteria: 'none', n: n.preset, more: more.preset };
}
