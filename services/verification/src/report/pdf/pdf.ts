import { buffer } from 'node:stream/consumers';
import { mast } from '../report-content.ts';
import type { ReportContent } from '../report-content.ts';
import { verdictColours } from '../verdict-colours.ts';
import { section } from './blocks.ts';
import { embeddablePictures } from './embeddable-pictures.ts';
import { paragraph } from './paragraphs.ts';
import { draw } from './pictures.ts';
import { createSheet, ink, margins, setStyle, shown, soft } from './sheet.ts';
import type { Sheet } from './sheet.ts';

const subjectHeight = 230;

/**
 * The report as a tagged PDF 1.7 (ISO 32000-1) on A4 with its fonts and pictures, and on every page the run and the
 * SHA-256 of the examined file. The same content gives the same bytes.
 */
export async function renderPdfReport(content: ReportContent): Promise<Uint8Array> {
  const sheet = createSheet(content, await embeddablePictures(content));
  const written = buffer(sheet.doc);
  hero(sheet, content);
  for (const one of content.sections) section(sheet, one);
  paragraph(sheet, content.closing, { size: 8.5, colour: soft });
  footers(sheet, content);
  sheet.doc.end();
  return written;
}

function hero(sheet: Sheet, { about, verdict, hero: given }: ReportContent): void {
  paragraph(sheet, mast, { font: 'bold', size: 9, after: 1 });
  paragraph(sheet, about, { size: 8.5, colour: soft, after: 14 });
  paragraph(sheet, given.kicker, { size: 8.5, colour: soft, after: 2 });
  const colour = verdictColours[verdict];
  paragraph(sheet, given.verdictTitle, { tag: 'H1', font: 'bold', size: 24, colour, after: 6 });
  paragraph(sheet, given.meaning, { size: 11, after: 5 });
  paragraph(sheet, given.confidenceSentence, { size: 9, colour: soft, after: 5 });
  if (given.fileName !== null) paragraph(sheet, given.fileName, { font: 'bold', size: 9, after: 8 });
  if (given.picture === null) return;
  draw(sheet, given.picture, {
    maxHeight: subjectHeight,
    alternative: `The examined file ${given.fileName ?? ''}`,
  });
}

/** Written last, since only then the number of pages is known. */
function footers(sheet: Sheet, { identity }: ReportContent): void {
  const { doc, left, width } = sheet;
  const { start, count } = doc.bufferedPageRange();
  setStyle(sheet, {});
  const run = shown(sheet, `Run ${identity.runId}`);
  const hash = identity.sha256 === null ? '' : shown(sheet, `SHA-256 of the file ${identity.sha256}`);
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page);
    // Below the bottom margin a text would begin a new page.
    doc.page.margins.bottom = 0;
    const top = doc.page.height - margins.bottom + 24;
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
    setStyle(sheet, { size: 7.5, colour: soft });
    doc.text(run, left, top, { width, lineBreak: false });
    doc.text(`Page ${String(page - start + 1)} of ${String(count)}`, left, top, { width, align: 'right' });
    doc.fillColor(ink).text(hash, left, top + 11, { width, lineBreak: false });
    doc.endMarkedContent();
    doc.page.margins.bottom = margins.bottom;
  }
}
