import { decodePDFRawStream, PDFArray, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFObject, PDFPage } from '@cantoo/pdf-lib';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';

/** Writes other words of the same stream and font in the place of some; the page, from 1, or undefined where no page has any. */
export function replaceWords(document: PDFDocument, seed: number): number | undefined {
  const random = seededRandom(seed);
  const pages = document.getPages();
  const from = Math.floor(random() * pages.length);
  for (let nth = 0; nth < pages.length; nth += 1) {
    const index = (from + nth) % pages.length;
    const page = pages[index];
    if (page !== undefined && replaceOn(document, page, random)) return index + 1;
  }
  return undefined;
}

function replaceOn({ context }: PDFDocument, page: PDFPage, random: () => number): boolean {
  for (const ref of contentRefs(page)) {
    const stream = context.lookup(ref);
    if (!(stream instanceof PDFRawStream)) continue;
    const content = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
    const replaced = withOtherWords(content, random);
    if (replaced === undefined) continue;
    context.assign(ref, context.flateStream(Buffer.from(replaced, 'latin1')));
    context.snapshot?.markRefForSave(ref);
    return true;
  }
  return false;
}

function contentRefs(page: PDFPage): readonly PDFRef[] {
  const named = page.node.get(PDFName.of('Contents'));
  const content = page.node.context.lookup(named);
  const listed: readonly (PDFObject | undefined)[] =
    content instanceof PDFArray ? content.asArray() : [named];
  return listed.filter((ref) => ref instanceof PDFRef);
}

/** Operators that choose a font or show words (ISO 32000-2 §9.4.3), of those operands that hold no brackets of their own. */
const operators =
  /\/(?<font>[^\s/[\]()<>]+)\s+[-\d.]+\s+Tf|(?<shown>\[(?:[^[\]()<>\\]|\((?:\\[^]|[^\\()])*\)|<[0-9A-Fa-f\s]*>)*\]|\((?:\\[^]|[^\\()])*\)|<[0-9A-Fa-f\s]+>)\s*T[Jj]/gu;
const leastLetters = 6;

interface Shown {
  readonly at: number;
  readonly operand: string;
  readonly font: string;
  /** What it shows, without distances. */
  readonly codes: string;
}

function withOtherWords(content: string, random: () => number): string | undefined {
  const shown = shownIn(content).filter(({ codes }) => codes.length >= leastLetters);
  const start = Math.floor(random() * shown.length);
  for (const one of [...shown.slice(start), ...shown.slice(0, start)]) {
    const [other] = shown
      .filter(({ font, codes }) => font === one.font && codes !== one.codes)
      .toSorted((a, b) => differenceTo(one, a) - differenceTo(one, b));
    if (other !== undefined)
      return content.slice(0, one.at) + other.operand + content.slice(one.at + one.operand.length);
  }
  return undefined;
}

function shownIn(content: string): Shown[] {
  let font = '';
  return [...content.matchAll(operators)].flatMap(({ groups, index }) => {
    font = groups?.['font'] ?? font;
    const operand = groups?.['shown'];
    return operand === undefined ? [] : [{ at: index, operand, font, codes: codesOf(operand) }];
  });
}

function codesOf(operand: string): string {
  const strings = operand.match(/\((?:\\[^]|[^\\()])*\)|<[0-9A-Fa-f\s]*>/gu) ?? [];
  return strings
    .map((text) =>
      text.startsWith('<')
        ? Buffer.from(text.replaceAll(/[<>\s]/gu, ''), 'hex').toString('latin1')
        : text.slice(1, -1),
    )
    .join('');
}

function differenceTo(one: Shown, other: Shown): number {
  return Math.abs(one.codes.length - other.codes.length);
}
