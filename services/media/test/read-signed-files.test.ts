import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readC2pa } from '../src/c2pa/read-c2pa.ts';
import type { C2paReport } from '../src/c2pa/c2pa-report.ts';
import { docxParts, zipOf } from './build-docx.ts';
import { onePage, pdfOf } from './build-pdf.ts';
import { mp3Of, wavOf } from './build-sound.ts';
import { aviOf } from './build-video.ts';
import { hasSharedMedia, sharedMedia } from './shared-media.ts';
import { createSigningIdentity } from './signing/certificates.ts';
import { signImage } from './signing/sign-image.ts';

const identity = createSigningIdentity('A maker');
const digitalSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const video = await aviOf(1);
const storedDocx = zipOf(docxParts('<w:p/>').map((part) => ({ ...part, isStored: true })));

function sign(bytes: Uint8Array, mimeType: string): Promise<Uint8Array> {
  const claim = { action: 'c2pa.created', digitalSourceType, edits: ['c2pa.trimmed'], mimeType };
  return signImage(bytes, identity, claim);
}

async function readFromPath(bytes: Uint8Array, mimeType: string): Promise<C2paReport> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-signed-'));
  try {
    await writeFile(join(folder, 'file'), bytes);
    return await readC2pa(join(folder, 'file'), mimeType);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('readC2pa of audio, video and documents', () => {
  it.each([
    // Larger than the pieces in which the validator reads.
    ['audio/wav', wavOf({ seconds: 3 })],
    ['audio/mpeg', mp3Of(2)],
    ['video/x-msvideo', video],
    ['application/pdf', pdfOf(onePage('100 EUR'))],
    [docxType, storedDocx],
  ])('finds a signed %s intact, from the path as from the bytes', async (mimeType, bytes) => {
    const signed = await sign(bytes, mimeType);
    const report = await readC2pa(signed, mimeType);
    expect(report).toMatchObject({
      present: true,
      state: 'valid',
      integrity: 'intact',
      wellFormed: true,
      signer: { issuer: 'A maker' },
      claims: { actions: [{ action: 'c2pa.created' }, { action: 'c2pa.trimmed' }] },
    });
    expect(await readFromPath(signed, mimeType)).toEqual(report);
    expect(report.dataHash === null).toBe(mimeType !== 'application/pdf');
  });

  it('says of a large MP3 file that it was not validated', async () => {
    const large = Buffer.concat([mp3Of(1, { PRIV: 'text' }), Buffer.alloc(96 * 2 ** 20)]);
    expect(await readC2pa(large, 'audio/mpeg')).toMatchObject({
      present: false,
      state: 'unreadable',
      problem: 'not validated: an MP3 file of more than 96 MiB takes too much memory',
    });
  });
});

describe.skipIf(!hasSharedMedia)('readC2pa of signed real recordings (needs the media collection)', () => {
  it.each([
    ['tika_testFLAC.flac', 'audio/flac'],
    ['tika_testMP3id3v24.mp3', 'audio/mpeg'],
    ['tika_testWAV.wav', 'audio/wav'],
    ['ftyp3gp5.mp4', 'video/mp4'],
    ['uuid540.mp4', 'video/mp4'],
    ['xmp480qt.mov', 'video/quicktime'],
  ])('finds %s intact, and three bytes of it changed', async (name, mimeType) => {
    const original = await readFile(sharedMedia('av', name));
    const signed = await sign(original, mimeType);
    expect(await readC2pa(signed, mimeType)).toMatchObject({ state: 'valid', integrity: 'intact' });
    const piece = original.subarray(-200, -100);
    const place = Buffer.from(signed).lastIndexOf(piece);
    expect(place).toBeGreaterThan(0);
    for (const at of [place, place + 1, place + 2]) signed[at] = (signed[at] ?? 0) ^ 1;
    expect(await readC2pa(signed, mimeType)).toMatchObject({ state: 'invalid', integrity: 'broken' });
  });
});
