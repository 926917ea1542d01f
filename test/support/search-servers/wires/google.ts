/** Google Custom Search: developers.google.com/custom-search/v1/reference/rest/v1/cse/list. */
import { NOT_FOUND, text, wholeNumber, type Wire, type WireReply } from '../wire.ts';

const googleError = (code: number, status: string, reason: string, message: string): WireReply => ({
  status: code,
  body: { error: { code, message, status, errors: [{ message, domain: 'global', reason }] } },
});

export const wire: Wire = {
  tellsQuotaApart: true,
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
      'server-error': googleError(503, 'UNAVAILABLE', 'backendError', 'The service is currently unavailable.'),
    })[kind],
};
