import { describe, expect, it } from 'vitest';
import { extractAdvice } from '../../agents/extract-advice.ts';
import { itemsIn } from '../support/read-prompt.ts';
import { modelThatSays, prompts, query, run, task, valueOf, view } from './support.ts';

const text = 'Open with the news itself. Keep the headline under ten words. Name a person to call.';
const input = {
  task,
  queries: [query],
  page: view(text),
  maxAdvice: 4,
  isOnPage: (quote: string) => text.includes(quote),
};
const row = (quote: string, advice: string, queries: readonly string[]) => ({ quote, advice, queries });

async function claimsFrom(rows: (queryId: string) => readonly object[], page = text) {
  const model = modelThatSays((question) => ({ advice: rows(itemsIn(question, 'queries')[0]!.id) }));
  const given = { ...input, page: view(page), isOnPage: (quote: string) => page.includes(quote) };
  return { model, claims: valueOf(await extractAdvice.ask({ model, prompts }, run, given)) };
}

describe('extractAdvice', () => {
  it('returns advice with its quote and the queries that it answers', async () => {
    const { model, claims } = await claimsFrom((id) => [
      row('Open with the news itself.', 'Open a press release with the news', [id]),
    ]);
    expect(claims).toEqual([
      { text: 'Open a press release with the news.', quote: 'Open with the news itself.', queryIds: ['q1'] },
    ]);
    expect(model.calls[0]?.problems).toEqual([]);
  });

  it('takes no page for a quote', async () => {
    const page = 'Open with the news itself. '.repeat(30).trim();
    const { model, claims } = await claimsFrom((id) => [row(page, 'Open with the news.', [id])], page);
    expect(model.calls[0]?.problems.join()).toContain('longer than 600 characters');
    expect(claims).toEqual([]);
  });

  it('keeps what a repair mended where more was given than was asked for', async () => {
    const sentences = [
      'Open with the news itself.',
      'Keep the headline under ten words.',
      'Name a person to call.',
      'Open with it.',
    ];
    const page = [...sentences, 'Give a date.', 'Give a place.'].join(' ');
    let asked = 0;
    const { claims } = await claimsFrom((id) => {
      asked += 1;
      const first = asked === 1 ? 'Open with the old news.' : 'Open with the news itself.';
      const rest = asked === 1 ? [...sentences.slice(1), 'Give a date.', 'Give a place.'] : [];
      return [first, ...rest].map((quote) => row(quote, quote, [id]));
    }, page);
    expect(claims.map(({ quote }) => quote).sort()).toEqual([...sentences].sort());
  });

  it('has a quote that is not on the page mended, and else returns it as the claim that it is', async () => {
    const { model, claims } = await claimsFrom((id) => [
      row('Open with the old news.', 'Open with the old news.', [id]),
    ]);
    expect(model.calls[0]?.problems.join()).toMatch(/Piece 1: its quote is not on the page word for word/);
    expect(claims.map(({ quote }) => quote)).toEqual(['Open with the old news.']);
  });

  it('lets the page speak where the wording is spam, without asking again, and takes no invented query', async () => {
    const { model, claims } = await claimsFrom((id) => [
      row('Name a person to call.', 'Buy at https://essays.example/now.', ['q9', id]),
      row('Keep the headline under ten words.', 'Praise our 7 shops.', [id]),
    ]);
    expect(claims).toEqual([
      { text: null, quote: 'Name a person to call.', queryIds: ['q1'] },
      {
        text: null,
        quote: 'Keep the headline under ten words.',
        queryIds: ['q1'],
      },
    ]);
    expect(model.calls[0]?.problems).toEqual([expect.stringMatching(/^Piece 1: .*ids of the queries/u)]);
  });

  it('takes no quote of a word or two, and no more than was asked for, without asking again', async () => {
    const { model, claims } = await claimsFrom((id) => [
      row('the', 'Use the news.', [id]),
      ...Array.from({ length: 6 }, () => row('Open with the news itself.', 'Open with the news.', [id])),
    ]);
    expect(claims).toHaveLength(3);
    expect(model.calls[0]?.problems).toEqual([expect.stringMatching(/^Piece 1: .*too short/u)]);
  });

  it.each(['标题应该说明新闻的主要内容。', '見出しは二十字以内に収めること。', 'พาดหัวข่าวควรสั้นและบอกสาระสำคัญ'])(
    'takes quotes in scripts without spaces: %s',
    async (quote) => {
      const { model, claims } = await claimsFrom(
        (id) => [row(quote, quote, [id]), row(quote.slice(0, 2), quote, [id])],
        quote,
      );
      expect(claims.map((claim) => claim.quote)).toEqual([quote]);
      expect(model.calls[0]?.problems).toEqual([expect.stringMatching(/^Piece 2: .*too short/u)]);
    },
  );

  it('takes an empty list for a page without advice', async () => {
    const { model, claims } = await claimsFrom(() => []);
    expect(claims).toEqual([]);
    expect(model.calls[0]?.problems).toEqual([]);
  });
});
