import { readFileSync } from 'node:fs';
import { findSharedMedia } from '@assay/test-kit/fixtures';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pngOf, tEXt } from '../../../media/test/build-media.ts';
import { conclude } from '../../src/domain/fusion/conclude.ts';
import { writeHeadline } from '../../src/report/words/headline.ts';
import type { CheckResult } from '@assay/checks/check/check';
import { createSubject, runCheck } from '@assay/checks/run/run-checks';
import { check as generatorMetadata } from '@assay/checks/metadata/generator-metadata/check';

const photo = findSharedMedia('photos/Canon_PowerShot_A70.jpg') ?? '';
const parameters = 'a cat\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1';

/** The JPEG with a comment after its first marker. */
function withComment(jpeg: Uint8Array, text: string): Buffer {
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}

/** The JPEG without its application segments and comments: the tables and the image data of the camera. */
function withoutMetadata(jpeg: Buffer): Buffer {
  const kept = [jpeg.subarray(0, 2)];
  let at = 2;
  while (jpeg[at + 1] !== 0xda) {
    const marker = jpeg[at + 1] ?? 0;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (marker < 0xe0 || (marker > 0xef && marker !== 0xfe)) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, jpeg.subarray(at)]);
}

const runCheckOn = (bytes: Uint8Array, path = '/nowhere', mimeType = 'image/jpeg'): Promise<CheckResult> =>
  runCheck(
    generatorMetadata,
    createSubject({ bytes, mimeType, path, enrichment: {}, claims: {} }),
    new AbortController().signal,
  );

describe('generator-metadata', () => {
  it('says of texts beyond its limit that they were not searched', async () => {
    const texts = Array.from({ length: 203 }, (_, index) => tEXt(`Key${String(index)}`, 'a harbour'));
    const { statement, searched } = await runCheckOn(pngOf(...texts), '/nowhere', 'image/png');
    expect(statement).toBe('3 of 203 metadata parts could not be read and were not searched.');
    expect(searched).toMatchObject([{ total: 203, searched: 200 }]);
    const whole = await runCheckOn(pngOf(...texts.slice(3)), '/nowhere', 'image/png');
    expect(whole.statement).toBe('The file carries no trace of a generator in its metadata.');
  });

  it('says of Exif data whose directory is damaged that they were not searched', async () => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#963' } })
      .withExif({ IFD0: { Make: 'Canon', Model: 'Canon EOS 5D' } })
      .jpeg()
      .toBuffer();
    const at = bytes.indexOf('Exif\0\0', 0, 'latin1') + 6;
    bytes.writeUInt32LE(0xffff, at + 4);
    const { statement } = await runCheckOn(bytes);
    expect(statement).toBe('1 of 1 metadata parts could not be read and was not searched.');
  });

  it('believes a text in a file that a program wrote, though it names a camera', async () => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#963' } })
      .withExif({ IFD0: { Make: 'Canon', Model: 'Canon EOS 5D' } })
      .jpeg()
      .toBuffer();
    const result = await runCheckOn(withComment(bytes, parameters));
    expect(result.llrSynthetic).toBe(2.4);
    expect(result.statement).toContain('Anybody can write such a text into a file');
    expect(result.facts).toMatchObject({ looksLikeCameraOriginal: false });
    expect(result.limits[1]).toContain('can be added by anybody');
    expect(result.limits[2]).toContain('engineering value');
    const { verdict, posterior } = conclude([result]);
    expect(verdict).toBe('synthetic');
    expect(posterior.synthetic).toBeLessThan(0.97);
  });

  it.skipIf(photo === '')('leaves open what a text in a camera original means', async () => {
    const result = await runCheckOn(withComment(readFileSync(photo), parameters), photo);
    expect(result.llrSynthetic).toBe(0.9);
    expect(result.statement).toContain('anybody may have written that into a photograph');
    expect(result.facts).toMatchObject({ looksLikeCameraOriginal: true });
  });

  it.skipIf(photo === '')('leaves open what a text in a photograph without its metadata means', async () => {
    const result = await runCheckOn(withComment(withoutMetadata(readFileSync(photo)), parameters), photo);
    expect(result.llrSynthetic).toBe(0.9);
    expect(result.facts).toMatchObject({ cameraLikeness: { hasMakerNote: false, hasOwnTables: true } });
    expect(conclude([result]).verdict).toBe('inconclusive');
  });

  it.skipIf(photo === '')('believes a text in a photograph that a program saved again', async () => {
    const again = await sharp(readFileSync(photo)).jpeg({ quality: 85 }).toBuffer();
    const result = await runCheckOn(withComment(again, parameters), photo);
    expect(result.llrSynthetic).toBe(2.4);
    const conclusion = conclude([result]);
    expect(conclusion.explanation).toContain('as a text in the file claims');
    const { title } = writeHeadline({ conclusion, judged: [], files: [{}], results: [result] });
    expect(title).toBe('Synthetic: a text in the file claims a generator');
  });

  it.skipIf(photo === '')('finds nothing in a photograph', async () => {
    const result = await runCheckOn(readFileSync(photo), photo);
    expect(result).toMatchObject({ llrSynthetic: 0, llrManipulated: 0 });
    expect(result.facts).toMatchObject({ signs: [], cameraLikeness: null });
  });
});
