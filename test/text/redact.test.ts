/** Secrets are covered in whatever form a server or a program repeats them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeKey } from '../../src/service/callers.ts';
import { testRun } from '../support/run-context.ts';
import { keepSecret, redact, redactBytes } from '../../src/text/redact.ts';
import { growth, LINEAR } from '../support/growth.ts';

const ENCODINGS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  reversed: (secret) => Array.from(secret).reverse().join(''),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'hex in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  base64: (secret) => Buffer.from(secret).toString('base64').replace(/=+$/u, ''),
  'base64 for addresses': (secret) => Buffer.from(secret).toString('base64url'),
  'a parameter': encodeURIComponent,
  'a parameter, escapes in small letters': (secret) =>
    encodeURIComponent(secret).replace(/%../gu, (escape) => escape.toLowerCase()),
  'a parameter of a parameter': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'every character escaped': (secret) => Buffer.from(secret).toString('hex').replace(/../gu, '%$&'),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  'JSON of other writers': (secret) =>
    JSON.stringify(secret)
      .slice(1, -1)
      .replace(/\//gu, '\\/')
      .replace(/[<>&'_]/gu, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  'a parameter as Python and RFC 3986 have it': (secret) =>
    encodeURIComponent(secret).replace(/[!'()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
  'a path of an address': (secret) => encodeURIComponent(secret).replace(/%2F/gu, '/').replace(/_/gu, '%5F'),
  HTML: (secret) =>
    secret
      .replace(/&/gu, '&amp;')
      .replace(/</gu, '&lt;')
      .replace(/>/gu, '&gt;')
      .replace(/"/gu, '&#34;')
      .replace(/'/gu, '&#x27;')
      .replace(/_/gu, '&#95;'),
};
/** As keys and good passwords are: of any characters, never a single word. */
const secretText = fc
  .tuple(fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 }), fc.stringMatching(/^[\w-]{4}$/u))
  .map(([text, end]) => `7K${text.trim()}_9${end}`);
const around = fc.constantFrom('', ' ', 'The key is ', '\n', '“', 'é');

it.each(Object.entries(ENCODINGS))('covers a known secret: %s', (_name, encode) => {
  fc.assert(
    fc.property(secretText, around, around, (secret, before, after) => {
      keepSecret(secret);
      const form = encode(secret);
      const expected = `${before}${'*'.repeat(form.length)}${after}`;
      expect(redact(`${before}${form}${after}`)).toBe(expected);
      const bytes = Buffer.from(redactBytes(Buffer.from(`${before}${form}${after}`), []));
      expect(bytes.toString().replace(/\*+/u, '*')).toBe(`${before}*${after}`);
    }),
  );
});

it('leaves at most the characters of base64 that neighbouring text decides, too', () => {
  fc.assert(
    fc.property(secretText, fc.string(), fc.string(), (secret, before, after) => {
      keepSecret(secret);
      const text = Buffer.from(`${before}${secret}${after}`).toString('base64');
      const shown = redact(text);
      expect(shown).toHaveLength(text.length);
      const wholeCharacters = Math.floor((Buffer.byteLength(secret) * 8) / 6) - 1;
      expect(shown).toContain('*'.repeat(wholeCharacters));
    }),
  );
});

it('covers keys of the service wherever they are pasted', () => {
  const { key } = makeKey(
    { name: 'ci', scopes: ['judge'], requestsPerMinute: 1, maxUsd: null, expiresAt: null },
    testRun().clock,
  );
  expect(redact(`Call it with ${key}.`)).toBe(`Call it with ${'*'.repeat(key.length)}.`);
});

it('takes the time of the text, whatever the number of secrets', async () => {
  const keys = Array.from({ length: 1_000 }, (_, index) => `sk-many-${String(index * 7919).padStart(12, 'Q')}`);
  keepSecret(...keys);
  const cover = (repeats: number) => {
    const text = `${'sk-many-QQ 736b2d6d616e79 a plain sentence of a guide. '.repeat(repeats)}${keys[500] ?? ''}`;
    expect(redact(text)).toBe(text.replace(/sk-many-Q\S{10,}$/u, (key) => '*'.repeat(key.length)));
  };
  expect(await growth(cover, 20_000)).toBeLessThan(LINEAR);
});
