import { readFile } from 'node:fs/promises';
import { UndecodableError } from '@assay/media/limits/undecodable-error';
import { openPdfDrawer } from '@assay/media/pdf/drawing/open-drawable';
import type { DrawnPage } from '@assay/media/pdf/drawing/open-drawable';
import sharp from 'sharp';
import { writeImagePdf } from './write-image-pdf.ts';
import type { ImagePage } from './write-image-pdf.ts';

const maxPages = 200;
const quality = 85;

/**
 * Draws each page of a PDF as a reader sees it and writes a new PDF of these images. Properties, XMP, scripts, attachments, links and
 * earlier revisions do not reach the new file.
 * @throws UndecodableError
 */
export async function flattenPdf(path: string): Promise<Uint8Array> {
  const drawer = await openPdfDrawer();
  try {
    return await drawer.withDrawables([await readFile(path)], async ([drawable = null]) => {
      if (drawable === null || drawable.pageCount === 0)
        throw new UndecodableError('the PDF cannot be opened');
      const { pageCount } = drawable;
      if (pageCount > maxPages) {
        const reason = `the PDF has ${pageCount.toString()} pages; at most ${maxPages.toString()} are converted`;
        throw new UndecodableError(reason);
      }
      const pages: ImagePage[] = [];
      for (let number = 1; number <= pageCount; number += 1) {
        const drawn = await drawable.draw(number);
        if (drawn === null)
          throw new UndecodableError(`page ${number.toString()} of the PDF cannot be drawn`);
        pages.push(await encodePage(drawn));
      }
      return writeImagePdf(pages);
    });
  } finally {
    drawer.close();
  }
}

async function encodePage({ width, height, data, pixelsPerPoint }: DrawnPage): Promise<ImagePage> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer();
  return { jpeg, width, height, pixelsPerPoint };
}
