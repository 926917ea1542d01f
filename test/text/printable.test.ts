import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLine } from '../../src/text/printable.ts';
import { keepSecret, redactAll } from '../../src/text/redact.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 200 });
/** What a terminal acts on: C0 but tab and line break, DEL, C1. */
const CONTROL = /(?![\t\n])\p{Cc}/u;
const REORDERS = /[\u202a-\u202e\u2066-\u2069]/u;

describe('printable', () => {
  it('shows escapes instead of sending them', () => {
    expect(printable('a\u001b[31mred\u0007')).toBe('a␛[31mred␇');
    expect(printable('\u009b2Jx\u007f')).toBe('\ufffd2Jx␡');
    expect(printable('one\r\ntwo\tthree')).toBe('one\ntwo\tthree');
    expect(printable('price \u202e001$')).toBe('price \ufffd001$');
  });

  it('lets nothing through that a terminal acts on, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(printable(text)).not.toMatch(CONTROL);
        expect(printable(text)).not.toMatch(REORDERS);
        expect(printableLine(text)).not.toMatch(/[\t\n]/u);
      }),
    );
  });

  it('every run of white space in a line is one space, and none is at its ends', () => {
    expect(printableLine(' one two  three \n four\u00a0five\n\tsix ')).toBe('one two three four five six');
  });

  it('leaves ordinary text of any script alone', () => {
    const text = 'Ein Satz – “quoted”, 中文, العربية, עברית, 👩‍👩‍👧, é';
    expect(printableLine(text)).toBe(text);
  });
});

describe('printableJson', () => {
  it('covers a secret in any string, whatever JSON escapes beside or within it', () => {
    const known = 'kn"own\\sec\nret-7';
    keepSecret(known);
    const secret = fc.constantFrom(
      known,
      'sk-abcdefgh12345678',
      'https://anna:pa\\ss1@host.example/',
      '?token=abc123x',
    );
    const around = fc.string({ unit: fc.constantFrom('\n', '\t', '"', '\\', '\u0001', 'n', ' ', '@'), maxLength: 4 });
    fc.assert(
      fc.property(around, secret, around, (before, hidden, after) => {
        const value = { list: [`${before}${hidden}${after}`, before, after] };
        expect(JSON.parse(printableJson(value))).toEqual(redactAll(value));
      }),
    );
  });

  it('is the same value, without what a terminal acts on', () => {
    fc.assert(
      fc.property(fc.jsonValue(), anyText, (value, text) => {
        const json = printableJson({ value, text }, 2);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text })));
        expect(json).not.toMatch(CONTROL);
        expect(json).not.toMatch(REORDERS);
      }),
    );
  });
});
