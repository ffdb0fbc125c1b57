import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSigningIdentity } from '../../../media/test/signing/certificates.ts';
import { signImage } from '../../../media/test/signing/sign-image.ts';
import { createCheck as createC2paCheck } from '@assay/checks/provenance/c2pa/check';
import { check as exifConsistency } from '@assay/checks/metadata/exif-consistency/check';
import { check as generatorMetadata } from '@assay/checks/metadata/generator-metadata/check';
import { check as ingestGate } from '@assay/checks/structure/ingest-gate/check';
import { check as jpegStructure } from '@assay/checks/structure/jpeg-structure/check';
import { createSubject, runChecks } from '@assay/checks/run/run-checks';
import { conclude } from '../../src/domain/fusion/conclude.ts';
import { capture, generated } from './claims.ts';

const maker = createSigningIdentity('A camera maker');
const stranger = createSigningIdentity('Somebody');
const trustList = { version: 'test', anchorsPem: maker.anchorsPem };
const checks = [ingestGate, createC2paCheck(trustList), generatorMetadata, exifConsistency, jpegStructure];

async function signed(identity = maker, claim = capture): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const jpeg = await sharp({ create: { width: 200, height: 160, channels: 3, noise, background: '#888' } })
    .jpeg({ quality: 90 })
    .toBuffer();
  return signImage(jpeg, identity, claim);
}

async function judge(bytes: Uint8Array) {
  const subject = createSubject({ bytes, path: '', mimeType: 'image/jpeg', enrichment: {}, claims: {} });
  return conclude(await runChecks(checks, subject));
}

function changed(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const place = copy.length - 200;
  copy[place] = ((copy[place] ?? 0) ^ 1) & 0x7f;
  return copy;
}

describe('verdicts on signed pictures', () => {
  it('calls a capture signed by a trusted device authentic, and no more certain than 0.97', async () => {
    const conclusion = await judge(await signed());
    expect(conclusion).toMatchObject({ verdict: 'authentic', confidence: 0.97 });
    expect(conclusion.strongest.for[0]?.statement).toContain('A camera maker');
    expect(conclusion.scorecard.provenance).toBeGreaterThan(0.99);
  });

  it('leaves open what one changed byte of the same file means', async () => {
    const conclusion = await judge(changed(await signed()));
    expect(conclusion).toMatchObject({ verdict: 'inconclusive' });
    expect(conclusion.explanation).toContain('no longer match its signed Content Credentials');
  });

  it('calls a capture signed by a stranger unverified', async () => {
    expect(await judge(await signed(stranger))).toMatchObject({ verdict: 'unverified' });
  });

  it('calls an edit signed by a trusted signer unverified', async () => {
    expect(await judge(await signed(maker, { action: 'c2pa.edited' }))).toMatchObject({
      verdict: 'unverified',
    });
  });

  it('calls a picture synthetic that declares so, even by a stranger', async () => {
    expect(await judge(await signed(stranger, generated))).toMatchObject({
      verdict: 'synthetic',
      confidence: 0.97,
    });
  });

  it('calls a signed capture unverified after an innocent program saved it again', async () => {
    const resaved = await sharp(await signed())
      .jpeg({ quality: 85 })
      .toBuffer();
    expect(await judge(resaved)).toMatchObject({ verdict: 'unverified' });
  });
});
