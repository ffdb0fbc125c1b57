import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findManifest, unboundTypes } from '../../src/c2pa/find-manifest.ts';
import type { ManifestSign } from '../../src/c2pa/manifest-sign.ts';
import { readerOf } from '../../src/c2pa/id3-tag.ts';
import { loadValidator } from '../../src/c2pa/load-validator.ts';
import { readC2pa } from '../../src/c2pa/read-c2pa.ts';
import { detectType } from '../../src/sniff/detect-type.ts';
import { onePage, pdfOf, stream, xrefStreamPdf } from '../build-pdf.ts';
import { hasSharedMedia, sharedFiles } from '../shared-media.ts';
import { createSigningIdentity } from './certificates.ts';
import { signImage } from './sign-image.ts';

const look = (bytes: Uint8Array, mimeType: string): Promise<ManifestSign> =>
  findManifest({ readAt: readerOf(bytes), sizeBytes: bytes.byteLength }, mimeType);

/** What the validator says of the bytes when nobody looked before. */
async function asked(bytes: Uint8Array, mimeType: string): Promise<string> {
  const { Reader } = await loadValidator();
  try {
    using reader = await Reader.fromBytes(mimeType, bytes, '{"verify":{"remote_manifest_fetch":false}}');
    return reader.json();
  } catch (cause) {
    return String(cause instanceof Error ? cause.message : cause);
  }
}

const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const riff = (...chunks: readonly [string, Buffer][]): Buffer => {
  const body = Buffer.concat(
    chunks.map(([name, content]) => {
      const head = Buffer.alloc(8);
      head.write(name, 'latin1');
      head.writeUInt32LE(content.length, 4);
      return Buffer.concat([head, content]);
    }),
  );
  const head = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
  head.writeUInt32LE(4 + body.length, 4);
  return Buffer.concat([head, body]);
};
const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
const c2paUuid = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
const manifestFile = {
  1: '<< /Type /Catalog /Pages 2 0 R /AF [7 0 R] >>',
  7: '<< /Type /Filespec /AFRelationship /C2PA_Manifest /EF << /F 8 0 R >> >>',
  8: stream('no JUMBF at all'),
};

describe('findManifest', () => {
  it.each([
    ['a PDF', 'application/pdf', pdfOf(onePage('text', manifestFile))],
    ['a PDF with compressed objects', 'application/pdf', xrefStreamPdf(onePage('text', manifestFile))],
    ['an MP4', 'video/mp4', Buffer.concat([ftyp, box('uuid', Buffer.concat([c2paUuid, Buffer.alloc(40)]))])],
    ['a WAVE', 'audio/wav', riff(['fmt ', Buffer.alloc(16)], ['C2PA', Buffer.alloc(40)])],
  ])(
    'sees the place of a manifest in %s, of which the validator says more than that there is none',
    async (_, type, file) => {
      expect(await look(file, type)).toBe('present');
      expect(await asked(new Uint8Array(file), type)).not.toContain('JumbfNotFound');
    },
  );

  it.each([
    ['a PDF', 'application/pdf', pdfOf(onePage('text'))],
    ['a PDF with compressed objects', 'application/pdf', xrefStreamPdf(onePage('text'))],
    ['an MP4', 'video/mp4', Buffer.concat([ftyp, box('mdat', Buffer.from('c2pa'))])],
    ['a WAVE', 'audio/wav', riff(['fmt ', Buffer.alloc(16)])],
  ])('sees none in %s', async (_, type, file) => {
    expect(await look(file, type)).toBe('absent');
    expect(await asked(new Uint8Array(file), type)).toContain('JumbfNotFound');
  });

  it('sees the manifest of a signed picture and the reference to a remote one', async () => {
    const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer();
    const identity = createSigningIdentity('Acme Cameras');
    const claim = { action: 'c2pa.created' };
    expect(await look(picture, 'image/jpeg')).toBe('absent');
    expect(await look(await signImage(picture, identity, claim), 'image/jpeg')).toBe('present');
    const remote = await signImage(picture, identity, { ...claim, remoteUrl: 'http://127.0.0.1:9/m.c2pa' });
    expect(await look(remote, 'image/jpeg')).toBe('present');
  });

  it('leaves to the validator what cannot be gone through', async () => {
    expect(await look(Buffer.concat([ftyp, Buffer.from('\0\0\xff\xffmoov', 'latin1')]), 'video/mp4')).toBe(
      'unsure',
    );
    expect(await look(Buffer.from('%PDF-1.7 without cross-references'), 'application/pdf')).toBe('unsure');
    expect(await look(Buffer.alloc(64), 'image/png')).toBe('unsure');
    expect(await look(Buffer.alloc(64), 'image/tiff')).toBe('unsure');
    const encrypted = xrefStreamPdf(onePage('text'))
      .toString('latin1')
      .replace('/Type /XRef', '/Encrypt 9 0 R /Type /XRef');
    expect(await look(Buffer.from(encrypted, 'latin1'), 'application/pdf')).not.toBe('present');
  });

  it.each(unboundTypes)('calls %s unsupported, as the validator does', async (mimeType) => {
    expect(await asked(new Uint8Array(64), mimeType)).toContain('UnsupportedType');
  });

  it('does not miss a manifest behind pieces of any size', async () => {
    const filler = Buffer.alloc(2 ** 20 - 10, 1);
    const file = riff(['JUNK', filler], ['C2PA', deflateSync(filler)]);
    expect(await look(file, 'audio/wav')).toBe('present');
  });
});

describe.skipIf(!hasSharedMedia)('findManifest of the media collection (needs it)', () => {
  it('calls nothing absent in which the validator finds something', async () => {
    const files = ['c2pa', 'photos', 'documents', 'av', 'hostile', 'synthetic'].flatMap((name) =>
      sharedFiles(name),
    );
    const missed: string[] = [];
    let present = 0;
    for (const path of files) {
      const bytes = new Uint8Array(await readFile(path));
      const type = await detectType(bytes.subarray(0, 65_536));
      if (type === undefined) continue;
      const sign = await look(bytes, type.mimeType);
      if (sign === 'present') present += 1;
      if (sign === 'absent' && /^\{|RemoteManifest/.test(await asked(bytes, type.mimeType)))
        missed.push(path);
    }
    expect(missed).toEqual([]);
    expect(present).toBeGreaterThanOrEqual(7);
  });
});

describe('readC2pa of large PDFs', () => {
  it('says that a manifest is there and was not validated, instead of running out of memory', async () => {
    const large = pdfOf(onePage('text', { ...manifestFile, 9: stream('x'.repeat(25 * 2 ** 20)) }));
    expect(await readC2pa(new Uint8Array(large), 'application/pdf')).toMatchObject({
      present: true,
      state: 'inconclusive',
      integrity: 'not_checked',
      problem: 'not validated: a PDF of more than 24 MiB takes too much memory',
    });
  });
});
