/** Signatures of cache files (Ed25519): who published one, and that nobody changed it since. */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { InputError } from '../../domain/errors.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';

export const Signature = z.strictObject({
  /** DER (SPKI), as base64. */
  publicKey: z.base64().min(1).max(200),
  /** Over the canonical JSON of the header without its signature, which holds the hash over all entries. */
  value: z.base64().min(1).max(200),
});
export type Signature = z.infer<typeof Signature>;

/** @param pem text of the key's file @throws InputError where it holds no such key */
export function privateKeyOf(pem: string, name: string): KeyObject {
  return ed25519(
    () => createPrivateKey(pem),
    name,
    'private',
    '“openssl genpkey -algorithm ed25519 -out KEY” makes one.',
  );
}

export function publicKeyOf(pem: string, name: string): KeyObject {
  return ed25519(() => createPublicKey(pem), name, 'public', '“openssl pkey -in KEY -pubout -out PUBLIC” gives it.');
}

function ed25519(read: () => KeyObject, name: string, kind: string, advice: string): KeyObject {
  let key: KeyObject | null = null;
  try {
    key = read();
  } catch {
    // What the library says of it may show a part of the key.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new InputError(`${name} holds no ${kind} Ed25519 key in PEM form.`, { advice });
}

/** @param header without a signature */
export function signed<Header extends object>(header: Header, key: KeyObject): Header & { signature: Signature } {
  const value = sign(null, signedText(header), key).toString('base64');
  return { ...header, signature: { publicKey: derOf(createPublicKey(key)).toString('base64'), value } };
}

/**
 * Why a header cannot be relied on; null: it can.
 * @param wanted whose signature it has to be; undefined: one that is there has to hold, whosever it is
 */
export function signatureProblem(
  header: { readonly signature?: Signature },
  wanted: KeyObject | undefined,
): string | null {
  const { signature, ...rest } = header;
  if (signature === undefined) return wanted === undefined ? null : 'it is not signed';
  if (wanted !== undefined && derOf(wanted).toString('base64') !== signature.publicKey)
    return `it is signed by another key (${keyName(signature)})`;
  return holds(rest, signature) ? null : 'its signature does not hold: the file was changed since it was signed';
}

function holds(rest: object, { publicKey, value }: Signature): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, signedText(rest), key, Buffer.from(value, 'base64'));
  } catch {
    return false;
  }
}

/** Short, to be compared by people with what the publisher says elsewhere. */
export function keyName({ publicKey }: Pick<Signature, 'publicKey'>): string {
  return `ed25519:${sha256Hex(Buffer.from(publicKey, 'base64')).slice(0, 32)}`;
}

const derOf = (key: KeyObject) => key.export({ format: 'der', type: 'spki' });
const signedText = (header: object) => Buffer.from(canonicalJson(header));
