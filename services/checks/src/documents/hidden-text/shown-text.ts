import { areaOf, intersection, union } from '@assay/media/pdf/marks/geometry';
import type { Box } from '@assay/media/pdf/marks/geometry';
import type { GlyphMark, PageDrawing, PaintMark } from '@assay/media/pdf/marks/page-drawing';
import type { Hiding } from './find-hidden.ts';
import { measureHeight, startsWord, wordGap } from './glyph-spacing.ts';

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
/** Shapes that are higher than so many times the text are a drawing. */
const maxOutlineHeight = 2;
const minOutlines = 2;
/** The shapes of outlines are together wider than this share of the hidden text. */
const outlinedShare = 0.4;

/** The drawing of a page that people see. */
export interface SeenDrawing extends Pick<PageDrawing, 'paints'> {
  readonly glyphs: readonly GlyphMark[];
}

/** Leaves out the characters of a page that are hidden, cut away or drawn in no colour. */
export function omitHidden(
  { glyphs, paints }: PageDrawing,
  hidden: readonly { readonly glyph: GlyphMark }[],
): SeenDrawing {
  const unseen = new Set(hidden.map(({ glyph }) => glyph));
  const isSeen = (glyph: GlyphMark): boolean =>
    !unseen.has(glyph) && !glyph.isClipped && glyph.colours.length > 0;
  return { glyphs: glyphs.filter(isSeen), paints };
}

/** Reads the text that a page shows where it hides another one. */
export function readShown({ glyphs: seen, paints }: SeenDrawing, place: HiddenPlace): ShownText {
  const none: ShownText = { before: place.text, after: '', hasOutlines: false };
  if (!['covered', 'same colour', 'invisible'].includes(place.hiding)) return none;
  const isOver = ({ order }: GlyphMark): boolean => place.cover === null || order > place.cover.order;
  const over = growWord(
    seen.filter((glyph) => isOver(glyph) && overlaps(glyph.box, place.box)),
    seen.filter(isOver),
  );
  if (over.length === 0) return { ...none, hasOutlines: hasOutlines(paints, place) };
  const beside = seen.filter((glyph) => !isOver(glyph) && isOnLine(glyph.box, place.box));
  const left = endOfWord(beside, place.box, 'left');
  const right = endOfWord(beside, place.box, 'right');
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
function joinGlyphs(glyphs: readonly GlyphMark[]): string {
  let text = '';
  let last: Box | undefined;
  for (const { text: sign, box } of glyphs) {
    text += last !== undefined && startsWord(last, box) ? ` ${sign}` : sign;
    last = box;
  }
  return text;
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
  return isOnLine(one, other) && gap < wordGap * measureHeight(one);
}

/** The characters that stand close to one end of a place, on its line. */
function endOfWord(glyphs: readonly GlyphMark[], place: Box, side: 'left' | 'right'): string {
  let text = '';
  let edge = place;
  for (;;) {
    const gapTo = ({ box }: GlyphMark): number =>
      side === 'left' ? edge.left - box.right : box.left - edge.right;
    const next = glyphs.find((glyph) => Math.abs(gapTo(glyph)) < wordGap * measureHeight(place));
    if (next === undefined || text.length > maxTextLength) return text;
    text = side === 'left' ? next.text + text : text + next.text;
    edge = next.box;
  }
}

function isOnLine(one: Box, other: Box): boolean {
  return Math.abs(one.bottom - other.bottom) < 0.3 * Math.max(measureHeight(one), measureHeight(other));
}

function overlaps(one: Box, other: Box): boolean {
  return areaOf(intersection(one, other)) > 0;
}

function hasOutlines(paints: readonly PaintMark[], { hiding, cover, box }: HiddenPlace): boolean {
  if (hiding !== 'covered' || cover === null) return false;
  const shapes = paints.filter(
    (paint) =>
      paint.kind === 'fill' && !paint.isExact && paint.order > cover.order && overlaps(paint.box, box),
  );
  const [first] = shapes;
  if (first === undefined || shapes.length < minOutlines) return false;
  if (shapes.some((shape) => measureHeight(shape.box) > maxOutlineHeight * measureHeight(box))) return false;
  const all = shapes.reduce((joined, shape) => union(joined, shape.box), first.box);
  const shared = intersection(all, box);
  return shared.right - shared.left > outlinedShare * (box.right - box.left);
}
