import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { identityMatrix, mappedBox, multiply, shareWithin } from './geometry.ts';
import type { Matrix } from './geometry.ts';
import type { GraphicsState } from './graphics-state.ts';
import type { PageWalk } from './page-walk.ts';

type TextOperator = (walk: PageWalk, args: readonly unknown[]) => void;

const set =
  (changed: (value: number, state: GraphicsState) => Partial<GraphicsState>): TextOperator =>
  (walk, [value]) => {
    walk.state = { ...walk.state, ...changed(Number(value), walk.state) };
  };

/** Of the text state and of where text goes (ISO 32000-2 §9.3, §9.4). */
export const textOperators: readonly (readonly [number, TextOperator])[] = [
  [OPS.beginText, (walk) => startAt(walk, identityMatrix)],
  [OPS.setTextMatrix, (walk, [matrix]) => startAt(walk, toMatrix(matrix))],
  [OPS.setCharSpacing, set((charSpacing) => ({ charSpacing }))],
  [OPS.setWordSpacing, set((wordSpacing) => ({ wordSpacing }))],
  [OPS.setHScale, set((percent) => ({ horizontalScale: percent / 100 }))],
  [OPS.setLeading, set((leading) => ({ leading }))],
  [OPS.setTextRenderingMode, set((renderMode) => ({ renderMode }))],
  [OPS.setTextRise, set((rise) => ({ rise }))],
  [OPS.setFont, setFont],
  [OPS.moveText, move],
  [OPS.setLeadingMoveText, moveAndLead],
  [OPS.nextLine, (walk) => move(walk, [0, -walk.state.leading])],
];

function startAt(walk: PageWalk, textMatrix: Matrix): void {
  walk.state = { ...walk.state, textMatrix, x: 0, lineX: 0, lineY: 0 };
}

function setFont(walk: PageWalk, [name, size]: readonly unknown[]): void {
  walk.state = { ...walk.state, fontSize: Number(size), ...walk.fontOf(String(name)) };
}

function move(walk: PageWalk, [across, up]: readonly unknown[]): void {
  const lineX = walk.state.lineX + Number(across);
  walk.state = { ...walk.state, lineX, x: lineX, lineY: walk.state.lineY + Number(up) };
}

function moveAndLead(walk: PageWalk, args: readonly unknown[]): void {
  walk.state = { ...walk.state, leading: -Number(args[1]) };
  move(walk, args);
}

function toMatrix(value: unknown): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(value as ArrayLike<number>);
  return [a, b, c, d, e, f];
}

interface Glyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace: boolean;
}

/** Of the height of the font, about what small letters have. */
const inkHeight = 0.6;

/** Adds each glyph where it is drawn. Fonts written from top to bottom are left out. */
export function showText(walk: PageWalk, [glyphs]: readonly unknown[]): void {
  const { state } = walk;
  const { fontSize, horizontalScale, charSpacing, wordSpacing, glyphScale, rise, lineY } = state;
  const matrix = multiply(state.ctm, state.textMatrix);
  const colours = paintedColours(state);
  const hiddenLayer = walk.layers.find((layer) => layer !== null) ?? null;
  let { x } = state;
  for (const glyph of glyphs as readonly (number | Glyph | null)[]) {
    if (glyph === null) continue;
    if (typeof glyph === 'number') {
      x -= (glyph / 1000) * fontSize * horizontalScale;
      continue;
    }
    const width = glyph.width * glyphScale * fontSize * horizontalScale;
    if (walk.maskDepth === 0 && !state.isVertical && glyph.unicode.trim() !== '') {
      const y = lineY + rise;
      const box = mappedBox(matrix, [x, y, x + width, y + inkHeight * fontSize]);
      const isClipped = shareWithin(box, state.clip) === 0;
      walk.addGlyph({ order: walk.nextOrder(), text: glyph.unicode, box, colours, isClipped, hiddenLayer });
    }
    x += width + (charSpacing + (glyph.isSpace ? wordSpacing : 0)) * horizontalScale;
  }
  walk.state = { ...state, x };
}

/** Text render modes (ISO 32000-2 table 104): 3 and 7 paint nothing. */
function paintedColours(state: GraphicsState): readonly (string | null)[] {
  const mode = state.renderMode & 3;
  const fills = mode === 0 || mode === 2;
  const strokes = mode === 1 || mode === 2;
  const isSeen = (alpha: number): boolean => alpha * state.groupAlpha > 0.01;
  return [
    ...(fills && isSeen(state.fillAlpha) ? [state.fill] : []),
    ...(strokes && isSeen(state.strokeAlpha) ? [state.stroke] : []),
  ];
}
