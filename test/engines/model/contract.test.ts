import { fakeModelClient, shippedPrompts } from '../../support/fake-model-client.ts';
import { gullibleModel } from '../../support/gullible-model.ts';
import { plausibleModel } from '../../support/plausible-model.ts';
import { createModelEngine } from '../../../src/engines/model/engine.ts';
import { describeEngineContract } from '../engine-contract.ts';

const prompts = await shippedPrompts();

describeEngineContract('model', () =>
  createModelEngine({ model: fakeModelClient(plausibleModel), prompts, modelNames: {} }),
);
describeEngineContract('model, one item per call', () =>
  createModelEngine({ model: fakeModelClient(plausibleModel), prompts, modelNames: {} }, { itemsPerCall: 1 }),
);
describeEngineContract('model that believes all it reads', () =>
  createModelEngine({ model: fakeModelClient(gullibleModel), prompts, modelNames: {} }),
);
