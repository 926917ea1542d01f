/** What an endpoint's error means for the caller: an outcome of one call, or an error that says what to do. */
import { InputError, SettingError, UnavailableError } from '../domain/errors.ts';
import type { NoAnswer } from './answer-source.ts';
import type { EndpointError } from './endpoint-error.ts';
import type { ResolvedModel } from './model-spec.ts';

/**
 * @throws SettingError where the user has to change a setting; InputError where this one request is refused;
 *   UnavailableError where the endpoint was never reached or gives no more credit
 */
export function explainFailure(
  error: EndpointError,
  { endpoint, model, spec }: ResolvedModel,
  wasReached: boolean,
): NoAnswer {
  const said = `: ${error.message}`;
  switch (error.kind) {
    case 'too-long':
      return { failure: 'too-long', reason: `the prompt is longer than ${model} can read` };
    case 'filtered':
      return { failure: 'refused', reason: `the filter of ${endpoint} declined the prompt` };
    case 'rate-limited': {
      const { retryAfterMs } = error;
      const wait = retryAfterMs === null ? '' : ` (it asks to wait ${Math.ceil(retryAfterMs / 1000)} s)`;
      return unavailable(`${endpoint} has too many calls to answer${wait}`);
    }
    case 'server':
      return unavailable(`${endpoint} failed with status ${error.status ?? 'unknown'}`);
    case 'timeout':
    case 'connection':
    case 'not-a-model-server':
      if (wasReached) return unavailable(`${endpoint} did not answer${said}`);
      throw neverReached(error, endpoint);
    case 'no-credit':
      throw new UnavailableError(`${endpoint} gives no more credit${said}`, {
        advice: 'Top up the account, then run again: what was paid for is kept.',
      });
    case 'wrong-key':
      if (spec.apiKey === null)
        throw new SettingError(`${endpoint} asks for an API key, and none is set.`, {
          advice: 'Set one in the environment, as GROUNDRULE_API_KEY.',
        });
      throw new SettingError(`${endpoint} refuses the API key${said}`, {
        advice: 'Check the key, and that it belongs to this server.',
      });
    case 'not-allowed':
      throw new SettingError(`${endpoint} does not allow this key to use ${model}${said}`, {
        advice: 'Choose another model, or ask the provider for access.',
      });
    case 'no-such-model':
      throw new SettingError(`${endpoint} has no model “${model}”${said}`, {
        advice: 'Check the name of the model; many servers list theirs under /models.',
      });
    case 'no-such-address':
      throw new SettingError(
        `Nothing at ${endpoint} answers chat completions (status ${error.status ?? 'unknown'}).`,
        { advice: 'Check the base URL; it usually ends in /v1.' },
      );
    case 'bad-request':
      throw new InputError(`${endpoint} refuses the request for ${model}${said}`, {
        advice: 'Check the settings of the model (temperature, output tokens, JSON capability).',
      });
  }
}

const unavailable = (reason: string): NoAnswer => ({ failure: 'unavailable', reason });

function neverReached(error: EndpointError, endpoint: string): UnavailableError {
  if (error.kind === 'not-a-model-server')
    return new UnavailableError(`What answers at ${endpoint} is not a chat completion.`, {
      advice: 'Check the base URL; it usually ends in /v1.',
    });
  if (error.kind === 'timeout')
    return new UnavailableError(`${endpoint} gave ${error.message}.`, {
      advice: 'Check that the server is up, or allow more time per call.',
    });
  return new UnavailableError(`${endpoint} cannot be reached: ${error.message.replace(/\.$/, '')}.`, {
    advice: 'Check the network, the base URL and that the server is running.',
  });
}
