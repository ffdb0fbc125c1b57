import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'jose';

/** Creates a signing key of the process `kid` and its public key. */
export async function tokenKeys(kid: string): Promise<{ privateKey: JWK & { kid: string }; publicKey: JWK }> {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  const [privateKey, publicKey] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)]);
  return { privateKey: { ...privateKey, kid }, publicKey: { ...publicKey, kid, alg: 'EdDSA' } };
}
