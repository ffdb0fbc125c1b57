import type { PageDrawing } from '@assay/media/pdf/marks/page-drawing';
import { findHidden } from './find-hidden.ts';
import { joinHidden } from './hidden-areas.ts';
import type { HiddenArea } from './hidden-areas.ts';

/**
 * Text that one state of a page hides and another one shows: what shadow attacks prepare before signing (Mainka et al., NDSS 2021),
 * or what a later save covers.
 */
export function findTurned(hiding: PageDrawing, showing: PageDrawing): HiddenArea[] {
  const areas = listHiddenAreas(hiding);
  if (areas.length === 0) return [];
  // The image of a scan shows the words that text recognition laid over it.
  const unseen = findHidden(showing).filter(({ hiding: how }) => how !== 'recognised');
  const hidden = new Set(unseen.map(({ glyph }) => glyph));
  const seen = showing.glyphs.filter((glyph) => !hidden.has(glyph) && !glyph.isClipped);
  return areas.filter((area) => isAmong(seen, area));
}

/** The text that a page hides, without the words of text recognition. */
export function listHiddenAreas(drawing: PageDrawing): HiddenArea[] {
  return joinHidden(drawing).filter(({ hiding }) => hiding !== 'recognised');
}

function isAmong(seen: PageDrawing['glyphs'], { text, box }: HiddenArea): boolean {
  const within = seen.filter(
    ({ box: { left, right, top, bottom } }) =>
      right > box.left - 1 && left < box.right + 1 && bottom > box.top - 1 && top < box.bottom + 1,
  );
  return within
    .map((glyph) => glyph.text)
    .join('')
    .includes(text.replaceAll(' ', ''));
}
