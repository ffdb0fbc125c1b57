import { generateKeyPairSync, randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { S3Keys } from './servers/definition.ts';
import { randomS3Keys } from './servers/s3-keys.ts';
import { processNames, type ProcessName } from './process-names.ts';

/** An Ed25519 private key as JWK; `kid` is the process that signs with it. */
export interface SigningKey {
  kty: 'OKP';
  crv: 'Ed25519';
  alg: 'EdDSA';
  use: 'sig';
  kid: ProcessName;
  x: string;
  d: string;
}

export interface LocalSecrets {
  apiKey: string;
  internalTokenKeys: Record<ProcessName, SigningKey>;
  s3Keys: S3Keys;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_CHARACTERS = 43;

export function createSecrets(): LocalSecrets {
  const characters = Array.from({ length: KEY_CHARACTERS }, () => BASE62.charAt(randomInt(BASE62.length)));
  return {
    apiKey: `assay_${characters.join('')}`,
    internalTokenKeys: {
      'identity-org': createSigningKey('identity-org'),
      'projects-files': createSigningKey('projects-files'),
      verification: createSigningKey('verification'),
      billing: createSigningKey('billing'),
      gateway: createSigningKey('gateway'),
    },
    s3Keys: randomS3Keys(),
  };
}

/** The secrets of this machine: made once, readable by their owner alone. */
export async function loadSecrets(file: string): Promise<LocalSecrets> {
  const known = await readSecrets(file);
  if (known !== undefined) return known;
  const created = createSecrets();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 });
  return created;
}

export function publicKeySet(keys: LocalSecrets['internalTokenKeys']): { keys: Omit<SigningKey, 'd'>[] } {
  return {
    keys: Object.values(keys).map(({ kty, crv, alg, use, kid, x }) => ({ kty, crv, alg, use, kid, x })),
  };
}

async function readSecrets(file: string): Promise<LocalSecrets | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The file is written by this module alone; an older one, with fewer processes, is replaced.
  const secrets = JSON.parse(text) as LocalSecrets;
  return processNames.every((name) => name in secrets.internalTokenKeys) ? secrets : undefined;
}

function createSigningKey(kid: ProcessName): SigningKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  if (x === undefined || d === undefined) throw new Error('an Ed25519 key has no x or d');
  return { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid, x, d };
}
