import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { docxParts, zipOf } from '../../../../media/test/build-docx.ts';
import { appendRevision, onePage, pdfOf, stream } from '../../../../media/test/build-pdf.ts';
import { fromRgb, savedAsJpeg } from '../../../../evaluation/src/calibration/measuring/rgb-image.ts';
import type { CheckResult, PixelImage } from '../../check/check.ts';
import { examineBytes, pdfType } from '../../run/examine-bytes.fixture.ts';
import { clutter, tiles } from '../../pixels/copy-move/synthetic-scenes.fixture.ts';
import { createSubject, runCheck } from '../../run/run-checks.ts';
import { check as documentPictures } from './check.ts';

const folder = mkdtempSync(join(tmpdir(), 'document-pictures-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const page =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /XObject << /Im1 9 0 R >> >> >>';

/** A page with that JPEG, 450 points wide, 100 from the left and 100 from the top. */
function pdfWith(jpeg: Buffer, { width, height }: Pick<PixelImage, 'width' | 'height'>): Buffer {
  const dictionary = `/Type /XObject /Subtype /Image /Width ${String(width)} /Height ${String(height)} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode`;
  const content = stream('q 450 0 0 350 100 350 cm /Im1 Do Q');
  return appendRevision(pdfOf(onePage('', { 3: page, 4: content })), {
    9: stream(jpeg.toString('latin1'), dictionary),
  });
}

/** An image saved at quality 70, with an area of another one that was never saved. */
async function pasted(): Promise<PixelImage> {
  const scene = await savedAsJpeg(clutter(), 70);
  const donor = tiles();
  const data = Uint8Array.from(scene.data);
  for (let y = 0; y < 112; y++) {
    const from = ((y + 67) * scene.width + 67) * 3;
    data.set(donor.data.subarray(from, from + 336), ((y + 206) * scene.width + 268) * 3);
  }
  return { ...scene, data };
}

const jpegOf = (image: PixelImage): Promise<Buffer> => fromRgb(image).jpeg({ quality: 90 }).toBuffer();

async function examineDocx(parts: Readonly<Record<string, Buffer>>): Promise<CheckResult> {
  const path = join(folder, 'subject.docx');
  const pictures = Object.entries(parts).map(([name, content]) => ({ name, content }));
  const bytes = zipOf([...docxParts('<w:p/>'), ...pictures]);
  writeFileSync(path, bytes);
  const subject = createSubject({ bytes, mimeType: docxType, path, enrichment: {}, claims: {} });
  return runCheck(documentPictures, subject, new AbortController().signal);
}

describe('document-pictures', () => {
  it('points at an inserted area of a picture on a page, without weight', async () => {
    const image = await pasted();
    const result = await examineBytes(documentPictures, pdfWith(await jpegOf(image), image), pdfType);
    expect(result.statement).toContain(
      'Of the picture on page 1: The picture had been compressed before, and an area',
    );
    expect(result.statement).toContain('A person should look at it.');
    expect(result).toMatchObject({ llrManipulated: 0, llrSynthetic: 0 });
    expect(result.locations).toContainEqual({
      page: 1,
      boundingBox: { x: 100, y: 100, width: 450, height: 350 },
    });
    expect(result.artifacts[0]?.legend).toMatch(/^Of the picture on page 1\. Orange/);
  });

  it('names a generator that the metadata of a picture in a Word document name', async () => {
    const exif = { IFD0: { Software: 'NovelAI' } };
    const jpeg = await fromRgb(clutter()).jpeg({ quality: 60 }).withExif(exif).toBuffer();
    const result = await examineDocx({ 'word/media/image1.jpeg': jpeg });
    expect(result.facts).toMatchObject({ pictures: 1, examined: 1 });
    expect(result.statement).toContain('Of the picture word/media/image1.jpeg:');
    expect(result).toMatchObject({ llrManipulated: 0, llrSynthetic: 0, locations: [] });
  });

  it('finds nothing in an innocent picture, and says how many were not examined', async () => {
    const small = await fromRgb({ width: 8, height: 8, data: new Uint8Array(192) })
      .jpeg()
      .toBuffer();
    const many = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`word/media/image${String(at)}.jpg`, small] as const),
    );
    const few = await examineDocx(Object.fromEntries(Object.entries(many).slice(0, 2)));
    expect(few.statement).toBe('The document holds 2 images; nothing in them points at a change.');
    const result = await examineDocx(many);
    expect(result.statement).toBe('The document holds 8 images. 2 of 8 images were not searched.');
    expect(result.searched).toEqual([{ unit: 'image', total: 8, searched: 6, why: 'limit' }]);
    expect(result.facts['notExamined']).toHaveLength(2);
  });

  it('is not applicable to documents without pictures, and to other files', async () => {
    const without = await examineBytes(documentPictures, pdfOf(onePage('text')), pdfType);
    expect(without.applicability).toMatchObject({
      reason: 'the document holds no picture as a file of its own',
    });
    const other = await examineBytes(documentPictures, Buffer.from('text'), 'text/plain');
    expect(other.applicability.applicable).toBe(false);
  });
});
