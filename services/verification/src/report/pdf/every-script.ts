import bidiFactory from 'bidi-js';
import { readWoff } from './read-woff.ts';

const bidi = bidiFactory();

/** Of a pdfkit document, what its types leave out. */
interface Writer {
  _font: WriterFont;
  _fontSource: unknown;
  _fontFamily: unknown;
  readonly _fontFamilies: Readonly<Record<string, WriterFont>>;
  readonly _fontSize: number;
  font(name: string): unknown;
  registerFont(name: string, source: Buffer): unknown;
  widthOfString(text: string, options?: object): number;
  /** Writes one line of one font, from left to right. */
  _fragment(text: string, x: number, y: number, options: object): void;
}

interface WriterFont {
  readonly ascender: number;
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
}

/** A part of a line in one font and one direction. */
interface TextRun {
  readonly text: string;
  readonly font: WriterFont;
  /** Of the Unicode Bidirectional Algorithm (UAX 9); odd: from right to left. */
  readonly level: number;
}

/** Latin, Greek and Cyrillic, which every font of a report has. */
const plain = /^[ -~\u00a1-\u017f\u0384-\u03ce\u0400-\u045f\u2010-\u2026]*$/u;

/**
 * Lets a document write what its font has no glyphs for, each part of a line in the first of the other fonts (WOFF files) that has
 * them, and parts of right-to-left scripts in the order in which they are read.
 */
export function writeEveryScript(doc: PDFKit.PDFDocument, others: readonly string[]): void {
  // pdfkit keeps these in members its types leave out.
  const writer = doc as unknown as Writer;
  const widthOfString = writer.widthOfString.bind(writer);
  const fragment = writer._fragment.bind(writer);
  const within = <T>(font: WriterFont, act: () => T): T => {
    const before = writer._font;
    writer._font = font;
    const result = act();
    writer._font = before;
    return result;
  };
  writer.widthOfString = (text, options) => {
    if (plain.test(text)) return widthOfString(text, options);
    const widths = runsOf(writer, text, others).map((run) =>
      within(run.font, () => widthOfString(run.text, optionsFor(run, options))),
    );
    return widths.reduce((sum, width) => sum + width, 0);
  };
  writer._fragment = (text, x, y, options) => {
    if (plain.test(text)) {
      fragment(text, x, y, options);
      return;
    }
    let left = x;
    for (const run of inReadingOrder(runsOf(writer, text.replaceAll('\n', ''), others))) {
      const own = optionsFor(run, { ...options, align: 'left', textWidth: undefined, wordCount: undefined });
      // All stand on the base line of the font of the line.
      const down = ((writer._font.ascender - run.font.ascender) / 1000) * writer._fontSize;
      const width = within(run.font, () => {
        fragment(run.text, left, y + down, own);
        return widthOfString(run.text, own);
      });
      left += width;
    }
  };
}

/** Whether any of the fonts has a glyph. */
export function canWrite(doc: PDFKit.PDFDocument, codePoint: number, others: readonly string[]): boolean {
  const writer = doc as unknown as Writer;
  return fontFor(writer, codePoint, others) !== undefined;
}

function fontFor(writer: Writer, codePoint: number, others: readonly string[]): WriterFont | undefined {
  const own = writer._font;
  if (own.font.hasGlyphForCodePoint(codePoint)) return own;
  for (const path of others) {
    const other = opened(writer, path);
    if (other.font.hasGlyphForCodePoint(codePoint)) return other;
  }
  return undefined;
}

/** A font is read when it is first needed; the one of the text stays. */
function opened(writer: Writer, path: string): WriterFont {
  const known = writer._fontFamilies[path];
  if (known !== undefined) return known;
  const { _font, _fontSource, _fontFamily } = writer;
  writer.registerFont(path, readWoff(path));
  writer.font(path);
  const font = writer._font;
  Object.assign(writer, { _font, _fontSource, _fontFamily });
  return font;
}

/** A whole part is shaped at once where its order is another than that of its characters. */
function optionsFor({ level }: TextRun, options: object | undefined): object {
  return level % 2 === 1 ? { ...options, features: [] } : { ...options };
}

const belongsToTheOneBefore = /[\p{M}\s]/u;

/** The parts of a line in the order of its characters. */
function runsOf(writer: Writer, line: string, others: readonly string[]): readonly TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(line, 'ltr');
  const runs: TextRun[] = [];
  let index = 0;
  for (const character of line) {
    const level = levels[index] ?? 0;
    index += character.length;
    const last = runs.at(-1);
    const codePoint = character.codePointAt(0) ?? 0;
    const staysIn = belongsToTheOneBefore.test(character) && last?.font.font.hasGlyphForCodePoint(codePoint);
    const font = (staysIn ? last?.font : fontFor(writer, codePoint, others)) ?? writer._font;
    if (last?.font === font && last.level === level)
      runs.splice(-1, 1, { font, level, text: last.text + character });
    else runs.push({ font, level, text: character });
  }
  return runs.map((run) => (run.level % 2 === 1 ? { ...run, text: mirrored(run.text) } : run));
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Brackets open to the other side; what has no script of its own is turned around here, all else by the font. */
function mirrored(text: string): string {
  const characters = Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character);
  return (rightToLeft.test(text) ? characters : characters.reverse()).join('');
}

/** Rule L2 of UAX 9, for parts instead of characters. */
function inReadingOrder(runs: readonly TextRun[]): readonly TextRun[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? 0) >= level) end += 1;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}
