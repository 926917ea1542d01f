/** Every engine of the registry, each against the double of its service. */
import { ENGINES } from '../../src/search/engines/registry.ts';
import { webEngineContract } from './contract.ts';

for (const engine of ENGINES) webEngineContract(engine);
