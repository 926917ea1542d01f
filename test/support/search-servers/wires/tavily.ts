/** Tavily: docs.tavily.com; 432 and 433 are spent plans. */
import { NOT_FOUND, text, wholeNumber, type Wire, type WireReply } from '../wire.ts';

const tavilyError = (status: number, error: string): WireReply => ({ status, body: { detail: { error } } });

export const wire: Wire = {
  tellsQuotaApart: true,
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
