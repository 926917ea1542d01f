/** The jobs of one setup, delivered as fits the store: by pg-boss where machines share it, else by this process itself. */
import type { Clock } from '../domain/run-context.ts';
import type { StorePort } from '../domain/ports.ts';
import { isPostgresAddress } from '../store/open-store.ts';
import type { Patience } from '../store/patience.ts';
import { CONNECTION_OPTIONS, createSockets, patienceFor } from '../store/postgres/connection.ts';
import type { JobDelivery } from './delivery.ts';
import { createLocalDelivery } from './local-delivery.ts';
import { keepSetup, type WorkSetup } from './setup.ts';

export interface OpenedQueue {
  /** Hash of what its jobs are done with. */
  readonly setup: string;
  readonly delivery: JobDelivery;
}

export interface QueueRequest {
  readonly store: StorePort;
  /** Of the store, as the settings say. */
  readonly address: string | null;
  readonly setup: WorkSetup;
  readonly clock: Clock;
  readonly patience?: Patience | undefined;
  /** Told of what went wrong and will be tried again. */
  readonly log: (line: string) => void;
}

/** Besides those of the store; one for what is asked, one for what is mended. */
const MAX_CONNECTIONS = 2;
/** Of pg-boss's tables. */
const SCHEMA = 'groundrule_queue';

/** @throws UnavailableError where the server does not answer */
export async function openQueue({ setup: asked, ...request }: QueueRequest): Promise<OpenedQueue> {
  const { store, address } = request;
  const setup = await keepSetup(store.kept, asked);
  if (address === null || !isPostgresAddress(address))
    return { setup, delivery: createLocalDelivery(store.jobs, setup) };
  return { setup, delivery: await openPgBoss(address, setup, request) };
}

async function openPgBoss(
  address: string,
  setup: string,
  { store, clock, patience = {}, log }: Omit<QueueRequest, 'address' | 'setup'>,
): Promise<JobDelivery> {
  const [{ default: PgBoss }, { default: pg }, { createPgBossDelivery }] = await Promise.all([
    import('pg-boss'),
    import('pg'),
    import('./pg-boss-delivery.ts'),
  ]);
  const { stream, destroyAll } = createSockets();
  const pool = new pg.Pool({ ...CONNECTION_OPTIONS, connectionString: address, max: MAX_CONNECTIONS, stream });
  pool.on('error', () => undefined);
  const { ask, end } = patienceFor(store.location, destroyAll, patience);
  const executeSql = (text: string, values: unknown[]) => ask(() => pool.query<Record<string, unknown>>(text, values));
  const close = () => end(() => pool.end());
  const boss = new PgBoss({ db: { executeSql }, schema: SCHEMA, schedule: false });
  boss.on('error', (error) => log(`queue: ${error.message}`));
  try {
    await boss.start();
    return await createPgBossDelivery({ boss, schema: SCHEMA, records: store.jobs, setup, clock, close });
  } catch (error) {
    await boss.stop({ graceful: false });
    await close();
    throw error;
  }
}
