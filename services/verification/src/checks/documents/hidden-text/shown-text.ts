import { intersection, union } from '@assay/media/pdf/marks/geometry';
import type { Box } from '@assay/media/pdf/marks/geometry';
import type { GlyphMark, PageDrawing, PaintMark } from '@assay/media/pdf/marks/page-drawing';
import { findHidden } from './find-hidden.ts';
import type { Hiding } from './find-hidden.ts';

/** Hidden text, as far as it decides what stands in its place. */
export interface HiddenPlace {
  readonly hiding: Hiding;
  readonly text: string;
  readonly box: Box;
  readonly cover: PaintMark | null;
}

/** Text that is hidden, and the text in its place, each with the rest of its word. */
export interface ShownText {
  readonly before: string;
  /** Empty: none. */
  readonly after: string;
  /** True where shapes as high as the text stand in its place, as text does that is drawn as outlines. */
  readonly hasOutlines: boolean;
}

const maxTextLength = 120;
/** Of the height of a character: a smaller gap joins characters to a word. */
const wordGap = 0.25;
/** Shapes that are higher than so many times the text are a drawing. */
const maxOutlineHeight = 2;
const minOutlines = 2;
/** Of the width of the hidden text, to be taken by shapes. */
const outlinedShare = 0.4;

/** Reads the text that a page shows where it hides another one. */
export function readShown(drawing: PageDrawing, place: HiddenPlace): ShownText {
  const none: ShownText = { before: place.text, after: '', hasOutlines: false };
  if (!['covered', 'same colour', 'invisible'].includes(place.hiding)) return none;
  const hidden = new Set(findHidden(drawing).map(({ glyph }) => glyph));
  const seen = drawing.glyphs.filter(
    (glyph) => !hidden.has(glyph) && !glyph.isClipped && glyph.colours.length > 0,
  );
  const isOver = ({ order }: GlyphMark): boolean => place.cover === null || order > place.cover.order;
  const over = growWord(
    seen.filter((glyph) => isOver(glyph) && overlaps(glyph.box, place.box)),
    seen.filter(isOver),
  );
  if (over.length === 0) return { ...none, hasOutlines: hasOutlines(drawing, place) };
  const beside = seen.filter((glyph) => !isOver(glyph) && isOnLine(glyph.box, place.box));
  const [left, right] = [endOfWord(beside, place.box, 'left'), endOfWord(beside, place.box, 'right')];
  return {
    before: shorten(`${left}${place.text}${right}`),
    after: shorten(`${left}${joinGlyphs(over)}${right}`),
    hasOutlines: false,
  };
}

function shorten(text: string): string {
  return text.slice(0, maxTextLength);
}

/** Joins characters to text, in the order of reading, with a space where they stand apart. */
export function joinGlyphs(glyphs: readonly GlyphMark[]): string {
  let text = '';
  let last: Box | undefined;
  for (const { text: sign, box } of glyphs) {
    text += last !== undefined && isApart(last, box) ? ` ${sign}` : sign;
    last = box;
  }
  return text;
}

function isApart(last: Box, next: Box): boolean {
  const height = heightOf(last);
  return Math.abs(next.bottom - last.bottom) > height || Math.abs(next.left - last.right) > wordGap * height;
}

/** Adds the characters that stand close to these on their line, such as the first digit of a longer number. */
function growWord(found: readonly GlyphMark[], all: readonly GlyphMark[]): GlyphMark[] {
  const word = new Set(found);
  let size = -1;
  while (size !== word.size) {
    size = word.size;
    for (const glyph of all) {
      if (!word.has(glyph) && [...word].some(({ box }) => isNextTo(box, glyph.box))) word.add(glyph);
    }
  }
  return all.filter((glyph) => word.has(glyph));
}

function isNextTo(one: Box, other: Box): boolean {
  const gap = Math.max(one.left - other.right, other.left - one.right);
  return isOnLine(one, other) && gap < wordGap * heightOf(one);
}

/** The characters that stand close to one end of a place, on its line. */
function endOfWord(glyphs: readonly GlyphMark[], place: Box, side: 'left' | 'right'): string {
  let text = '';
  let edge = place;
  for (;;) {
    const gapTo = ({ box }: GlyphMark): number =>
      side === 'left' ? edge.left - box.right : box.left - edge.right;
    const next = glyphs.find((glyph) => Math.abs(gapTo(glyph)) < wordGap * heightOf(place));
    if (next === undefined || text.length > maxTextLength) return text;
    text = side === 'left' ? next.text + text : text + next.text;
    edge = next.box;
  }
}

function isOnLine(one: Box, other: Box): boolean {
  return Math.abs(one.bottom - other.bottom) < 0.3 * Math.max(heightOf(one), heightOf(other));
}

function overlaps(one: Box, other: Box): boolean {
  const shared = intersection(one, other);
  return shared.right > shared.left && shared.bottom > shared.top;
}

function heightOf({ top, bottom }: Box): number {
  return Math.max(0.1, bottom - top);
}

function hasOutlines({ paints }: PageDrawing, { hiding, cover, box }: HiddenPlace): boolean {
  if (hiding !== 'covered' || cover === null) return false;
  const shapes = paints.filter(
    (paint) =>
      paint.kind === 'fill' && !paint.isExact && paint.order > cover.order && overlaps(paint.box, box),
  );
  const [first] = shapes;
  if (first === undefined || shapes.length < minOutlines) return false;
  if (shapes.some((shape) => heightOf(shape.box) > maxOutlineHeight * heightOf(box))) return false;
  const all = shapes.reduce((joined, shape) => union(joined, shape.box), first.box);
  const shared = intersection(all, box);
  return shared.right - shared.left > outlinedShare * (box.right - box.left);
}
