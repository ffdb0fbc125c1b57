import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readC2pa } from '../src/c2pa/read-c2pa.ts';
import { hasSharedMedia, sharedFiles, sharedMedia } from './shared-media.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/**
 * By the convention of the public test files: C claim, A parent, I ingredient, E or X an error. The ones here carry no
 * error; the files named by an identifier are thumbnails taken out of manifests, which have none of their own.
 */
const signed = sharedFiles('c2pa').filter((path) => /^adobe-\d+-[CAI]+\.jpg$/.test(basename(path)));
const unsigned = sharedFiles('c2pa').filter((path) => !signed.includes(path));

describe.skipIf(!hasSharedMedia)('readC2pa of the public test files (needs the media collection)', () => {
  it('knows 7 of the 14 files to be signed', () => {
    expect([signed.length, unsigned.length]).toEqual([7, 7]);
  });

  it.each(signed)(
    'finds %s intact and well-formed by an unknown signer, from the path as from the bytes',
    async (path) => {
      const report = await readC2pa(path, 'image/jpeg');
      expect(report).toMatchObject({
        present: true,
        state: 'valid',
        integrity: 'intact',
        trust: 'no_trust_list',
        wellFormed: true,
        specVersion: '1.x',
        signer: { issuer: 'C2PA Test Signing Cert', algorithm: 'Ps256' },
      });
      expect(report.claims?.actions.length).toBeGreaterThan(0);
      expect(report.statusCodes).toContain('assertion.dataHash.match');
      expect(await readC2pa(new Uint8Array(await readFile(path)), 'image/jpeg')).toEqual(report);
    },
  );

  it.each(unsigned)('finds no manifest in %s', async (path) => {
    expect(await readC2pa(path, 'image/jpeg')).toMatchObject({
      present: false,
      state: 'absent',
      claims: null,
    });
  });

  it.each(signed)(
    'calls changed pixels of the older manifest of %s inconclusive, with the mismatch named',
    async (path) => {
      const bytes = new Uint8Array(await readFile(path));
      const at = bytes.length - 5000;
      bytes[at] = (bytes[at] ?? 0) ^ 4;
      const report = await readC2pa(bytes, 'image/jpeg');
      expect(report).toMatchObject({
        present: true,
        state: 'inconclusive',
        integrity: 'inconclusive',
        wellFormed: true,
      });
      expect(report.failureCodes).toContain('assertion.dataHash.mismatch');
    },
  );

  it('calls a changed assertion invalid, whatever the version', async () => {
    const bytes = await readFile(sharedMedia('c2pa', 'adobe-20220124-CI.jpg'));
    bytes.write('Bdobe', bytes.indexOf('Adobe make_test'), 'latin1');
    const report = await readC2pa(new Uint8Array(bytes), 'image/jpeg');
    expect(report).toMatchObject({ state: 'invalid', integrity: 'broken' });
    expect(report.failureCodes).toContain('assertion.hashedURI.mismatch');
  });

  it('never uses the network', async () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    for (const path of [...signed, ...unsigned]) await readC2pa(path, 'image/jpeg');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('readC2pa', () => {
  it('says of a type without C2PA binding that it is not supported', async () => {
    expect(await readC2pa(Buffer.from('plain words'), 'text/plain')).toMatchObject({
      present: false,
      state: 'unsupported',
    });
  });

  it('says of a broken container that nothing can be said', async () => {
    const report = await readC2pa(new Uint8Array(64), 'image/png');
    expect(report).toMatchObject({ present: false, state: 'unreadable', wellFormed: null });
    expect(report.problem).toContain('InvalidAsset');
  });
});
