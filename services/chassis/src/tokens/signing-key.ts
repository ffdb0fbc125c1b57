import { generateKeyPairSync } from 'node:crypto';

/** An Ed25519 private key as JWK. `kid` names the signer, such as a process, followed by the generation from the second key on. */
export interface SigningKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly alg: 'EdDSA';
  readonly use: 'sig';
  readonly kid: string;
  readonly x: string;
  readonly d: string;
}

export type PublicSigningKey = Omit<SigningKey, 'd'>;

export function createSigningKey(kid: string): SigningKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  if (x === undefined || d === undefined) throw new Error('an Ed25519 key has no x or d');
  return { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x, d };
}

/** Returns the public key. */
export function publicHalf({ kty, crv, alg, use, kid, x }: SigningKey): PublicSigningKey {
  return { kty, crv, alg, use, kid, x };
}

/** Returns the `kid` of the next generation: `billing`, `billing.2`, `billing.3`. */
export function nextKid(kid: string): string {
  const [name = '', generation = '1'] = kid.split('.');
  return `${name}.${(Number(generation) + 1).toString()}`;
}
