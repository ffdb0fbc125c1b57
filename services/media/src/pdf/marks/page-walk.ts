import type { GraphicsState } from './graphics-state.ts';
import type { GlyphMark, PaintMark } from './page-drawing.ts';

/** Where the walk through the operators of a page stands, and what it has met. */
export interface PageWalk {
  state: GraphicsState;
  readonly initial: GraphicsState;
  readonly saved: GraphicsState[];
  /** Names of the layers that are off, of every marked content that is open; null for one that is shown. */
  readonly layers: (string | null)[];
  /** Groups within a soft mask. */
  maskDepth: number;
  /** Whether the next path becomes a clip. */
  isClipping: boolean;
  isAnnotation: boolean;
  nextOrder(): number;
  addGlyph(mark: GlyphMark): void;
  addPaint(mark: PaintMark): void;
  /** What of a font changes the state. */
  fontOf(name: string): Pick<GraphicsState, 'glyphScale' | 'isVertical'>;
  /** The name of the layer when it is off, else null. */
  hiddenLayer(group: unknown): string | null;
}
