import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createSigningKey, publicHalf } from '@assay/chassis/tokens/signing-key';
import type { PublicSigningKey, SigningKey } from '@assay/chassis/tokens/signing-key';
import { perProcess } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import type { NatsPasswords, S3Keys } from '../servers/definition.ts';
import { randomS3Keys } from '../servers/s3-keys.ts';

export interface LocalSecrets {
  readonly apiKey: string;
  readonly internalTokenKeys: Record<ProcessName, SigningKey>;
  readonly s3Keys: S3Keys;
  /** 32 bytes, base64. */
  readonly linkSigningKey: string;
  /** By which each process seals the answers it stores. */
  readonly sealingSecrets: Record<ProcessName, string>;
  /** Of bearer tokens for REST. */
  readonly accessTokenKey: SigningKey;
  /** Of evidence bundles. */
  readonly evidenceKey: SigningKey;
  /** The passwords of the users of NATS. */
  readonly natsPasswords: NatsPasswords;
  readonly paymentMockSecret: string;
  /** Of this platform's client at the development issuer. */
  readonly oidcClientSecret: string;
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyCharacters = 43;
const secretBytes = 32;

export function createSecrets(): LocalSecrets {
  const characters = Array.from({ length: keyCharacters }, () => base62.charAt(randomInt(base62.length)));
  return {
    apiKey: `assay_${characters.join('')}`,
    internalTokenKeys: perProcess(createSigningKey),
    s3Keys: randomS3Keys(),
    linkSigningKey: randomBytes(secretBytes).toString('base64'),
    sealingSecrets: perProcess(createPassword),
    accessTokenKey: createSigningKey('access-tokens'),
    evidenceKey: createSigningKey('evidence-bundles'),
    natsPasswords: { ...perProcess(createPassword), operator: createPassword() },
    paymentMockSecret: createPassword(),
    oidcClientSecret: createPassword(),
  };
}

/**
 * The secrets of this machine: made once, readable by their owner alone. What an earlier version did not know of is added;
 * what is there stays, because the data was written with it.
 */
export async function loadSecrets(file: string): Promise<LocalSecrets> {
  const known = await readSecrets(file);
  const created = createSecrets();
  const secrets: LocalSecrets = {
    ...created,
    ...known,
    internalTokenKeys: { ...created.internalTokenKeys, ...known.internalTokenKeys },
    sealingSecrets: { ...created.sealingSecrets, ...known.sealingSecrets },
    natsPasswords: { ...created.natsPasswords, ...known.natsPasswords },
  };
  await writeWhole(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

export function publicKeySet(keys: Readonly<Record<string, SigningKey>>): { keys: PublicSigningKey[] } {
  return { keys: Object.values(keys).map(publicHalf) };
}

/** By which evidence bundles of this machine are recognized; undefined where no platform was started yet. */
export async function localEvidenceKeys(file: string): Promise<ReturnType<typeof publicKeySet> | undefined> {
  const { evidenceKey } = await readSecrets(file);
  return evidenceKey && publicKeySet({ evidenceKey });
}

async function readSecrets(file: string): Promise<Partial<LocalSecrets>> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // The file is written by this module alone, but maybe by an earlier version of it.
  return text === undefined ? {} : (JSON.parse(text) as Partial<LocalSecrets>);
}

/** The old content or the new one, whenever the machine stops. */
async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.new`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(unfinished, text, { mode: 0o600 });
  await rename(unfinished, file);
}

function createPassword(): string {
  return randomBytes(secretBytes).toString('base64url');
}
