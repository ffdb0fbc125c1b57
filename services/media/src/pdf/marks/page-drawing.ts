import type { Box } from './geometry.ts';

/** A character as a page draws it. */
export interface GlyphMark {
  /** Position in the order of drawing, which all glyphs and paints of a page share. */
  readonly order: number;
  readonly text: string;
  /** From the baseline to the height of small letters. */
  readonly box: Box;
  /** What it is filled and stroked with, as `#rrggbb`; null for patterns. Empty: it is not painted (render mode 3, or transparent). */
  readonly colours: readonly (string | null)[];
  /** Whether it lies outside of what is drawn at all where it is drawn. */
  readonly isClipped: boolean;
  /** The name of the layer that is off, to which it belongs; else null. */
  readonly hiddenLayer: string | null;
}

/** An area that a page fills, or a picture on it. */
export interface PaintMark {
  readonly order: number;
  readonly kind: 'fill' | 'picture' | 'stencil';
  readonly box: Box;
  /** Whether all of its box is painted. */
  readonly isExact: boolean;
  /** Whether nothing shows through. */
  readonly isOpaque: boolean;
  /** `#rrggbb`; null for pictures and patterns. */
  readonly colour: string | null;
  /** Of a picture, its own size in pixels; else null. */
  readonly pixels: { readonly width: number; readonly height: number } | null;
  /** Whether an annotation draws it, and not the page. */
  readonly isAnnotation: boolean;
}

/** What a page draws, in the order of drawing. */
export interface PageDrawing {
  /** Counted from 1. */
  readonly page: number;
  /** In points, as displayed. */
  readonly width: number;
  readonly height: number;
  readonly glyphs: readonly GlyphMark[];
  readonly paints: readonly PaintMark[];
  /** How many operators drew it, as a measure of the work. */
  readonly operators: number;
}
