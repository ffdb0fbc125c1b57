import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aviOf } from '../../../media/test/build-video.ts';
import { docxOf, docxParts, zipOf } from '../../../media/test/build-docx.ts';
import { onePage, pdfOf } from '../../../media/test/build-pdf.ts';
import { mp3Of, wavOf } from '../../../media/test/build-sound.ts';
import { createSigningIdentity } from '../../../media/test/signing/certificates.ts';
import { signImage } from '../../../media/test/signing/sign-image.ts';
import type { Claim } from '../../../media/test/signing/sign-image.ts';
import { movieOf } from '../../../media/test/build-movie.ts';
import { pdfType } from '@assay/checks/run/examine-bytes.fixture';
import { loadChecks } from '@assay/checks/registry';
import { createSubject, runChecks } from '@assay/checks/run/run-checks';
import { conclude } from '../../src/domain/fusion/conclude.ts';
import { audioAuthenticity } from '../../src/domain/pipeline/definitions/audio-authenticity.ts';
import { documentIntegrity } from '../../src/domain/pipeline/definitions/document-integrity.ts';
import { videoAuthenticity } from '../../src/domain/pipeline/definitions/video-authenticity.ts';
import type { Pipeline } from '../../src/domain/pipeline/pipeline.ts';
import { checksOf } from '../../src/domain/pipeline/pipeline.ts';
import { capture, generated } from './claims.ts';

const maker = createSigningIdentity('A recorder maker');
const trustList = { version: 'test', anchorsPem: maker.anchorsPem };
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

interface Kind {
  readonly name: string;
  readonly pipeline: Pipeline;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  /** The last of these bytes is followed by content that a person hears, sees or reads. */
  readonly mark: Buffer;
}

/** A Word document of stored parts, as the test kit can sign it. */
const storedDocx = zipOf(
  docxParts('<w:p><w:r><w:t>sum 100 EUR</w:t></w:r></w:p>').map((part) => ({ ...part, isStored: true })),
);

const kinds: readonly Kind[] = [
  {
    name: 'WAV',
    pipeline: audioAuthenticity,
    mimeType: 'audio/wav',
    bytes: wavOf({ seconds: 1 }),
    mark: wavOf({ seconds: 1 }).subarray(36, 48),
  },
  {
    name: 'MP3',
    pipeline: audioAuthenticity,
    mimeType: 'audio/mpeg',
    bytes: mp3Of(1),
    mark: Buffer.from('fffb9000', 'hex'),
  },
  {
    name: 'M4A',
    pipeline: audioAuthenticity,
    mimeType: 'audio/mp4',
    bytes: movieOf(),
    mark: Buffer.from('mdat'),
  },
  {
    name: 'MP4',
    pipeline: videoAuthenticity,
    mimeType: 'video/mp4',
    bytes: movieOf(),
    mark: Buffer.from('mdat'),
  },
  {
    name: 'MOV',
    pipeline: videoAuthenticity,
    mimeType: 'video/quicktime',
    bytes: movieOf(),
    mark: Buffer.from('mdat'),
  },
  {
    name: 'AVI',
    pipeline: videoAuthenticity,
    mimeType: 'video/x-msvideo',
    bytes: await aviOf(1),
    mark: Buffer.from('00dc'),
  },
  {
    name: 'PDF',
    pipeline: documentIntegrity,
    mimeType: pdfType,
    bytes: pdfOf(onePage('sum 100 EUR')),
    mark: Buffer.from('sum '),
  },
  {
    name: 'DOCX',
    pipeline: documentIntegrity,
    mimeType: docxType,
    bytes: storedDocx,
    mark: Buffer.from('sum '),
  },
];

/** Judges the file as the pipeline does, with all its checks. */
async function judge({ pipeline, mimeType }: Kind, bytes: Uint8Array, trusted = true) {
  const subject = createSubject({ bytes, path: '', mimeType, enrichment: {}, claims: {} });
  const checks = await loadChecks(checksOf(pipeline), trusted ? trustList : undefined);
  const results = await runChecks(checks, subject);
  return { ...conclude(results, pipeline), c2pa: results.find(({ check }) => check === 'c2pa') };
}

const sign = ({ bytes, mimeType }: Kind, claim: Claim = capture): Promise<Uint8Array> =>
  signImage(bytes, maker, { ...claim, mimeType });

/** Changes three bytes of the content itself, which is outside the manifest. */
function changeContent(signed: Uint8Array, { mark }: Kind): Uint8Array {
  return withThreeChanged(signed, Buffer.from(signed).lastIndexOf(mark) + mark.length);
}

/** Changes three bytes of the signature, which ends the manifest. */
function breakSignature(signed: Uint8Array): Uint8Array {
  const changed = withThreeChanged(signed, Buffer.from(signed).lastIndexOf('c2pa.signature') + 4_096);
  return changed[0] === 0x50 ? withChecksum(Buffer.from(changed)) : changed;
}

/** The archive with the checksum that its manifest now has; otherwise a reader stops before the signature. */
function withChecksum(zip: Buffer): Buffer {
  const name = 'META-INF/content_credential.c2pa';
  const local = zip.indexOf(name) - 30;
  const central = zip.lastIndexOf(name) - 46;
  const start = local + 30 + name.length + zip.readUInt16LE(local + 28);
  const checksum = crc32(zip.subarray(start, start + zip.readUInt32LE(central + 20)));
  zip.writeUInt32LE(checksum, local + 14);
  zip.writeUInt32LE(checksum, central + 16);
  return zip;
}

function withThreeChanged(bytes: Uint8Array, place: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  for (const at of [place, place + 1, place + 2]) changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe.each(kinds)('a signed $name', (kind) => {
  it('is authentic when a trusted recorder signed it and nothing was changed', async () => {
    const conclusion = await judge(kind, await sign(kind));
    expect(conclusion).toMatchObject({ verdict: 'authentic', confidence: 0.97 });
    expect(conclusion.explanation).toContain('A recorder maker');
    expect(conclusion.scorecard.provenance).toBeGreaterThan(0.9);
  });

  it('is unverified and intact when no signer is trusted', async () => {
    const conclusion = await judge(kind, await sign(kind), false);
    expect(conclusion.verdict).toBe('unverified');
    expect(conclusion.explanation).toContain('intact since A recorder maker signed them');
    expect(conclusion.explanation).toContain('This platform trusts no signer of Content Credentials yet');
  });

  it('is open after three bytes of its content were changed, and manipulated where a hash names the part', async () => {
    const conclusion = await judge(kind, changeContent(await sign(kind), kind));
    const verdict = kind.mimeType === docxType ? 'manipulated' : 'inconclusive';
    expect(conclusion).toMatchObject({ verdict, decisive: ['c2pa'] });
    expect(conclusion.explanation).toContain('no longer match its signed Content Credentials');
  });

  it('is manipulated after three bytes of its signature were changed', async () => {
    const conclusion = await judge(kind, breakSignature(await sign(kind)));
    expect(conclusion).toMatchObject({ verdict: 'manipulated', decisive: ['c2pa'] });
    expect(conclusion.explanation).toContain('The file or its credentials were changed after signing');
  });

  it('names the edits that its signer declares, which are no sign of manipulation', async () => {
    const claim = { ...capture, edits: ['c2pa.trimmed', 'c2pa.redacted'] };
    const conclusion = await judge(kind, await sign(kind, claim));
    expect(conclusion.verdict).toBe('unverified');
    expect(conclusion.explanation).toContain(
      'They declare what was done to it: trimmed, something redacted.',
    );
  });

  it('is synthetic when its signer declares so', async () => {
    const conclusion = await judge(kind, await sign(kind, generated));
    expect(conclusion).toMatchObject({ verdict: 'synthetic', decisive: ['c2pa'] });
  });
});

describe('a file without Content Credentials', () => {
  it.each(kinds)('says of a $name that there are none', async (kind) => {
    const { c2pa } = await judge(kind, kind.bytes);
    expect(c2pa?.applicability).toEqual({
      applicable: false,
      reason: 'the file carries no Content Credentials',
    });
  });

  it.each([
    ['WebM', videoAuthenticity, 'video/webm', Buffer.from('1a45dfa3', 'hex')],
    ['Ogg', audioAuthenticity, 'audio/ogg', Buffer.from('OggS')],
  ])('says of %s that there can be none', async (name, pipeline, mimeType, bytes) => {
    const { c2pa } = await judge({ name, pipeline, mimeType, bytes, mark: Buffer.of() }, bytes);
    expect(c2pa?.applicability).toEqual({
      applicable: false,
      reason: 'Content Credentials are not defined for this kind of file',
    });
  });

  it('says of a Word document with compressed parts that there are none', async () => {
    const bytes = docxOf('100 EUR');
    const kind = { name: 'DOCX', pipeline: documentIntegrity, mimeType: docxType, bytes, mark: Buffer.of() };
    expect((await judge(kind, bytes)).c2pa?.applicability).toEqual({
      applicable: false,
      reason: 'the file carries no Content Credentials',
    });
  });
});
