import { generateKeyPair, randomUUID } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** The private keys of the development issuer (JWK set), made once, so that tokens outlive its restart. */
export async function loadSigningKeys(file: string): Promise<{ keys: JsonWebKey[] }> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // Written by this module alone.
  if (text !== undefined) return JSON.parse(text) as { keys: JsonWebKey[] };
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const created = {
    keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }],
  };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(created), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return created;
}
