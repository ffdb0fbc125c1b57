import { PDFDocument } from '@cantoo/pdf-lib';
import { embeddedJpegs } from '@assay/media/pdf/embedded-jpegs';
import { openPdfFile } from '@assay/media/pdf/pdf-file';
import { expect, it } from 'vitest';
import { fromRgb } from '../../calibration/measuring/rgb-image.ts';
import { clutter } from '@assay/checks/pixels/copy-move/synthetic-scenes.fixture';
import { alterPicture } from './altered-pictures.ts';

const jpegs = (bytes: Uint8Array) => {
  const pdf = openPdfFile(Buffer.from(bytes));
  return pdf === undefined ? [] : embeddedJpegs(pdf);
};

it('copies an area within the largest picture, and says on which page it is', async () => {
  const document = await PDFDocument.create();
  for (const side of [120, 400]) {
    const picture = await fromRgb(clutter()).resize(side, side).jpeg().toBuffer();
    document.addPage().drawImage(await document.embedJpg(picture), { width: 200, height: 200 });
  }
  const before = jpegs(await document.save({ useObjectStreams: false }));
  expect(await alterPicture(document, 700_001)).toBe(2);
  const after = jpegs(await document.save({ useObjectStreams: false }));
  const sizes = [before, after].map((all) => all.map(({ width, height }) => [width, height]));
  expect(sizes[0]).toEqual([
    [120, 120],
    [400, 400],
  ]);
  expect(sizes[1]).toEqual(sizes[0]);
  expect(after[0]?.bytes).toEqual(before[0]?.bytes);
  expect(after[1]?.bytes).not.toEqual(before[1]?.bytes);
});

it('alters nothing in a document without pictures', async () => {
  const document = await PDFDocument.create();
  document.addPage().drawText('no picture');
  expect(await alterPicture(document, 700_001)).toBeUndefined();
});
