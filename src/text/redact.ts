/**
 * Redacts secrets in everything that is printed, stored, recorded or thrown. Each character of a secret becomes `*`, so that
 * offsets, quotes and URLs stay valid. Redacting twice changes nothing.
 */

import { decoded, formsOfSecret, MIN_FORM_CHARS, SecretMatcher } from './secret-forms.ts';

/** Shared by all clients of the process. The oldest are dropped first. */
const secrets = new Set<string>();
const MAX_SECRETS = 4_000;
let inText = new SecretMatcher();
/** The same for bytes of documents, one character per byte. */
let inBytes = new SecretMatcher();

/** Shorter secrets that look like ordinary words or numbers are only redacted in URLs. */
const MIN_PHRASE_CHARS = 20;
const ORDINARY = /^(?:\p{L}?\p{Ll}*(?:[-_+ ]\p{Ll}+)*|[\d.,:/-]{1,10})$/u;

/** Registers secrets. From now on they are redacted, also in encoded forms (`formsOfSecret`). */
export function keepSecret(...values: readonly (string | null | undefined)[]): void {
  for (const secret of values.flatMap(redactableForms)) {
    if (secrets.has(secret)) continue;
    secrets.add(secret);
    for (const form of formsOfSecret(secret)) addForm(form);
  }
  if (secrets.size <= MAX_SECRETS) return;
  // Drop half of them, so that the forms are not rebuilt for every new secret.
  for (const oldest of secrets) if (secrets.size > MAX_SECRETS / 2) secrets.delete(oldest);
  inText = new SecretMatcher();
  inBytes = new SecretMatcher();
  for (const form of [...secrets].flatMap(formsOfSecret)) addForm(form);
}

function addForm(form: string): void {
  inText.add(form);
  inBytes.add(asBytes(form));
}

function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The secret as it is and URL-decoded. */
function redactableForms(value: string | null | undefined): readonly string[] {
  const secret = value?.trim() ?? '';
  if (secret.length < MIN_FORM_CHARS || (secret.length < MIN_PHRASE_CHARS && ORDINARY.test(secret))) return [];
  return [...new Set([secret, decoded(secret)])];
}

const SECRET_VARIABLE = /(?:key(?:_id)?|token|secret|pass(?:w(?:or)?d|phrase|code)?|credentials?|auth)$/iu;

/** Registers the environment variables whose names say that they are secrets, and passwords in addresses such as DATABASE_URL. */
export function keepSecretsOf(environment: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value = ''] of Object.entries(environment)) {
    if (SECRET_VARIABLE.test(name)) keepSecret(value);
    if (value.includes('://')) keepSecretsIn(value);
  }
}

/** Registers the secrets in URLs from settings, arguments and variables. */
export function keepSecretsIn(...addresses: readonly (string | null | undefined)[]): void {
  keepSecret(...addresses.flatMap((address) => secretsIn(address ?? '')));
}

/** @param address well formed or not */
function secretsIn(address: string): readonly string[] {
  const inParameters = PARAMETERS.flatMap((pattern) =>
    [...address.matchAll(pattern)].flatMap(([, , name = '', , value = '']) => secretIn(name, value)),
  );
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === '')
    return inParameters;
  const [, userinfo = ''] = CREDENTIALS.exec(address) ?? [];
  const [, password = ''] = /:(.*)$/su.exec(userinfo) ?? [];
  // Also name and password together: the password alone may look like ordinary text.
  return [...inParameters, password, userinfo];
}

/** Up to the last `@`: in an invalid URL a password may contain anything. */
const CREDENTIALS = /^(?:--[\w-]+=)?(?:[a-z][a-z0-9+.-]*:?\/{1,3})?([^\s:]*:.*)@/isu;
/** Includes a user name before `@`, which is often a token. Length limits keep it fast. */
const USERINFO = /(:\/\/(?:[^\s/?#"'<>:@]{0,256}:)?)([^\s/?#"'<>@]{1,256}(?:@[^\s/?#"'<>@]{1,256}){0,4})(?=@)/gu;
/** Query parameters of a URL, and of a URL inside a parameter. */
const PARAMETERS = [
  /([?&;#]|--)([\w.~-]{1,64})(=)([^\s?&#;"'<>`)\]}\\“-”]+)/gu,
  /(%3F|%26|%23)([\w.~-]{1,64})(%3D)((?:[^\s?&#;"'<>`)\]}\\%]|%(?!26))+)/giu,
];
/** Key formats of many providers and of our own service. */
const API_KEY = /\b(?:sk|pk|gsk|xai|tvly|ghp|pat|grk)[-_](?=[\w-]{0,40}\d)[\w-]{8,200}/gu;

const SECRET_WORDS = wordSet(
  'token secret password passwd passphrase passcode pwd apikey accesskey secretkey clientsecret accesstoken authtoken jwt bearer hmac',
);
/** Names of secrets, unless the value is a word or a small number. */
const MOSTLY_SECRET_WORDS = wordSet(
  'key auth authorization signature sig credential credentials session sessionid phpsessid jsessionid sid ticket',
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** The value, if the parameter's name says that it is a secret. */
function secretIn(name: string, value: string): readonly string[] {
  const words = name
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/gu, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z\d]+/u);
  const isSecret =
    words.some((word) => SECRET_WORDS.has(word)) ||
    (words.some((word) => MOSTLY_SECRET_WORDS.has(word)) && !ORDINARY.test(value));
  return isSecret ? [value] : [];
}

const masked = (secret: string) => '*'.repeat(secret.length);

/** Masks registered secrets, secrets in URLs, and known key formats. The length stays the same. */
export function redact(text: string): string {
  let result = text;
  if (result.includes('://'))
    result = result.replace(USERINFO, (_all, before: string, secret: string) => before + masked(secret));
  // Takes a tenth of the time.
  const parameters = result.includes('=') || result.includes('%3') ? PARAMETERS : [];
  for (const pattern of parameters)
    result = result.replace(pattern, (all: string, open: string, name: string, equals: string, value: string) =>
      secretIn(name, value).length === 0 ? all : `${open}${name}${equals}${masked(value)}`,
    );
  // No key is without them, and documents in base64 are.
  if (result.includes('-') || result.includes('_')) result = result.replace(API_KEY, masked);
  return inText.mask(result);
}

/** Redacts every string in a JSON value. */
export function redactAll<Value>(value: Value): Value;
export function redactAll(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redactAll(item));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactAll<unknown>(member)]));
}

/** Redacts the error and its causes in place. */
export function redactError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  for (const name of ['message', 'stack', 'advice']) {
    const value: unknown = Reflect.get(error, name);
    // `defineProperty`, because properties of platform errors may be read-only.
    if (typeof value === 'string' && redact(value) !== value)
      Object.defineProperty(error, name, { value: redact(value) });
  }
  redactError(error.cause);
  return error;
}

/**
 * Masks registered secrets and the secrets of the document's URLs in its bytes: a server may echo them. The latter are not
 * registered, so that servers cannot fill the memory.
 */
export function redactBytes(bytes: Uint8Array, addresses: readonly string[]): Uint8Array {
  const inAddresses = new SecretMatcher();
  for (const form of addresses.flatMap(secretsIn).flatMap(redactableForms).flatMap(formsOfSecret))
    inAddresses.add(asBytes(form));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const redacted = inAddresses.mask(inBytes.mask(text, asBytes), asBytes);
  return redacted === text ? bytes : new Uint8Array(Buffer.from(redacted, 'latin1'));
}
