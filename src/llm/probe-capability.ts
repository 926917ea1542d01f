/** Finds out, by asking, how an endpoint can be made to answer in JSON. The answers are kept like any other. */
import { z } from 'zod';
import type { Capability, ChatMessage } from '../domain/model.ts';
import { sha256Hex } from '../text/hash.ts';
import { answerSchema } from './answer-schema.ts';
import type { Ask, Asked, Failed } from './answer-source.ts';
import { EndpointError } from './endpoint-error.ts';
import { readAnswer } from './read-answer.ts';

const Greeting = z.strictObject({ greeting: z.string() });
const SCHEMA = answerSchema('greeting', Greeting);

/** Says nothing of JSON: an endpoint that takes the format but ignores it answers in prose, and is found out. */
const QUESTION: readonly ChatMessage[] = [{ role: 'user', content: 'Greet the reader in one word.' }];

/** A single bad answer may be chance. */
const TRIES = 2;
/** Some servers answer an unknown format with an error 500. */
const MAX_ATTEMPTS = 3;

/**
 * @param ladder best first; the last needs no probe
 * @returns a failure where the endpoint answers nothing at all, or a limit is reached
 * @throws CancelledError
 */
export async function probeCapability(
  askModel: (ask: Ask) => Promise<Asked>,
  ladder: readonly Capability[],
  common: Pick<Ask, 'label' | 'model' | 'price' | 'endpoint' | 'pace'>,
): Promise<Capability | Failed> {
  for (const rung of ladder.slice(0, -1))
    for (let sampleIndex = 0; sampleIndex < TRIES; sampleIndex++) {
      const { exchange, failed } = await askModel({
        ...common,
        messages: QUESTION,
        schema: SCHEMA,
        promptHash: sha256Hex(`probe ${rung}`),
        promptTemperature: null,
        sampleIndex,
        choiceWords: [],
        maxAttempts: MAX_ATTEMPTS,
        capability: () => Promise.resolve(rung),
      });
      const isRefused = failed instanceof EndpointError && (failed.kind === 'bad-request' || failed.kind === 'server');
      if (isRefused) break;
      if (failed !== null) return failed;
      if (exchange.answer !== null && readAnswer(exchange.answer, { schema: Greeting }).status === 'read') return rung;
    }
  return ladder.at(-1) ?? 'prompt';
}
