import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** What a response is sealed with: only who has all three can read it again. */
export interface Seal {
  /** Known to the service alone, so that a guessable key opens nothing. */
  readonly secret: string;
  readonly idempotencyKey: string;
  readonly recordId: string;
}

/** Nonce, tag and ciphertext (AES-256-GCM), for a record that may hold what is shown to its caller only once. */
export function sealResponse(seal: Seal, response: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, deriveKey(seal), nonce);
  const sealed = Buffer.concat([cipher.update(response), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The inverse; undefined when it was sealed with anything else. */
export function openResponse(seal: Seal, sealed: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(algorithm, deriveKey(seal), sealed.subarray(0, nonceBytes));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function deriveKey({ secret, idempotencyKey, recordId }: Seal): Uint8Array {
  const material = `${secret} ${idempotencyKey}`;
  return new Uint8Array(hkdfSync('sha256', material, recordId, 'assay idempotent response', 32));
}
