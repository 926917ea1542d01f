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
  setting: 'searxngUrl',
});
webEngineContract({
  wire: wires.braveWire,
  create: createBrave,
  pageSize: 20,
  setting: 'braveKey',
});
webEngineContract({
  wire: wires.tavilyWire,
  create: createTavily,
  pageSize: 20,
  setting: 'tavilyKey',
});
webEngineContract({
  wire: wires.exaWire,
  create: createExa,
  pageSize: 100,
  setting: 'exaKey',
});
webEngineContract({
  wire: wires.serperWire,
  create: createSerper,
  pageSize: 10,
  setting: 'serperKey',
});
webEngineContract({
  wire: wires.googleWire,
  create: (options) => createGoogle({ ...options, engineId: 'engine-1' }),
  pageSize: 10,
  setting: 'googleKey',
});
