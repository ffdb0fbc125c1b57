import { margins, keepTogether, line, setStyle, shown, soft } from './sheet.ts';
import type { Sheet, TextStyle } from './sheet.ts';

interface Paragraph extends TextStyle {
  /** Structure type, such as `P` or `H2`. */
  readonly tag?: string;
  /** Points from the left edge of the text. */
  readonly indent?: number;
  /** Points below. */
  readonly after?: number;
}

export function paragraph(sheet: Sheet, text: string, style: Paragraph = {}): void {
  const { doc, left, width } = sheet;
  const { tag = 'P', indent = 0, after = 4 } = style;
  setStyle(sheet, style);
  const words = shown(sheet, text);
  const element = doc.struct(tag, {}, () => {
    setStyle(sheet, style);
    doc.text(words, left + indent, doc.y, { width: width - indent, lineGap: 1.5 });
  });
  doc.addStructure(element);
  doc.y += after;
}

const termWidth = 112;

/** Terms on the left, what they are on the right. */
export function rows(sheet: Sheet, list: readonly (readonly [string, string])[]): void {
  for (const [term, description] of list) row(sheet, term, description);
  sheet.doc.y += 4;
}

function row(sheet: Sheet, term: string, description: string): void {
  const { doc, left, width } = sheet;
  const gap = 14;
  const wide = width - termWidth - gap;
  setStyle(sheet, {});
  const name = shown(sheet, term);
  const words = shown(sheet, description);
  const options = { lineGap: 1.5 };
  const height = Math.max(
    doc.heightOfString(name, { width: termWidth, ...options }),
    doc.heightOfString(words, { width: wide, ...options }),
  );
  const fits = height < doc.page.height - margins.top - margins.bottom;
  if (fits) keepTogether(sheet, height);
  const top = doc.y;
  doc.addStructure(
    doc.struct('P', {}, [
      () => {
        setStyle(sheet, { colour: soft });
        doc.text(name, left, top, { width: termWidth, ...options });
      },
      () => {
        setStyle(sheet, {});
        doc.text(words, left + termWidth + gap, top, { width: wide, ...options });
      },
    ]),
  );
  if (fits) doc.y = top + height;
  doc.y += 3;
}

/** A line between sections, which screen readers pass over. */
export function rule(sheet: Sheet): void {
  const { doc, left, width } = sheet;
  doc.y += 6;
  decoration(sheet, () => {
    doc
      .moveTo(left, doc.y)
      .lineTo(left + width, doc.y)
      .lineWidth(0.7)
      .strokeColor(line)
      .stroke();
  });
  doc.y += 12;
}

/** Draws what has no meaning of its own. */
export function decoration({ doc }: Sheet, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}
