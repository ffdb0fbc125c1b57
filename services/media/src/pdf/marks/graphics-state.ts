import { identityMatrix } from './geometry.ts';
import type { Box, Matrix } from './geometry.ts';

/** What `q` saves and `Q` restores (ISO 32000-2 §8.4, §9.3), as far as it decides what is seen. */
export interface GraphicsState {
  readonly ctm: Matrix;
  readonly clip: Box;
  /** Whether the clip is the whole of its box. */
  readonly isClipExact: boolean;
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /** Whether what is painted replaces what lies beneath, as the blend mode Normal does. */
  readonly isPlain: boolean;
  readonly isMasked: boolean;
  /** Of the groups this is drawn in. */
  readonly groupAlpha: number;
  readonly isGroupPlain: boolean;
  readonly renderMode: number;
  readonly fontSize: number;
  /** From widths of glyphs to units of text. */
  readonly glyphScale: number;
  readonly isVertical: boolean;
  readonly charSpacing: number;
  readonly wordSpacing: number;
  readonly horizontalScale: number;
  readonly leading: number;
  readonly rise: number;
  readonly textMatrix: Matrix;
  readonly lineX: number;
  readonly lineY: number;
  readonly x: number;
}

/** The state at the beginning of a page; `base` maps its space to the page as displayed. */
export function initialState(base: Matrix, clip: Box): GraphicsState {
  return {
    ctm: base,
    clip,
    isClipExact: true,
    fill: '#000000',
    stroke: '#000000',
    fillAlpha: 1,
    strokeAlpha: 1,
    isPlain: true,
    isMasked: false,
    groupAlpha: 1,
    isGroupPlain: true,
    renderMode: 0,
    fontSize: 0,
    glyphScale: 0.001,
    isVertical: false,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    textMatrix: identityMatrix,
    lineX: 0,
    lineY: 0,
    x: 0,
  };
}
