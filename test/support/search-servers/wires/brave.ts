/** Brave Search: api-dashboard.search.brave.com/documentation; a wrong key is a 422, quotas show in X-RateLimit headers. */
import { NOT_FOUND, text, wholeNumber, type Wire, type WireReply } from '../wire.ts';

const braveError = (status: number, code: string, detail: string): WireReply => ({
  status,
  body: { type: 'ErrorResponse', error: { id: 'x', status, code, detail, meta: {} }, time: 0 },
});

export const wire: Wire = {
  tellsQuotaApart: false,
  keyOf: ({ headers }) => text(headers['x-subscription-token']),
  read: ({ method, path, parameters }) => {
    if (method !== 'GET' || path !== '/res/v1/web/search') return NOT_FOUND;
    const query = text(parameters.get('q'));
    const [count, offset] = [wholeNumber(parameters.get('count')), wholeNumber(parameters.get('offset'))];
    const isValid = query !== '' && query.length <= 400 && query.split(' ').length <= 50 && count >= 1 && count <= 20;
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
      'wrong-key': braveError(422, 'SUBSCRIPTION_TOKEN_INVALID', 'The provided subscription token is invalid.'),
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
