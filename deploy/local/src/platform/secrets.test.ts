import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets, loadSecrets } from './secrets.ts';

describe('createSecrets', () => {
  it('makes keys that differ from machine to machine', () => {
    const one = createSecrets();
    const other = createSecrets();
    expect(other.apiKey).toMatch(/^assay_[0-9A-Za-z]{43}$/);
    expect(other.apiKey).not.toBe(one.apiKey);
    expect(other.internalTokenKeys.gateway.d).not.toBe(one.internalTokenKeys.gateway.d);
    expect(other.s3Keys).not.toEqual(one.s3Keys);
    expect(other.linkSigningKey).not.toBe(one.linkSigningKey);
    expect(Buffer.from(other.linkSigningKey, 'base64')).toHaveLength(32);
  });
});

describe('loadSecrets', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-secrets-'));
    file = join(folder, 'state', 'secrets.json');
  });
  afterEach(async () => rm(folder, { recursive: true, force: true }));

  it('makes them once, for their owner alone', async () => {
    const first = await loadSecrets(file);
    expect(await loadSecrets(file)).toEqual(first);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('adds what an earlier version did not know of and keeps the rest', async () => {
    const { apiKey, s3Keys, internalTokenKeys } = await loadSecrets(file);
    const { gateway, billing } = internalTokenKeys;
    await writeFile(file, JSON.stringify({ apiKey, s3Keys, internalTokenKeys: { gateway, billing } }));
    const healed = await loadSecrets(file);
    expect(healed).toMatchObject({ apiKey, s3Keys, internalTokenKeys: { gateway, billing } });
    expect(healed.internalTokenKeys.verification.kid).toBe('verification');
    expect(healed.linkSigningKey).not.toBe('');
    expect(healed.sealingSecrets.billing).not.toBe('');
    expect(healed.accessTokenKey.kid).toBe('access-tokens');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(healed);
  });
});
