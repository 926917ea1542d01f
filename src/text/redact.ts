/**
 * The one place where secrets are taken out of text: of all that is printed, kept, recorded or said in an error.
 * Each character of a secret becomes `*`. So offsets stay, quotes remain slices of their texts, addresses remain
 * addresses, and what was covered once stays as it is.
 */

import { decoded, formsOfSecret, MIN_FORM_CHARS, SecretMatcher } from './secret-forms.ts';

/** Of the whole process: what one client was given as a secret, no other shows either. The oldest give way. */
const secrets = new Set<string>();
const MAX_SECRETS = 4_000;
let inText = new SecretMatcher();
/** The same in the bytes of documents, each as one character. */
let inBytes = new SecretMatcher();

/** Shorter ones, single words and small numbers would cover ordinary text: they are hidden in addresses alone. */
const MIN_PHRASE_CHARS = 20;
const ORDINARY = /^(?:\p{L}?\p{Ll}*(?:[-_+ ]\p{Ll}+)*|[\d.,:/-]{1,10})$/u;

/** From now on no text shows them, as they are or encoded (`formsOfSecret`). */
export function keepSecret(...values: readonly (string | null | undefined)[]): void {
  for (const secret of values.flatMap(coverable)) {
    if (secrets.has(secret)) continue;
    secrets.add(secret);
    for (const form of formsOfSecret(secret)) addForm(form);
  }
  if (secrets.size <= MAX_SECRETS) return;
  // Well below the limit, so that not every further one has all forms made again.
  for (const oldest of secrets) if (secrets.size > MAX_SECRETS / 2) secrets.delete(oldest);
  [inText, inBytes] = [new SecretMatcher(), new SecretMatcher()];
  for (const form of [...secrets].flatMap(formsOfSecret)) addForm(form);
}

function addForm(form: string): void {
  inText.add(form);
  inBytes.add(asBytes(form));
}

function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** As it was given, and as an address has it. */
function coverable(value: string | null | undefined): readonly string[] {
  const secret = value?.trim() ?? '';
  if (secret.length < MIN_FORM_CHARS || (secret.length < MIN_PHRASE_CHARS && ORDINARY.test(secret))) return [];
  return [...new Set([secret, decoded(secret)])];
}

const SECRET_VARIABLE = /(?:key|token|secret|passw(?:or)?d|passphrase)$/iu;

/** The same for variables of an environment that are named as secrets. */
export function keepSecretsOf(environment: Readonly<Record<string, string | undefined>>): void {
  keepSecret(...Object.entries(environment).flatMap(([name, value]) => (SECRET_VARIABLE.test(name) ? [value] : [])));
}

/** The same for what addresses of the user's own hold, in settings, arguments and variables. */
export function keepSecretsIn(...addresses: readonly (string | null | undefined)[]): void {
  keepSecret(...addresses.flatMap((address) => secretsIn(address ?? '')));
}

/** @param address well formed or not */
function secretsIn(address: string): readonly string[] {
  const ofParameters = PARAMETERS.flatMap((pattern) =>
    [...address.matchAll(pattern)].flatMap(([, , name = '', , value = '']) => secretIn(name, value)),
  );
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && /^https?:$/u.test(url.protocol) && url.username === '' && url.password === '')
    return ofParameters;
  const [, userinfo = ''] = CREDENTIALS.exec(address) ?? [];
  const [, password = ''] = /:(.*)$/su.exec(userinfo) ?? [];
  // Name and password together are told from ordinary text where a password alone is not.
  return [...ofParameters, password, userinfo];
}

/** Up to the last `@`: in an address that is none, a password may hold anything. */
const CREDENTIALS = /^(?:--[\w-]+=)?(?:[a-z][a-z0-9+.-]*:?\/{1,3})?([^\s:]*:.*)@/isu;
/** A name before `@` is hidden too: many services take a token there. Bounded, so that no text takes long. */
const USERINFO = /(:\/\/(?:[^\s/?#"'<>:@]{0,256}:)?)([^\s/?#"'<>@]{1,256}(?:@[^\s/?#"'<>@]{1,256}){0,4})(?=@)/gu;
/** Of an address, and of one that is a parameter of another. */
const PARAMETERS = [
  /([?&;#]|--)([\w.~-]{1,64})(=)([^\s?&#;"'<>`)\]}\\“-”]+)/gu,
  /(%3F|%26|%23)([\w.~-]{1,64})(%3D)((?:[^\s?&#;"'<>`)\]}\\%]|%(?!26))+)/giu,
];
/** As many providers write them, and our own service. */
const API_KEY = /\b(?:sk|pk|gsk|xai|tvly|ghp|pat|grk)[-_](?=[\w-]{0,40}\d)[\w-]{8,200}/gu;

const SECRET_WORDS = wordSet(
  'token secret password passwd passphrase passcode pwd apikey accesskey secretkey clientsecret accesstoken authtoken jwt bearer hmac',
);
/** Names of secrets, and of much else where the value is a word or a small number. */
const MOSTLY_SECRET_WORDS = wordSet(
  'key auth authorization signature sig credential credentials session sessionid phpsessid jsessionid sid ticket',
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** The value, where a parameter of this name is a secret. */
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

const covered = (secret: string) => '*'.repeat(secret.length);

/** The text of the same length, its secrets covered: known ones, those of addresses, and keys as providers write them. */
export function redact(text: string): string {
  let shown = text;
  if (shown.includes('://'))
    shown = shown.replace(USERINFO, (_all, before: string, secret: string) => before + covered(secret));
  for (const pattern of PARAMETERS)
    shown = shown.replace(pattern, (all: string, open: string, name: string, equals: string, value: string) =>
      secretIn(name, value).length === 0 ? all : `${open}${name}${equals}${covered(value)}`,
    );
  shown = shown.replace(API_KEY, covered);
  return inText.cover(shown);
}

/** A value of JSON with every text in it redacted. */
export function redactAll<Value>(value: Value): Value;
export function redactAll(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redactAll(item));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactAll<unknown>(member)]));
}

/** The same error, and what caused it, without secrets in what they say. */
export function redactError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  for (const name of ['message', 'stack', 'advice']) {
    const said: unknown = Reflect.get(error, name);
    // Those of the platform may be read-only, which a definition is not stopped by.
    if (typeof said === 'string' && redact(said) !== said) Object.defineProperty(error, name, { value: redact(said) });
  }
  redactError(error.cause);
  return error;
}

/**
 * Bytes of a document of the same length, in which no secret stands that its server repeats: known ones, and those of
 * the addresses that it was asked at, which are not known from then on: servers may not fill the memory of secrets.
 */
export function redactBytes(bytes: Uint8Array, addresses: readonly string[]): Uint8Array {
  const ofAddresses = new SecretMatcher();
  for (const form of addresses.flatMap(secretsIn).flatMap(coverable).flatMap(formsOfSecret))
    ofAddresses.add(asBytes(form));
  const shown = ofAddresses.cover(inBytes.cover(Buffer.from(bytes).toString('latin1'), asBytes), asBytes);
  return new Uint8Array(Buffer.from(shown, 'latin1'));
}
