import { Buffer } from 'node:buffer';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { JsonWebKey, KeyObject } from 'node:crypto';

/** A public Ed25519 key as a JWK (RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** Base64url. */
  readonly x: string;
  /** Names the key and its generation, such as `evidence-bundles.2`. */
  readonly kid: string;
}

/** Checks signatures by the keys that are trusted. */
export interface KeySet {
  readonly keys: readonly PublicKey[];
  /** Undefined where no key of this name is known. */
  holds(kid: string, message: Uint8Array, signature: Uint8Array): boolean | undefined;
}

export interface Signer {
  readonly kid: string;
  sign(message: Uint8Array): Uint8Array;
}

/** The key that signs, and all that are published: it and those that signed before. */
export interface EvidenceKeys {
  readonly signer: Signer;
  readonly published: KeySet;
}

/** @param retired the public keys that signed before; undefined: none */
export function createEvidenceKeys(
  key: JsonWebKey & { readonly kid: string },
  retired: { readonly keys: readonly object[] } | undefined,
): EvidenceKeys {
  return { signer: createSigner(key), published: keySetOf({ keys: [key, ...(retired?.keys ?? [])] }) };
}

/** Throws for what is no set of Ed25519 keys, each with a name of its own. */
export function keySetOf({ keys: given }: { readonly keys: readonly object[] }): KeySet {
  const keys = given.map(toPublicKey);
  const objects = new Map<string, KeyObject>(
    keys.map((key) => [key.kid, createPublicKey({ key: { ...key }, format: 'jwk' })]),
  );
  if (objects.size < keys.length) throw new Error('two keys have one name');
  return {
    keys,
    holds(kid, message, signature) {
      const key = objects.get(kid);
      return key && verify(null, message, key, signature);
    },
  };
}

/** @param key a private Ed25519 key as a JWK with its name */
export function createSigner(key: JsonWebKey & { readonly kid: string }): Signer {
  const { kid } = toPublicKey(key);
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  return { kid, sign: (message) => Buffer.from(sign(null, message, privateKey)) };
}

function toPublicKey(given: object): PublicKey {
  const { kty, crv, x, kid } = given as Partial<Record<string, unknown>>;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || typeof kid !== 'string' || kid === '')
    throw new Error('a key is no Ed25519 key with a name');
  return { kty, crv, x, kid };
}
