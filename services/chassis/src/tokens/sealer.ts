import { hkdfSync } from 'node:crypto';
import type { BaseConfig } from '../process/boot/service-base.ts';
import { decrypt, encrypt } from './encryption.ts';

/** The current sealing secret, followed by others that are still accepted. */
export type SealingSecrets = readonly [current: string, ...accepted: string[]];

/** Encrypts what a service stores for a long time. `context` names the owner, such as an id; both calls need the same one. */
export interface Sealer {
  seal(bytes: Uint8Array, context: string): Buffer;
  /** Returns undefined when none of the secrets opens it. `isCurrent` is false when it should be sealed again. */
  open(
    sealed: Uint8Array,
    context: string,
  ): { readonly bytes: Buffer; readonly isCurrent: boolean } | undefined;
}

/** @param purpose separates the keys of different uses of the same secrets */
export function createSealer(secrets: SealingSecrets, purpose: string): Sealer {
  const deriveKey = (secret: string, context: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, context, `assay ${purpose}`, 32));
  return {
    seal: (bytes, context) => encrypt(deriveKey(secrets[0], context), bytes),
    open(sealed, context) {
      for (const [index, secret] of secrets.entries()) {
        const bytes = decrypt(deriveKey(secret, context), sealed);
        if (bytes !== undefined) return { bytes, isCurrent: index === 0 };
      }
      return undefined;
    },
  };
}

type SealingConfig = Pick<
  BaseConfig,
  'internalTokenKey' | 'sealingSecret' | 'sealingSecretPrevious' | 'sealingSecretNext'
>;

/**
 * Reads the sealing secrets of a service. The next secret seals nothing before a current one is set. The signing key is accepted last: it
 * sealed what was stored before a secret was set. Throws when none is set.
 */
export function readSealingSecrets(config: SealingConfig): SealingSecrets {
  const { internalTokenKey, sealingSecret, sealingSecretPrevious, sealingSecretNext } = config;
  const accepted = sealingSecret === undefined ? [] : [sealingSecretNext];
  const candidates = [sealingSecret, sealingSecretPrevious, ...accepted, internalTokenKey.d];
  const [current, ...others] = candidates.filter((secret) => secret !== undefined);
  if (current === undefined) throw new Error('there is no sealing secret');
  return [current, ...others];
}
