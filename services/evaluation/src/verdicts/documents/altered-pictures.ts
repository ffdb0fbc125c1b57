import { PDFDict, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import type { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { decodeRgb, fromRgb } from '../../calibration/measuring/rgb-image.ts';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import { copyArea } from '../pictures/forgeries.ts';

const leastSide = 200;
const quality = 90;

/** Copies an area within the largest colour JPEG that a page shows; the page, from 1, or undefined where there is none. */
export async function alterPicture(document: PDFDocument, seed: number): Promise<number | undefined> {
  const { context } = document;
  const pictures = document.getPages().flatMap((page, index) => {
    const shown = page.node.Resources()?.lookup(PDFName.of('XObject'));
    const refs = shown instanceof PDFDict ? shown.values() : [];
    return refs.flatMap((ref) => {
      const stream = context.lookup(ref);
      return ref instanceof PDFRef && isJpeg(stream) ? [{ ref, stream, page: index + 1 }] : [];
    });
  });
  const [largest] = pictures.toSorted((a, b) => b.stream.contents.length - a.stream.contents.length);
  const altered = largest && (await alterJpeg(largest.stream.contents, seed));
  if (largest === undefined || altered === undefined) return undefined;
  context.assign(largest.ref, PDFRawStream.of(largest.stream.dict, altered));
  context.snapshot?.markRefForSave(largest.ref);
  return largest.page;
}

function isJpeg(stream: unknown): stream is PDFRawStream {
  if (!(stream instanceof PDFRawStream)) return false;
  const [subtype, filter] = ['Subtype', 'Filter'].map((name) => stream.dict.lookup(PDFName.of(name)));
  return subtype === PDFName.of('Image') && filter === PDFName.of('DCTDecode');
}

/** Undefined for one that is small, has not three colours, or has nothing worth copying. */
export async function alterJpeg(bytes: Uint8Array, seed: number): Promise<Uint8Array | undefined> {
  const { width, height, channels } = await sharp(bytes).metadata();
  if (channels !== 3 || Math.min(width, height) < leastSide) return undefined;
  const forgery = copyArea(await decodeRgb(sharp(bytes)), seededRandom(seed));
  return forgery === null ? undefined : fromRgb(forgery.image).jpeg({ quality }).toBuffer();
}
