/** Probes how an endpoint can be made to answer in JSON. The answers are cached like all others. */
import { z } from 'zod';
import type { Capability, ChatMessage } from '../domain/model.ts';
import { sha256Hex } from '../text/hash.ts';
import { answerSchema } from './answer-schema.ts';
import type { AnswerRequest, AnswerResult, CallFailure } from './answer-source.ts';
import { EndpointError } from './endpoint-error.ts';
import { readAnswer } from './read-answer.ts';

const Greeting = z.strictObject({ greeting: z.string() });
const SCHEMA = answerSchema('greeting', Greeting);

/** Does not mention JSON: an endpoint that ignores the format answers in prose and fails the probe. */
const QUESTION: readonly ChatMessage[] = [{ role: 'user', content: 'Greet the reader in one word.' }];

/** A single bad answer may be random. */
const TRIES = 2;
/** Few: some servers answer an unknown format with status 500. */
const MAX_ATTEMPTS = 3;

/**
 * @param ladder best first; the last one needs no probe
 * @returns a failure if the endpoint does not answer, or a limit is reached
 * @throws CancelledError
 */
export async function probeCapability(
  ask: (request: AnswerRequest) => Promise<AnswerResult>,
  ladder: readonly Capability[],
  common: Pick<AnswerRequest, 'label' | 'model' | 'price' | 'endpoint' | 'pace' | 'batches'>,
): Promise<Capability | CallFailure> {
  for (const rung of ladder.slice(0, -1))
    for (let sampleIndex = 0; sampleIndex < TRIES; sampleIndex++) {
      const { exchange, failure } = await ask({
        ...common,
        messages: QUESTION,
        schema: SCHEMA,
        promptHash: sha256Hex(`probe ${rung}`),
        promptTemperature: null,
        sampling: {},
        sampleIndex,
        choiceWords: [],
        maxAttempts: MAX_ATTEMPTS,
        capability: () => Promise.resolve(rung),
      });
      const isRefused =
        failure instanceof EndpointError && (failure.kind === 'bad-request' || failure.kind === 'server');
      if (isRefused) break;
      if (failure !== null) return failure;
      if (exchange.answer !== null && readAnswer(exchange.answer, { schema: Greeting }).status === 'read') return rung;
    }
  return ladder.at(-1) ?? 'prompt';
}
