/** What an error of a model endpoint means for a call, or for the run. */
import { InputError, SettingError, UnavailableError } from '../domain/errors.ts';
import type { ModelFailure } from '../domain/model.ts';
import type { EndpointError } from './endpoint-error.ts';
import { isAskedOfOpenAi, type ResolvedModel } from './model-spec.ts';

export interface NoAnswer {
  readonly failure: ModelFailure;
  readonly reason: string;
}

/**
 * Turns an endpoint error into the outcome of one call, or throws an error that says what to do.
 * @throws SettingError if the user has to change a setting; UnavailableError if the endpoint was never reached or its quota
 *   is exceeded
 */
export function explainFailure(error: EndpointError, resolved: ResolvedModel, wasReached: boolean): NoAnswer {
  const { endpoint, model, spec } = resolved;
  const { status, words } = error;
  const details = `: ${error.message}`;
  const said = words === null ? '' : `: ${words.replace(/\.$/, '')}`;
  switch (error.kind) {
    case 'too-long':
      return { failure: 'too-long', reason: `the prompt is longer than ${model} can read${said}` };
    case 'filtered':
      return { failure: 'refused', reason: `the filter of ${endpoint} declined the prompt${said}` };
    case 'rate-limited': {
      const { retryAfterMs } = error;
      const wait = retryAfterMs === null ? '' : `; retry after ${Math.ceil(retryAfterMs / 1000)} s`;
      return unavailable(`${endpoint}: rate limited (429)${said}${wait}`);
    }
    case 'server': {
      const failed = status === null ? 'failed' : `failed with status ${status}`;
      return unavailable(`${endpoint} ${failed}${said}`);
    }
    case 'timeout':
    case 'connection':
    case 'cut':
    case 'not-a-model-server':
      if (wasReached) return unavailable(`${endpoint} did not answer${details}`);
      throw neverReached(error, resolved);
    case 'no-credit':
      throw new UnavailableError(`${endpoint}: quota exceeded${details}`, {
        advice: 'Top up the account, then run again: answers that are paid for are cached.',
        status,
      });
    case 'wrong-key':
      if (spec.apiKey === null) throw noKey(resolved);
      throw new SettingError(`${endpoint} refuses the API key${details}`, {
        advice: `Check the key${spec.keyVariable === undefined ? '' : ` in ${spec.keyVariable} (programs: “apiKey”)`}, and that it belongs to this server.`,
        status,
      });
    case 'not-allowed':
      throw new SettingError(`${endpoint} does not allow this key to use ${model}${details}`, {
        advice: 'Choose another model, or ask the provider for access.',
        status,
      });
    case 'no-such-model':
      throw new SettingError(`${endpoint} has no model “${model}”${details}`, {
        advice: 'Check the name of the model; many servers list their models under /models.',
        status,
      });
    case 'no-such-address':
      throw new SettingError(`${endpoint} does not serve chat completions (status ${status ?? 'unknown'}).`, {
        advice: 'Check the base URL; it usually ends in /v1.',
        status,
      });
    case 'too-large':
      return unavailable(`${endpoint} sent a response that is too large (${error.message})`);
    case 'redirect':
      throw new SettingError(
        `${endpoint} redirects to ${error.message}. Redirects are not followed: they would pass on prompts and keys.`,
        {
          advice: 'If that address is right, set it with --base-url (programs: “baseUrl”).',
        },
      );
    case 'bad-request':
      return { failure: 'refused', reason: `${endpoint} refuses the prompt${details}` };
  }
}

/** Where nothing that was asked of the model was answered: the prompts are not at fault. */
export function refusedRequest({ message, status }: EndpointError, { endpoint, model }: ResolvedModel): InputError {
  return new InputError(`${endpoint} refuses the request for ${model}: ${message}`, {
    advice: 'Check the name of the model, and --model-format if you set it.',
    status,
  });
}

/** Also thrown before a request to a provider's own address, which always needs a key. */
export function noKey({ endpoint, spec }: ResolvedModel): SettingError {
  const variables = isAskedOfOpenAi(spec) ? 'OPENAI_API_KEY or GROUNDRULE_API_KEY' : 'GROUNDRULE_API_KEY';
  const otherKey = spec.keyVariable === undefined ? '' : `: the key in ${spec.keyVariable} is not sent there`;
  return new SettingError(`${endpoint} needs an API key, and none is set for it${otherKey}.`, {
    advice: `Set ${variables} in the environment, or choose another server with --base-url (programs: “apiKey”, “baseUrl”).`,
  });
}

const unavailable = (reason: string): NoAnswer => ({ failure: 'unavailable', reason });

function neverReached(error: EndpointError, { endpoint, spec }: ResolvedModel): UnavailableError {
  const message = error.message.replace(/\.$/, '');
  if (error.kind === 'not-a-model-server')
    return new UnavailableError(`The response of ${endpoint} is not a chat completion: ${message}.`, {
      advice: 'Check the base URL; it usually ends in /v1.',
    });
  if (error.kind === 'timeout')
    return new UnavailableError(`${endpoint} gave ${message}.`, {
      advice: 'Check that the server is running, or allow more time per call with --model-timeout-ms.',
    });
  const proxy = spec.proxy == null ? '' : ' the proxy (HTTP_PROXY, HTTPS_PROXY, NO_PROXY),';
  return new UnavailableError(`${endpoint} cannot be reached: ${message}.`, {
    advice: `Check the network,${proxy} the base URL and that the server is running.`,
  });
}
