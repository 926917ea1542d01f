import { createOfflineEngine } from '../../src/engines/offline/engine.ts';
import { batchingEngine } from '../support/batching-engine.ts';
import { describeEngineContract } from './engine-contract.ts';

describeEngineContract('offline', createOfflineEngine);
describeEngineContract('stub that batches by 4, out of order, a fifth unscored', () =>
  batchingEngine(createOfflineEngine()),
);
