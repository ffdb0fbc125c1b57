import { plainText } from '../escape.ts';
import type { ReportPicture } from '../report-input.ts';
import { paragraph } from './paragraphs.ts';
import { keepTogether, soft } from './sheet.ts';
import type { Sheet } from './sheet.ts';

const captionHeight = 30;

/** Pictures one below the other, each with its legend, none split over two pages. */
export function pictures(sheet: Sheet, list: readonly ReportPicture[], maxHeight: number): void {
  for (const picture of list) {
    if (!draw(sheet, picture, { maxHeight, alternative: picture.legend })) continue;
    paragraph(sheet, picture.legend, { size: 8.5, colour: soft, tag: 'Caption', after: 8 });
  }
}

/** Draws a picture at the left edge. @returns whether it can be shown */
export function draw(
  sheet: Sheet,
  picture: ReportPicture,
  { maxHeight, alternative }: { readonly maxHeight: number; readonly alternative: string },
): boolean {
  const bytes = sheet.pictures.get(picture);
  if (bytes === undefined) return false;
  const { doc, left } = sheet;
  const { width, height } = picture;
  const scale = Math.min(1, sheet.width / width, maxHeight / height);
  const size = { width: width * scale, height: height * scale };
  keepTogether(sheet, size.height + captionHeight);
  const top = doc.y;
  doc.addStructure(
    doc.struct('Figure', { alt: plainText(alternative) }, () => {
      doc.image(bytes, left, top, size);
    }),
  );
  doc.y = top + size.height + 5;
  return true;
}
