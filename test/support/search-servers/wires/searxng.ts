/** SearXNG: docs.searxng.org/dev/search_api.html; errors are pages of HTML, the page size is the instance's affair. */
import { NOT_FOUND, text, wholeNumber, type Wire } from '../wire.ts';

export const wire: Wire = {
  tellsQuotaApart: false,
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
