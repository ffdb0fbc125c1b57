import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSharedCase, findSharedMedia } from '@assay/test-kit/fixtures';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSigningIdentity } from '../../../media/test/signing/certificates.ts';
import { hashBoxes } from '../../../media/test/signing/hash-boxes.ts';
import { signImage } from '../../../media/test/signing/sign-image.ts';
import { conclude } from '../../src/domain/fusion/conclude.ts';
import { writeHeadline } from '../../src/report/words/headline.ts';
import { createSubject, runChecks } from '@assay/checks/run/run-checks';
import { createCheck as createC2paCheck } from '@assay/checks/provenance/c2pa/check';

const rated = findSharedCase('45-signed-then-rated.jpg') ?? '';
const expectations = findSharedCase('expected.json') ?? '';
const photo = findSharedMedia('photos/Canon_PowerShot_A70.jpg') ?? '';
const claim = {
  action: 'c2pa.created',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
};
const identity = createSigningIdentity('A camera maker');

/** The part of the shared expectations that is read here. */
type Expectations = Readonly<
  Record<
    string,
    { readonly run: { readonly expect: { readonly verdict: { readonly in: readonly string[] } } } }
  >
>;

async function judge(bytes: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-signed-'));
  try {
    const path = join(folder, 'image');
    await writeFile(path, bytes);
    const subject = createSubject({ bytes, path, mimeType: 'image/jpeg', enrichment: {}, claims: {} });
    const results = await runChecks([createC2paCheck()], subject);
    const conclusion = conclude(results);
    const headline = writeHeadline({ conclusion, judged: [], files: [{}], results });
    return { ...conclusion, headline, facts: results[0]?.facts, locations: results[0]?.locations };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const resized = (): Promise<Buffer> => sharp(photo).resize(800).jpeg({ quality: 92 }).toBuffer();
const shrink = (image: Buffer | string, width: number): Promise<Buffer> =>
  sharp(image).resize(width).jpeg({ quality: 90 }).toBuffer();
const sign = (image: Uint8Array, preview?: Uint8Array): Promise<Uint8Array> =>
  signImage(image, identity, preview === undefined ? claim : { ...claim, preview });

/** Puts the manifest of a signed JPEG into another one. */
function moveManifest(signed: Uint8Array, image: Buffer): Buffer {
  const source = Buffer.from(signed);
  const segments: Buffer[] = [];
  for (let at = 2; source[at + 1] !== 0xda; at += 2 + source.readUInt16BE(at + 2))
    if (source[at + 1] === 0xeb) segments.push(source.subarray(at, at + 2 + source.readUInt16BE(at + 2)));
  return Buffer.concat([image.subarray(0, 2), ...segments, image.subarray(2)]);
}

describe('an image whose bytes do not match its credentials', () => {
  it.skipIf(rated === '')('is inconclusive where only a rating was added', async () => {
    const { verdict, headline, facts } = await judge(readFileSync(rated));
    const expected = JSON.parse(readFileSync(expectations, 'utf8')) as Expectations;
    expect(expected['45-signed-then-rated.jpg']?.run.expect.verdict.in).toContain(verdict);
    expect(verdict).toBe('inconclusive');
    expect(headline.title).toBe('Inconclusive: changed after it was signed');
    expect(headline.meaning).toContain('The signed preview still shows the same image.');
    expect(facts).toMatchObject({ signedPreview: 'agrees' });
  });

  it.skipIf(photo === '')(
    'is manipulated where its signed preview shows other content in one place',
    async () => {
      const image = await resized();
      const patch = {
        input: { create: { width: 140, height: 110, channels: 3, background: '#0a0a60' } },
      } as const;
      const changed = await sharp(image)
        .composite([{ ...patch, left: 300, top: 250 }])
        .jpeg({ quality: 92 })
        .toBuffer();
      const moved = moveManifest(await sign(image, await shrink(image, 400)), changed);
      const { verdict, headline, locations } = await judge(moved);
      expect(verdict).toBe('manipulated');
      expect(headline.title).toBe('Manipulated: changed after it was signed');
      expect(headline.meaning).toContain('other content in one place');
      expect(locations?.[0]?.boundingBox?.x).toBeGreaterThan(250);
    },
  );

  it.skipIf(photo === '').each([
    ['of another image', 'Canon_IXUS_300.jpg', 'no longer shows the same image'],
    ['that is no image', null, 'no signed preview shows whether the image was'],
  ])('is inconclusive with a preview %s', async (_name, other, words) => {
    const image = await resized();
    const preview =
      other === null ? Buffer.from('no image') : await shrink(findSharedMedia(`photos/${other}`) ?? '', 400);
    const { verdict, headline } = await judge(
      Buffer.concat([await sign(image, preview), Buffer.from('more')]),
    );
    expect(verdict).toBe('inconclusive');
    expect(headline.meaning).toContain(words);
  });

  it.skipIf(photo === '')('is inconclusive without a preview, and says so', async () => {
    const { verdict, headline } = await judge(
      Buffer.concat([await sign(await resized()), Buffer.from('more')]),
    );
    expect(verdict).toBe('inconclusive');
    expect(headline.meaning).toContain('no signed preview shows whether the image was');
  });

  /** The photograph with Exif, signed by box hashes. */
  async function signBoxes(isTogether = false): Promise<{ image: Buffer; signed: Buffer }> {
    const image = await sharp(photo)
      .resize(800)
      .withExif({ IFD0: { ImageDescription: 'before' } })
      .jpeg({ quality: 92 })
      .toBuffer();
    const assertions = [hashBoxes(image, isTogether)];
    return { image, signed: Buffer.from(await signImage(image, identity, { ...claim, assertions })) };
  }

  /** A byte of the scan has another value. */
  function changeScan(signed: Buffer): Buffer {
    const changed = Buffer.from(signed);
    const at = changed.length - 4_000;
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  }

  it.skipIf(photo === '')('is intact while its box hashes match', async () => {
    expect((await judge((await signBoxes()).signed)).facts).toMatchObject({ integrity: 'intact' });
  });

  it.skipIf(photo === '')('is manipulated where a box hash of the image data no longer matches', async () => {
    const { verdict, headline, facts } = await judge(changeScan((await signBoxes()).signed));
    expect(verdict).toBe('manipulated');
    expect(headline.meaning).toContain('The hash that does not match is that of the image data.');
    expect(facts).toMatchObject({ changedBoxes: 'image data' });
  });

  it.skipIf(photo === '')('is manipulated where another scan was added behind the signed one', async () => {
    const { signed } = await signBoxes();
    const scan = signed.subarray(signed.lastIndexOf(Buffer.from([0xff, 0xda])), signed.length - 2);
    const { verdict } = await judge(Buffer.concat([signed.subarray(0, -2), scan, signed.subarray(-2)]));
    expect(verdict).toBe('manipulated');
  });

  it.skipIf(photo === '').each([
    [
      'were changed',
      (signed: Buffer) => Buffer.from(signed.toString('latin1').replace('before', 'after!'), 'latin1'),
    ],
    [
      'were added',
      (signed: Buffer) =>
        Buffer.concat([signed.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 4, 65, 66]), signed.subarray(2)]),
    ],
  ])(
    'is inconclusive where metadata %s and the hashes of the image data still match',
    async (_name, change) => {
      const { verdict, headline, facts } = await judge(change((await signBoxes()).signed));
      expect(verdict).toBe('inconclusive');
      expect(headline.meaning).toContain('The hashes of its image data still match: metadata were changed.');
      expect(facts).toMatchObject({ changedBoxes: 'metadata' });
    },
  );

  it.skipIf(photo === '')('is inconclusive where one hash binds image data and metadata', async () => {
    const { verdict, facts } = await judge(changeScan((await signBoxes(true)).signed));
    expect(verdict).toBe('inconclusive');
    expect(facts).toMatchObject({ changedBoxes: null });
  });

  it.skipIf(photo === '')('is read to its end where a box claims 10 GB', async () => {
    const signed = Buffer.from(await sign(await resized(), await shrink(photo, 400)));
    const at = signed.indexOf('bidb');
    expect(at).toBeGreaterThan(0);
    signed.writeUInt32BE(1, at - 4);
    signed.writeBigUInt64BE(10_000_000_000n, at + 4);
    const { verdict, facts } = await judge(signed);
    expect(verdict).toBe('unverified');
    expect(facts).toMatchObject({ state: 'invalid', integrity: 'not_checked' });
  });
});

it.skipIf(photo === '')('quotes first what the signer of an intact manifest declares', async () => {
  const digitalSourceType =
    'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';
  const edited = await signImage(await resized(), identity, { action: 'c2pa.edited', digitalSourceType });
  const { headline, explanation } = await judge(edited);
  expect(headline.title).toContain('its signer declares the use of an AI model');
  expect(headline.meaning).toMatch(/^Its signer, A camera maker, declares that parts of it/u);
  expect(explanation).toContain('as its signer declares');
});
