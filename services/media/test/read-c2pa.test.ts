import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readC2pa } from '../src/c2pa/read-c2pa.ts';
import { createSigningIdentity } from './signing/certificates.ts';
import { signImage } from './signing/sign-image.ts';
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

  it.each(signed.map((path) => [basename(path), path]))(
    'finds %s intact and well-formed by an unknown signer, from the path as from the bytes',
    async (_name, path) => {
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

  it.each(unsigned.map((path) => [basename(path), path]))('finds no manifest in %s', async (_name, path) => {
    expect(await readC2pa(path, 'image/jpeg')).toMatchObject({
      present: false,
      state: 'absent',
      claims: null,
    });
  });

  it.each(signed.map((path) => [basename(path), path]))(
    'calls changed pixels of the older manifest of %s inconclusive, with the mismatch named',
    async (_name, path) => {
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

  it('does not hand an ID3 frame of gigabytes to the validator, which would allocate them', async () => {
    const frame = Buffer.from('PRIV\x7f\xff\xff\xff\0\0', 'latin1');
    const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\x01\0', 'latin1'), frame, Buffer.alloc(500)]);
    const report = await readC2pa(new Uint8Array(tag), 'audio/mpeg');
    expect(report).toMatchObject({
      state: 'unreadable',
      problem: 'the ID3 tag is damaged',
    });
    const whole = Buffer.from(tag);
    whole.writeUInt32BE(100, 14);
    expect(await readC2pa(new Uint8Array(whole), 'audio/mpeg')).toMatchObject({ state: 'absent' });
  });

  it('says of a broken container that nothing can be said', async () => {
    const report = await readC2pa(new Uint8Array(64), 'image/png');
    expect(report).toMatchObject({ present: false, state: 'unreadable', wellFormed: null });
    expect(report.problem).toContain('InvalidAsset');
  });
});

describe('readC2pa of manifests of version 2', async () => {
  const identity = createSigningIdentity('Acme Cameras');
  const trustList = { version: '2026-01', anchorsPem: identity.anchorsPem };
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer();
  const generated = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
  const claim = { action: 'c2pa.created', digitalSourceType: generated };

  it('trusts a signer of the trust list and names the list', async () => {
    const report = await readC2pa(await signImage(picture, identity, claim), 'image/jpeg', { trustList });
    expect(report).toMatchObject({
      present: true,
      state: 'trusted',
      integrity: 'intact',
      trust: 'trusted',
      wellFormed: true,
      trustListVersion: '2026-01',
      specVersion: '2.x',
      signer: { issuer: 'Acme Cameras', algorithm: 'Es256' },
      failureCodes: [],
    });
  });

  it('takes an untrusted signer for no sign of tampering, and reads its claim', async () => {
    const stranger = createSigningIdentity('Somebody Else');
    const report = await readC2pa(await signImage(picture, stranger, claim), 'image/jpeg', { trustList });
    expect(report).toMatchObject({
      state: 'valid',
      integrity: 'intact',
      trust: 'untrusted',
      wellFormed: true,
    });
    expect(report.claims).toMatchObject({
      claimGenerator: 'assay-test 1.0',
      digitalSourceTypes: ['trainedAlgorithmicMedia'],
      actions: [{ action: 'c2pa.created', digitalSourceType: generated }],
    });
  });

  it('calls any changed byte of the picture invalid, trusted signer or not', async () => {
    const signedPicture = await signImage(picture, identity, claim);
    const first = signedPicture.length - picture.length + 25;
    for (const at of [first, signedPicture.length - 300, signedPicture.length - 3]) {
      const bytes = Uint8Array.from(signedPicture);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const report = await readC2pa(bytes, 'image/jpeg', { trustList });
      expect(report).toMatchObject({ present: true, state: 'invalid', integrity: 'broken' });
    }
  });

  it('calls a manifest that was put into another picture invalid', async () => {
    const signedPicture = await signImage(picture, identity, claim);
    const other = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#963' } })
      .jpeg()
      .toBuffer();
    const start = Buffer.from(signedPicture).indexOf('ffeb', 'hex');
    const manifest = signedPicture.subarray(start, start + signedPicture.length - picture.length);
    const grafted = Buffer.concat([other.subarray(0, start), manifest, other.subarray(start)]);
    const report = await readC2pa(new Uint8Array(grafted), 'image/jpeg', { trustList });
    expect(report).toMatchObject({ present: true, state: 'invalid', integrity: 'broken' });
    expect(report.failureCodes).toEqual(['assertion.dataHash.mismatch']);
  });

  it('finds no manifest once the picture was saved anew', async () => {
    const resaved = await sharp(await signImage(picture, identity, claim))
      .jpeg()
      .toBuffer();
    expect(await readC2pa(new Uint8Array(resaved), 'image/jpeg')).toMatchObject({
      present: false,
      state: 'absent',
    });
  });

  it('calls a signature without time stamp by an expired certificate inconclusive', async () => {
    const expired = createSigningIdentity('Former Cameras', '210101000000Z');
    const list = { version: 'old', anchorsPem: expired.anchorsPem };
    const report = await readC2pa(await signImage(picture, expired, claim), 'image/jpeg', {
      trustList: list,
    });
    expect(report).toMatchObject({ state: 'inconclusive', trust: 'expired', integrity: 'intact' });
  });

  it('reports a remote manifest and does not fetch it', async () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    const remoteUrl = 'http://127.0.0.1:9/manifest.c2pa';
    const bytes = await signImage(picture, identity, { ...claim, remoteUrl });
    expect(await readC2pa(bytes, 'image/jpeg')).toMatchObject({
      present: false,
      state: 'remote',
      remoteManifestUrl: remoteUrl,
    });
    expect(fetch).not.toHaveBeenCalled();
  });
});
