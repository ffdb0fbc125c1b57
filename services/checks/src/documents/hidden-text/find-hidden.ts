import { areaOf, shareWithin, touches } from '@assay/media/pdf/marks/geometry';
import type { Box } from '@assay/media/pdf/marks/geometry';
import type { GlyphMark, PageDrawing, PaintMark } from '@assay/media/pdf/marks/page-drawing';

/** Why a character is not seen. `recognised` is innocent: words that text recognition lays invisibly over a scanned page. */
export type Hiding = 'covered' | 'same colour' | 'invisible' | 'layer' | 'outside' | 'recognised';

export interface HiddenGlyph {
  readonly glyph: GlyphMark;
  readonly hiding: Hiding;
  /** What covers it. */
  readonly cover: PaintMark | null;
  /** Whether the same character is seen at the same place: some programs draw text, paint over it, and draw it again. */
  readonly isShownAgain: boolean;
}

type Found = Omit<HiddenGlyph, 'isShownAgain'>;

/** Channels of a colour may differ by so much and still look the same. */
const sameWithin = 6;
/** Of the page; a picture as large is the page itself, and what lies under it are its words. */
const wholePage = 0.7;
/** A cover that takes a larger share of the page is its ground. */
const maxPatch = 0.5;
/** Of a character, to be covered. */
const coveredShare = 0.9;

/** The characters of a page that are not seen, in the order of drawing. */
export function findHidden(drawing: PageDrawing): HiddenGlyph[] {
  const page: Box = { left: 0, top: 0, right: drawing.width, bottom: drawing.height };
  const drawn = drawing.glyphs.filter(({ isClipped }) => !isClipped);
  const hidden = drawn.flatMap((glyph) => hidingOf(glyph, drawing, page));
  const unseen = new Set(hidden.map(({ glyph }) => glyph));
  const shown = byText(drawn.filter((glyph) => !unseen.has(glyph)));
  return hidden.map((one) => ({
    ...one,
    isShownAgain: isAmong(shown.get(one.glyph.text) ?? [], one.glyph),
  }));
}

function hidingOf(glyph: GlyphMark, { paints }: PageDrawing, page: Box): Found[] {
  const found = (hiding: Hiding, cover: PaintMark | null = null): Found[] => [{ glyph, hiding, cover }];
  if (glyph.hiddenLayer !== null) return found('layer');
  if (!touches(glyph.box, page)) return found('outside');
  const patch = findPatch(glyph, paints, page);
  if (patch !== undefined) return found('covered', patch);
  if (glyph.colours.length === 0)
    return found(paints.some((paint) => isPictureOf(paint, glyph.box)) ? 'recognised' : 'invisible');
  const cover = paints.find((paint) => isCover(paint, glyph));
  if (cover !== undefined) return found(isPagePicture(cover, page) ? 'recognised' : 'covered', cover);
  const ground = groundOf(glyph, paints);
  const isSame =
    ground !== null && glyph.colours.every((colour) => colour !== null && looksSame(colour, ground));
  return isSame ? found('same colour') : [];
}

/** An area that is painted over the image of a scanned page, and hides what text recognition read there. */
function findPatch(glyph: GlyphMark, paints: readonly PaintMark[], page: Box): PaintMark | undefined {
  const scan = paints.findLast((paint) => isPagePicture(paint, page));
  if (scan === undefined) return undefined;
  return paints.find(
    (paint) =>
      paint.kind === 'fill' &&
      paint.order > scan.order &&
      areaOf(paint.box) < maxPatch * areaOf(page) &&
      isCover(paint, glyph),
  );
}

function isPagePicture({ kind, box }: PaintMark, page: Box): boolean {
  return kind === 'picture' && areaOf(box) > wholePage * areaOf(page);
}

function isPictureOf({ kind, box }: PaintMark, text: Box): boolean {
  return kind !== 'fill' && touches(text, box);
}

function isCover(paint: PaintMark, { order, box }: GlyphMark): boolean {
  if (paint.order < order || !paint.isOpaque || !paint.isExact || !touches(box, paint.box)) return false;
  return shareWithin(box, paint.box) >= coveredShare;
}

/** The colour that a character stands on: of what was painted there last, or of paper. Null where it cannot be told. */
function groundOf({ order, box }: GlyphMark, paints: readonly PaintMark[]): string | null {
  const below = paints.findLast((paint) => paint.order < order && touches(box, paint.box));
  if (below === undefined) return '#ffffff';
  const isEven = below.isOpaque && below.isExact && shareWithin(box, below.box) > 0.99;
  return isEven ? below.colour : null;
}

function looksSame(one: string, other: string): boolean {
  return [1, 3, 5].every((at) => Math.abs(channel(one, at) - channel(other, at)) <= sameWithin);
}

function channel(colour: string, at: number): number {
  return Number.parseInt(colour.slice(at, at + 2), 16);
}

function byText(glyphs: readonly GlyphMark[]): ReadonlyMap<string, readonly GlyphMark[]> {
  return Map.groupBy(glyphs, ({ text }) => text);
}

function isAmong(shown: readonly GlyphMark[], { box }: GlyphMark): boolean {
  return shown.some((other) => touches(box, other.box) && shareWithin(box, other.box) > 0.5);
}
