import { createSecretKey, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Sealer } from '@assay/chassis/tokens/sealer';
import type { SealedSecret, Webhook } from './webhook.ts';

const prefix = 'whsec_';

/** Creates a signing secret (C38): `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** Encrypts a secret for the webhook with this id. */
export function sealSecret(sealer: Sealer, webhookId: string, secret: string): string {
  return sealer.seal(Buffer.from(secret), webhookId).toString('base64');
}

/** A secret in plain text, ready to sign. */
export interface OpenedSecret {
  readonly text: string;
  /** False if an earlier key encrypted it, so that it must be encrypted again. */
  readonly isCurrent: boolean;
  readonly validUntil: Date | undefined;
}

/** Decrypts the secrets of a webhook that still sign at this time, the current one first. Throws if one cannot be decrypted. */
export function openSecrets(
  sealer: Sealer,
  { id, secrets }: Pick<Webhook, 'id' | 'secrets'>,
  now: Date,
): readonly OpenedSecret[] {
  return secrets.filter(signsAt(now)).map((secret) => openSecret(sealer, id, secret));
}

/** The keys of a secret. Node imports a text or bytes for each signature, which costs as much as the signature. */
export interface SigningKeys {
  /** The whole secret. */
  readonly own: KeyObject;
  /** Its decoded bytes. */
  readonly standard: KeyObject;
}

export function createSigningKeys(secret: string): SigningKeys {
  return {
    own: createSecretKey(secret, 'utf8'),
    standard: createSecretKey(secret.slice(prefix.length), 'base64'),
  };
}

/** Opens the secrets of webhooks that sign at a time, the current one first. */
export type KeyOpener = (webhook: Pick<Webhook, 'id' | 'secrets'>, now: Date) => readonly SigningKeys[];

/** Creates an opener that decrypts each secret once. It keeps the keys, so it must not live longer than a few attempts. */
export function openKeysOnce(sealer: Sealer): KeyOpener {
  const opened = new Map<SealedSecret, SigningKeys>();
  return ({ id, secrets }, now) =>
    secrets.filter(signsAt(now)).map((secret) => {
      const known = opened.get(secret) ?? createSigningKeys(openSecret(sealer, id, secret).text);
      opened.set(secret, known);
      return known;
    });
}

function signsAt(now: Date) {
  return ({ validUntil }: SealedSecret): boolean => validUntil === undefined || validUntil > now;
}

function openSecret(sealer: Sealer, webhookId: string, { sealed, validUntil }: SealedSecret): OpenedSecret {
  const opened = sealer.open(Buffer.from(sealed, 'base64'), webhookId);
  if (opened === undefined)
    throw new Error(`no sealing secret decrypts the secret of the webhook ${webhookId}`);
  return { text: opened.bytes.toString(), isCurrent: opened.isCurrent, validUntil };
}
