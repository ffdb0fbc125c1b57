import { union } from '@assay/media/pdf/marks/geometry';
import type { Box } from '@assay/media/pdf/marks/geometry';
import type { PageDrawing, PaintMark } from '@assay/media/pdf/marks/page-drawing';
import { findHidden } from './find-hidden.ts';
import type { HiddenGlyph, Hiding } from './find-hidden.ts';
import { measureHeight, startsWord } from './glyph-spacing.ts';
import { omitHidden, readShown } from './shown-text.ts';
import type { SeenDrawing } from './shown-text.ts';
import { findTextKind, saysOther } from './text-kind.ts';

/** Hidden text that stands together. */
export interface HiddenArea {
  readonly page: number;
  readonly hiding: Hiding;
  readonly text: string;
  readonly box: Box;
  readonly cover: PaintMark | null;
  /** Of the layer that is off. */
  readonly layer: string | null;
  /** The text that is shown in its place; empty: none. */
  readonly shownInstead: string;
  /** The hidden text with the rest of its word, where a part of a word is hidden. */
  readonly wholeText: string;
  readonly hasOutlines: boolean;
}

/** An area as it grows; it is no hidden one where all of it is shown again. */
type OpenArea = HiddenArea & Pick<HiddenGlyph, 'isShownAgain'>;

const maxTextLength = 120;
/** Letters and digits, below which an area is a mark and no text. */
const leastLetters = 2;

/** Finds the hidden characters of a page, and joins those that follow each other, are hidden in the same way, and stand near each other. */
export function joinHidden(drawing: PageDrawing): HiddenArea[] {
  const hidden = findHidden(drawing);
  const areas: OpenArea[] = [];
  let last: HiddenGlyph | undefined;
  for (const one of hidden) {
    const open = areas.at(-1);
    if (open !== undefined && last !== undefined && belongs(one, last))
      areas[areas.length - 1] = extended(open, one, last);
    else areas.push(areaOf(drawing.page, one));
    last = one;
  }
  const seen = omitHidden(drawing, hidden);
  return areas.flatMap((area) => describeArea(seen, area));
}

/**
 * Reads what is shown in the place of an area. What is shown again is not hidden, but where other digits stand before it; a single letter
 * is text where another one is shown in its place.
 */
function describeArea(seen: SeenDrawing, { isShownAgain, ...area }: OpenArea): HiddenArea[] {
  const letters = area.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters === 0) return [];
  const { before, after, hasOutlines } = readShown(seen, area);
  if (isShownAgain && !(findTextKind(before) === 'number' && saysOther(before, after))) return [];
  if (letters < leastLetters && after === '') return [];
  return [{ ...area, wholeText: before, shownInstead: after, hasOutlines }];
}

function areaOf(page: number, { glyph, hiding, cover, isShownAgain }: HiddenGlyph): OpenArea {
  const { text, box, hiddenLayer: layer } = glyph;
  return {
    page,
    hiding,
    text,
    box,
    cover,
    layer,
    shownInstead: '',
    wholeText: text,
    hasOutlines: false,
    isShownAgain,
  };
}

function belongs(one: HiddenGlyph, last: HiddenGlyph): boolean {
  if (one.hiding !== last.hiding || one.cover !== last.cover) return false;
  if (one.glyph.hiddenLayer !== last.glyph.hiddenLayer) return false;
  const height = measureHeight(last.glyph.box);
  return Math.abs(one.glyph.box.bottom - last.glyph.box.bottom) < 4 * height;
}

function extended(area: OpenArea, { glyph, isShownAgain }: HiddenGlyph, last: HiddenGlyph): OpenArea {
  const text = `${area.text}${startsWord(last.glyph.box, glyph.box) ? ' ' : ''}${glyph.text}`;
  return {
    ...area,
    text: text.slice(0, maxTextLength),
    box: union(area.box, glyph.box),
    isShownAgain: area.isShownAgain && isShownAgain,
  };
}
