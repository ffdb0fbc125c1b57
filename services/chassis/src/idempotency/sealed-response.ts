import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** The inputs of the encryption key of a response. All three are needed to open it. */
export interface Seal {
  /** Known only to the service, so that a guessable idempotency key cannot open a response. */
  readonly secret: string;
  readonly idempotencyKey: string;
  readonly recordId: string;
}

/** Encrypts a response, which may contain a secret that is shown only once. Returns nonce, tag and ciphertext (AES-256-GCM). */
export function sealResponse(seal: Seal, response: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, deriveKey(seal), nonce);
  const sealed = Buffer.concat([cipher.update(response), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts a response. Returns undefined when it was sealed with other inputs. */
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
