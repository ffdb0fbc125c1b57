import { PDFDict, PDFName, PDFRef } from '@cantoo/pdf-lib';
import type { PDFDocument } from '@cantoo/pdf-lib';

/** Writes another font in the place of one that a page uses; the page, from 1, or undefined where none is an object of its own. */
export function replaceFont(document: PDFDocument): number | undefined {
  const { context } = document;
  for (const [index, page] of document.getPages().entries()) {
    const fonts = page.node.Resources()?.lookup(PDFName.of('Font'));
    const ref =
      fonts instanceof PDFDict ? fonts.values().find((value) => value instanceof PDFRef) : undefined;
    if (!(ref instanceof PDFRef)) continue;
    context.assign(ref, context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' }));
    context.snapshot?.markRefForSave(ref);
    return index + 1;
  }
  return undefined;
}
