/** `npm run scripted-model -- [options]`: the scripted model server on its own, until Ctrl-C. */
import { parseArgs } from 'node:util';
import { gullibleModel } from '../gullible-model.ts';
import { answering } from '../guide-web/start-guide-web.ts';
import { hiddenTruthModel, HONEST } from '../hidden-truth.ts';
import { plausibleModel, type ScriptedModel } from '../plausible-model.ts';
import { GOOD_BATCHES } from './batches.ts';
import { isFault, type Fault } from './behaviour.ts';
import { startModelServer } from './server.ts';

const HELP = `Options:
  --port N               default: any free port
  --latency-ms N         before each reply
  --seed N               which requests meet a fault
  --fault KIND=RATE      such as malformed=0.05; may be repeated
  --burst EVERY/LENGTH   of every EVERY requests the first LENGTH get a 429
  --max-concurrency N    more at once get a 429
  --retry-after N        seconds, sent with each 429
  --gullible             obey the text of pages, and forge what can be forged
  --truth NAME=NUMBER    judge by “It has quality N.” in the text of responses, write such texts, and err at
                         known rates: qualities, presence, judgeError, firstBias, mends, breaks; may be repeated
  --batches N            serve batches, too, each done at the Nth look
  --no-usage             leave out token figures
  --no-json              refuse json_schema, json_object and tools
  --key KEY              refuse any other key
  --model NAME           refuse any other model
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    'latency-ms': { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    fault: { type: 'string', multiple: true, default: [] },
    burst: { type: 'string' },
    'max-concurrency': { type: 'string' },
    'retry-after': { type: 'string' },
    gullible: { type: 'boolean', default: false },
    truth: { type: 'string', multiple: true },
    batches: { type: 'string' },
    'no-usage': { type: 'boolean', default: false },
    'no-json': { type: 'boolean', default: false },
    key: { type: 'string' },
    model: { type: 'string' },
  },
});

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`Not a whole number: ${text}\n${HELP}`);
  return Number(text);
}

function faultRate(text: string): [Fault, number] {
  const [kind = '', rate = ''] = text.split('=');
  if (!isFault(kind) || !(Number(rate) >= 0 && Number(rate) <= 1)) throw new Error(`Not KIND=RATE: ${text}\n${HELP}`);
  return [kind, Number(rate)];
}

function truthPart(text: string): [string, number] {
  const [name = '', number = ''] = text.split('=');
  if (name === 'seed' || !Object.hasOwn(HONEST, name) || number === '' || !(Number(number) >= 0))
    throw new Error(`Not NAME=NUMBER: ${text}\n${HELP}`);
  return [name, Number(number)];
}

function model(): ScriptedModel {
  if (values.truth !== undefined) return hiddenTruthModel(Object.fromEntries(values.truth.map(truthPart)));
  return values.gullible ? gullibleModel : plausibleModel;
}

const [everyRequests, length] = values.burst?.split('/') ?? [];
const support = values['no-json'] ? 'refused' : 'kept';
if (values.help) process.stdout.write(HELP);
else {
  const server = await startModelServer({
    handler: answering(model()),
    port: wholeNumber(values.port),
    latencyMs: wholeNumber(values['latency-ms']),
    seed: wholeNumber(values.seed),
    faultRates: Object.fromEntries(values.fault.map(faultRate)),
    burst:
      everyRequests === undefined || length === undefined
        ? null
        : { everyRequests: wholeNumber(everyRequests), length: wholeNumber(length) },
    maxConcurrency: values['max-concurrency'] === undefined ? null : wholeNumber(values['max-concurrency']),
    retryAfterSeconds: values['retry-after'] === undefined ? null : wholeNumber(values['retry-after']),
    batches: values.batches === undefined ? null : { ...GOOD_BATCHES, looks: wholeNumber(values.batches) },
    usage: values['no-usage'] ? 'missing' : 'given',
    formats: { json_schema: support, json_object: support, tools: support },
    announces: true,
    apiKey: values.key ?? null,
    models: values.model === undefined ? null : [values.model],
  });
  process.stderr.write('Whatever this server answers was authored for tests: it is no model’s answer.\n');
  process.stdout.write(`${server.baseUrl}\n`);
  process.once('SIGINT', () => {
    process.stdout.write(`${JSON.stringify({ ...server.statistics(), batches: server.batchSizes() })}\n`);
    void server.close();
  });
}
