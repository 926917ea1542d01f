import { createBrave } from '../../src/search/brave.ts';
import { createExa } from '../../src/search/exa.ts';
import { createGoogle } from '../../src/search/google.ts';
import { createSearxng } from '../../src/search/searxng.ts';
import { createSerper } from '../../src/search/serper.ts';
import { createTavily } from '../../src/search/tavily.ts';
import * as wires from '../support/search-servers/wires.ts';
import { webEngineContract } from './contract.ts';

webEngineContract({
  wire: wires.searxngWire,
  create: createSearxng,
  pageSize: 10,
  spentQuota: /takes no more requests for now/u,
  setting: 'searxngUrl',
});
webEngineContract({
  wire: wires.braveWire,
  create: createBrave,
  pageSize: 20,
  spentQuota: /takes no more requests for now/u,
  setting: 'braveKey',
});
webEngineContract({
  wire: wires.tavilyWire,
  create: createTavily,
  pageSize: 20,
  spentQuota: /has no searches left/u,
  setting: 'tavilyKey',
});
webEngineContract({
  wire: wires.exaWire,
  create: createExa,
  pageSize: 100,
  spentQuota: /has no searches left/u,
  setting: 'exaKey',
});
webEngineContract({
  wire: wires.serperWire,
  create: createSerper,
  pageSize: 10,
  spentQuota: /has no searches left/u,
  setting: 'serperKey',
});
webEngineContract({
  wire: wires.googleWire,
  create: (options) => createGoogle({ ...options, engineId: 'engine-1' }),
  pageSize: 10,
  spentQuota: /has no searches left/u,
  setting: 'googleKey',
});
