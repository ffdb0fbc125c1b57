import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { conclude } from '../../domain/fusion/conclude.ts';
import type { CheckResult } from '../check.ts';
import { createSubject, runCheck } from '../run-checks.ts';
import { generatorMetadata } from './generator-metadata.ts';

const photo = resolve(import.meta.dirname, '../../../../../../shared/media/photos/Canon_PowerShot_A70.jpg');
const parameters = 'a cat\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1';

/** The JPEG with a comment after its first marker. */
function withComment(jpeg: Uint8Array, text: string): Buffer {
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, (comment.length + 2) >> 8, (comment.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}

const examine = (bytes: Uint8Array, path = '/nowhere'): Promise<CheckResult> =>
  runCheck(
    generatorMetadata,
    createSubject({ bytes, mimeType: 'image/jpeg', path, enrichment: {}, claims: {} }),
    new AbortController().signal,
  );

describe('generator-metadata', () => {
  it('believes a text in a file that a program wrote, though it names a camera', async () => {
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#963' } })
      .withExif({ IFD0: { Make: 'Canon', Model: 'Canon EOS 5D' } })
      .jpeg()
      .toBuffer();
    const result = await examine(withComment(bytes, parameters));
    expect(result.llrSynthetic).toBe(2.4);
    expect(result.statement).toContain('Anybody can write such a text into a file');
    expect(result.facts).toMatchObject({ looksLikeCameraOriginal: false });
    expect(result.limits[1]).toContain('can be added by anybody');
    expect(result.limits[2]).toContain('engineering value');
    const { verdict, posterior } = conclude([result]);
    expect(verdict).toBe('synthetic');
    expect(posterior.synthetic).toBeLessThan(0.97);
  });

  it.skipIf(!existsSync(photo))('leaves open what a text in a camera original means', async () => {
    const result = await examine(withComment(readFileSync(photo), parameters), photo);
    expect(result.llrSynthetic).toBe(0.9);
    expect(result.statement).toContain("looks like a camera's original");
    expect(result.facts).toMatchObject({ looksLikeCameraOriginal: true });
  });

  it.skipIf(!existsSync(photo))('finds nothing in a photograph', async () => {
    const result = await examine(readFileSync(photo), photo);
    expect(result).toMatchObject({ llrSynthetic: 0, llrManipulated: 0 });
    expect(result.facts).toMatchObject({ signs: [], cameraLikeness: null });
  });
});
