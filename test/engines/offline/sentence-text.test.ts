import { expect, it } from 'vitest';
import { maskQuotes } from '../../../src/engines/offline/sentence-text.ts';

it('reads a quotation from the last mark that opens it, so that each mark is read once', () => {
  expect(maskQuotes(`${'“'.repeat(3)}rain” falls`)).toEqual({ text: '““Quotation0 falls', quotes: ['“rain”'] });
  expect(maskQuotes(`${'‘'.repeat(3)}rain’ falls`)).toEqual({ text: '‘‘Quotation0 falls', quotes: ['‘rain’'] });
});
