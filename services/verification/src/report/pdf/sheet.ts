import PDFDocument from 'pdfkit';
import { plainText } from '../escape.ts';
import type { ReportContent } from '../report-content.ts';
import type { EmbeddablePictures } from './embeddable-pictures.ts';
import { canWrite, writeEveryScript } from './every-script.ts';
import { fonts, substitutes } from './fonts.ts';
import type { FontName } from './fonts.ts';

/** A4 in points. */
export const margins = { top: 56, bottom: 70, left: 56, right: 56 } as const;

/** The paper a report is written on, from the top down; `doc.y` is where it goes on. */
export interface Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly left: number;
  readonly width: number;
  readonly pictures: EmbeddablePictures;
}

export interface TextStyle {
  readonly font?: FontName;
  readonly size?: number;
  readonly colour?: string;
}

/** An empty document. Nothing in it depends on when or where it is written, so the same report has the same bytes. */
export function createSheet({ title, identity }: ReportContent, pictures: EmbeddablePictures): Sheet {
  const doc = new PDFDocument({
    size: 'A4',
    margins,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: plainText(title),
      Author: 'Assay',
      Subject: `Run ${plainText(identity.runId)}`,
      CreationDate: identity.completedAt,
      ModDate: identity.completedAt,
    },
  });
  for (const [name, source] of Object.entries(fonts)) doc.registerFont(name, source);
  writeEveryScript(doc, substitutes);
  return { doc, left: margins.left, width: doc.page.width - margins.left - margins.right, pictures };
}

/** Begins a new page unless so many points are left on this one. */
export function keepTogether({ doc }: Sheet, height: number): void {
  if (doc.y + height > doc.page.height - margins.bottom) doc.addPage();
}

export function setStyle({ doc }: Sheet, { font = 'body', size = 9.5, colour = ink }: TextStyle): void {
  doc.font(font).fontSize(size).fillColor(colour);
}

export const ink = '#14181f';
export const soft = '#4d5766';
export const line = '#dde1e7';
export const track = '#e3e7ec';

/** What stands in the report, with characters that no font has as their code points. */
export function shown({ doc }: Sheet, text: string): string {
  const characters = Array.from(plainText(text), (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return canWrite(doc, codePoint, substitutes) ? character : `[U+${codePoint.toString(16).toUpperCase()}]`;
  });
  return characters.join('');
}
