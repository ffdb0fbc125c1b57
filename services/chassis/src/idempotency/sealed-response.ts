import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from '../tokens/encryption.ts';

/** The inputs of the encryption key of a response. All three are needed to open it. */
export interface Seal {
  /** Known only to the service, so that a guessable idempotency key cannot open a response. */
  readonly secret: string;
  readonly idempotencyKey: string;
  readonly recordId: string;
}

/** Encrypts a response, which may contain a secret that is shown only once. */
export function sealResponse(seal: Seal, response: Uint8Array): Buffer {
  return encrypt(deriveKey(seal), response);
}

/** Decrypts a response. Returns undefined when it was sealed with other inputs. */
export function openResponse(seal: Seal, sealed: Buffer): Buffer | undefined {
  return decrypt(deriveKey(seal), sealed);
}

function deriveKey({ secret, idempotencyKey, recordId }: Seal): Uint8Array {
  const material = `${secret} ${idempotencyKey}`;
  return new Uint8Array(hkdfSync('sha256', material, recordId, 'assay idempotent response', 32));
}
