/** Serper: serper.dev: a wrong key is a 403 and an empty account a 400, as its users report. */
import { NOT_FOUND, text, wholeNumber, type Wire, type WireReply } from '../wire.ts';

const serperError = (statusCode: number, message: string): WireReply => ({
  status: statusCode,
  body: { message, statusCode },
});

export const wire: Wire = {
  tellsQuotaApart: true,
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
