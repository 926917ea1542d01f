/** What is used of the package `googleapis`: it builds the request, and our own fetch sends it. */
import { UnavailableError } from '../domain/errors.ts';
import type { TrustedReply } from '../web/trusted-fetch.ts';
import type { Send } from './connect-service.ts';

/** Loads an optional package by its name; a test can stand in for it. */
export type ImportPackage = (name: string) => Promise<unknown>;

export interface ListParameters {
  readonly cx: string;
  readonly q: string;
  /** From 1. */
  readonly start: number;
  readonly num: number;
  /** `lang_de`. */
  readonly lr?: string;
  /** `d30`: of the last 30 days. */
  readonly dateRestrict?: string;
}

/** One request of `cse.list`. */
export type CustomSearch = (parameters: ListParameters, send: Send) => Promise<TrustedReply>;

/** The one API that is used, of the whole package (200 MB, a second to load) or of Google's package of it alone. */
const MODULES = ['googleapis/build/src/apis/customsearch/index.js', '@googleapis/customsearch'] as const;
const ADVICE =
  'Install it, “npm install googleapis@178”, or its part for searches, “npm install @googleapis/customsearch@7”.';

interface CustomSearchModule {
  customsearch(options: object): {
    readonly cse: { list(parameters: object, options: object): Promise<unknown> };
  };
}

/** @throws UnavailableError where the package is not installed, or another one than expected */
export async function loadCustomSearch(
  importPackage: ImportPackage,
  { apiKey, rootUrl }: { readonly apiKey: string; readonly rootUrl: string },
): Promise<CustomSearch> {
  const [whole, part] = MODULES;
  const module = await importPackage(whole)
    .catch(() => importPackage(part))
    .catch((error: unknown) => {
      throw new UnavailableError(
        'Google Custom Search needs the package googleapis, which cannot be loaded.',
        {
          advice: ADVICE,
          cause: error,
        },
      );
    });
  if (!isCustomSearchModule(module))
    throw new UnavailableError('The installed googleapis has no custom search.', { advice: ADVICE });
  const { cse } = module.customsearch({ version: 'v1', auth: apiKey, rootUrl });

  return (parameters, send) =>
    new Promise((resolve, reject) => {
      const fetchImplementation = (url: URL, { headers }: { readonly headers: Headers }) => {
        // The reply is ours to judge: the package's own errors would show the key.
        resolve(send({ url: new URL(url), headers: Object.fromEntries(headers) }));
        return Promise.resolve(Response.json({}));
      };
      const sentNothing = () =>
        reject(new UnavailableError('The installed googleapis sent no request.', { advice: ADVICE }));
      // Its own retries, four requests for a refusal, stay off: each would count against the quota.
      cse.list(parameters, { retry: false, fetchImplementation }).then(sentNothing, sentNothing);
    });
}

function isCustomSearchModule(module: unknown): module is CustomSearchModule {
  return (
    typeof module === 'object' &&
    module !== null &&
    'customsearch' in module &&
    typeof module.customsearch === 'function'
  );
}
