/** Exa: exa.ai/docs/reference/error-codes. */
import { NOT_FOUND, text, wholeNumber, type Wire, type WireReply } from '../wire.ts';

const exaError = (status: number, tag: string, error: string): WireReply => ({
  status,
  body: { requestId: 'x', error, tag },
});

export const wire: Wire = {
  tellsQuotaApart: true,
  keyOf: ({ headers }) => text(headers['x-api-key']),
  read: ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/search') return NOT_FOUND;
    const [query, size] = [text(body?.['query']), wholeNumber(body?.['numResults'])];
    if (query === '') return exaError(400, 'INVALID_REQUEST_BODY', 'query is required');
    if (!(size >= 1 && size <= 100)) return exaError(400, 'INVALID_NUM_RESULTS', 'numResults must be 1 to 100');
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
