/** The services' own formats, limits and errors, from their documentation and from what their users report. */
import { text, wholeNumber, type Wire, type WireReply } from './wire.ts';

const NOT_FOUND: WireReply = { status: 404, body: { message: 'Not found' } };

/** docs.searxng.org/dev/search_api.html; errors are pages of HTML, the page size is the instance's affair. */
export const searxngWire: Wire = {
  name: 'searxng',
  keyOf: () => null,
  read: ({ method, path, parameters }) => {
    if (method !== 'GET' || path !== '/search') return NOT_FOUND;
    if (parameters.get('format') !== 'json') return { status: 200, body: '<!doctype html>' };
    const query = text(parameters.get('q'));
    if (query === '') return { status: 400, body: '<h1>Bad Request</h1>' };
    return { query, offset: (wholeNumber(parameters.get('pageno')) - 1) * 10, size: 10 };
  },
  reply: ({ query }, results) => ({
    query,
    number_of_results: 0,
    results: results.map(({ url, title, snippet }) => ({
      url,
      title,
      content: snippet,
      publishedDate: null,
      engine: 'duckduckgo',
      template: 'default.html',
      engines: ['duckduckgo'],
      positions: [1],
      score: 1,
      category: 'general',
    })),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  }),
  failure: (kind) =>
    ({
      'wrong-key': { status: 401, body: '<h1>Unauthorized</h1>' },
      forbidden: { status: 403, body: '<!doctype html><title>403 Forbidden</title>' },
      'rate-limited': { status: 429, body: 'Too Many Requests' },
      quota: { status: 429, body: 'Too Many Requests' },
      'server-error': { status: 500, body: '<h1>Internal Server Error</h1>' },
    })[kind],
};

const braveError = (status: number, code: string, detail: string): WireReply => ({
  status,
  body: { type: 'ErrorResponse', error: { id: 'x', status, code, detail, meta: {} }, time: 0 },
});

/** api-dashboard.search.brave.com/documentation; a wrong key is a 422, quotas show in X-RateLimit headers. */
export const braveWire: Wire = {
  name: 'brave',
  keyOf: ({ headers }) => text(headers['x-subscription-token']),
  read: ({ method, path, parameters }) => {
    if (method !== 'GET' || path !== '/res/v1/web/search') return NOT_FOUND;
    const query = text(parameters.get('q'));
    const [count, offset] = [wholeNumber(parameters.get('count')), wholeNumber(parameters.get('offset'))];
    const isValid =
      query !== '' && query.length <= 400 && query.split(' ').length <= 50 && count >= 1 && count <= 20;
    if (!isValid || !(offset >= 0 && offset <= 9))
      return braveError(422, 'VALIDATION', 'Unable to validate request parameter(s)');
    return { query, offset: offset * count, size: count };
  },
  reply: ({ query, offset, size }, results, total) => ({
    type: 'search',
    query: { original: query, more_results_available: offset + size < total },
    ...(results.length === 0
      ? {}
      : {
          web: {
            type: 'search',
            results: results.map(({ url, title, snippet }) => ({
              type: 'search_result',
              url,
              title,
              description: snippet,
              extra_snippets: ['More from the page.'],
            })),
            family_friendly: true,
          },
        }),
  }),
  failure: (kind) =>
    ({
      'wrong-key': braveError(
        422,
        'SUBSCRIPTION_TOKEN_INVALID',
        'The provided subscription token is invalid.',
      ),
      forbidden: braveError(403, 'OPTION_NOT_IN_PLAN', 'The option is not subscribed in the plan.'),
      'rate-limited': {
        ...braveError(429, 'RATE_LIMITED', 'Request rate limit exceeded for plan'),
        headers: { 'x-ratelimit-remaining': '1, 1999', 'x-ratelimit-reset': '1, 1419704' },
      },
      quota: {
        ...braveError(429, 'QUOTA_LIMITED', 'Request quota limit exceeded for plan'),
        headers: { 'x-ratelimit-remaining': '1, 0', 'x-ratelimit-reset': '1, 1419704' },
      },
      'server-error': braveError(500, 'INTERNAL', 'Internal server error'),
    })[kind],
};

const tavilyError = (status: number, error: string): WireReply => ({ status, body: { detail: { error } } });

/** docs.tavily.com; 432 and 433 are spent plans. */
export const tavilyWire: Wire = {
  name: 'tavily',
  keyOf: ({ headers }) => text(headers['authorization']).replace(/^Bearer /, ''),
  read: ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/search') return NOT_FOUND;
    const [query, size] = [text(body?.['query']), wholeNumber(body?.['max_results'])];
    if (query === '') return tavilyError(400, 'Query is missing.');
    if (query.length > 400) return tavilyError(400, 'Query is too long. Max query length is 400 characters.');
    if (!(size >= 0 && size <= 20)) return tavilyError(400, 'Max results must be between 0 and 20.');
    return { query, offset: 0, size };
  },
  reply: ({ query }, results) => ({
    query,
    follow_up_questions: null,
    answer: null,
    images: [],
    results: results.map(({ url, title, snippet }) => ({
      url,
      title,
      content: snippet,
      score: 0.5,
      raw_content: null,
    })),
    response_time: 0.5,
    request_id: 'x',
  }),
  failure: (kind) =>
    ({
      'wrong-key': tavilyError(401, 'Unauthorized: missing or invalid API key.'),
      forbidden: tavilyError(403, 'URL is not supported.'),
      'rate-limited': tavilyError(
        429,
        'Your request has been blocked due to excessive requests. Please reduce rate of requests.',
      ),
      quota: tavilyError(432, "This request exceeds your plan's set usage limit. Please upgrade your plan."),
      'server-error': tavilyError(500, 'Internal Server Error'),
    })[kind],
};

const exaError = (status: number, tag: string, error: string): WireReply => ({
  status,
  body: { requestId: 'x', error, tag },
});

/** exa.ai/docs/reference/error-codes. */
export const exaWire: Wire = {
  name: 'exa',
  keyOf: ({ headers }) => text(headers['x-api-key']),
  read: ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/search') return NOT_FOUND;
    const [query, size] = [text(body?.['query']), wholeNumber(body?.['numResults'])];
    if (query === '') return exaError(400, 'INVALID_REQUEST_BODY', 'query is required');
    if (!(size >= 1 && size <= 100))
      return exaError(400, 'INVALID_NUM_RESULTS', 'numResults must be 1 to 100');
    return { query, offset: 0, size };
  },
  reply: (_asked, results) => ({
    requestId: 'x',
    resolvedSearchType: 'neural',
    results: results.map(({ url, title }) => ({
      id: url,
      url,
      title,
      publishedDate: '2026-01-01T00:00:00.000Z',
      author: null,
      score: 0.2,
    })),
    costDollars: { total: 0.007 },
  }),
  failure: (kind) =>
    ({
      'wrong-key': exaError(401, 'INVALID_API_KEY', 'Invalid API key'),
      forbidden: exaError(403, 'ACCESS_DENIED', 'Feature not enabled for your plan'),
      'rate-limited': { status: 429, body: { error: 'rate limit exceeded' } },
      quota: exaError(402, 'NO_MORE_CREDITS', 'Credits are exhausted'),
      'server-error': exaError(503, 'SERVICE_OVERLOADED', 'The service is overloaded'),
    })[kind],
};

const serperError = (statusCode: number, message: string): WireReply => ({
  status: statusCode,
  body: { message, statusCode },
});

/** serper.dev: a wrong key is a 403 and an empty account a 400, as its users report. */
export const serperWire: Wire = {
  name: 'serper',
  keyOf: ({ headers }) => text(headers['x-api-key']),
  read: ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/search') return NOT_FOUND;
    const query = text(body?.['q']);
    const [size, page] = [wholeNumber(body?.['num']), wholeNumber(body?.['page'])];
    if (query === '') return serperError(400, 'Missing query parameter');
    if (query.length > 2048) return serperError(400, 'Query is too long');
    if (!(size >= 1 && page >= 1)) return serperError(400, 'Invalid parameters');
    return { query, offset: (page - 1) * size, size };
  },
  reply: ({ query, size, offset }, results) => ({
    searchParameters: { q: query, type: 'search', num: size, page: offset / size + 1, engine: 'google' },
    organic: results.map(({ url, title, snippet }, index) => ({
      title,
      link: url,
      snippet,
      position: index + 1,
    })),
    credits: 1,
  }),
  failure: (kind) =>
    ({
      'wrong-key': serperError(403, 'Unauthorized.'),
      forbidden: serperError(403, 'Unauthorized.'),
      'rate-limited': serperError(429, 'Rate limit exceeded'),
      quota: serperError(400, 'Not enough credits'),
      'server-error': serperError(500, 'Internal server error'),
    })[kind],
};

const googleError = (code: number, status: string, reason: string, message: string): WireReply => ({
  status: code,
  body: { error: { code, message, status, errors: [{ message, domain: 'global', reason }] } },
});

/** developers.google.com/custom-search/v1/reference/rest/v1/cse/list. */
export const googleWire: Wire = {
  name: 'google',
  keyOf: ({ parameters }) => text(parameters.get('key')),
  read: ({ method, path, parameters }) => {
    if (method !== 'GET' || path !== '/customsearch/v1') return NOT_FOUND;
    const query = text(parameters.get('q'));
    const [start, num] = [wholeNumber(parameters.get('start')), wholeNumber(parameters.get('num'))];
    const isValid = query !== '' && num >= 1 && num <= 10 && start >= 1 && start + num <= 100;
    if (!isValid || text(parameters.get('cx')) === '')
      return googleError(400, 'INVALID_ARGUMENT', 'badRequest', 'Request contains an invalid argument.');
    return { query, offset: start - 1, size: num };
  },
  reply: ({ query, offset, size }, results, total) => ({
    kind: 'customsearch#search',
    url: { type: 'application/json', template: 'https://www.googleapis.com/customsearch/v1?q={searchTerms}' },
    queries: {
      request: [{ searchTerms: query, count: results.length, startIndex: offset + 1 }],
      ...(offset + size < total
        ? { nextPage: [{ searchTerms: query, count: size, startIndex: offset + size + 1 }] }
        : {}),
    },
    searchInformation: { searchTime: 0.2, totalResults: String(total) },
    ...(results.length === 0
      ? {}
      : {
          items: results.map(({ url, title, snippet }) => ({
            kind: 'customsearch#result',
            title,
            htmlTitle: `<b>${title}</b>`,
            link: url,
            snippet,
          })),
        }),
  }),
  failure: (kind) =>
    ({
      'wrong-key': googleError(
        400,
        'INVALID_ARGUMENT',
        'badRequest',
        'API key not valid. Please pass a valid API key.',
      ),
      forbidden: googleError(
        403,
        'PERMISSION_DENIED',
        'forbidden',
        'This project does not have the access to Custom Search JSON API.',
      ),
      'rate-limited': googleError(
        429,
        'RESOURCE_EXHAUSTED',
        'rateLimitExceeded',
        "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user' of service 'customsearch.googleapis.com'.",
      ),
      quota: googleError(
        429,
        'RESOURCE_EXHAUSTED',
        'rateLimitExceeded',
        "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service 'customsearch.googleapis.com'.",
      ),
      'server-error': googleError(
        503,
        'UNAVAILABLE',
        'backendError',
        'The service is currently unavailable.',
      ),
    })[kind],
};
