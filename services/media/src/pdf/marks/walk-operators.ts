import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { intersection, keepsAxes, mappedBox, multiply } from './geometry.ts';
import type { Box, Matrix } from './geometry.ts';
import type { GraphicsState } from './graphics-state.ts';
import type { PaintMark } from './page-drawing.ts';
import { pathRectangles } from './path-rectangles.ts';
import type { Rectangle } from './path-rectangles.ts';
import { showText, textOperators } from './show-text.ts';
import type { PageWalk } from './page-walk.ts';

type Operator = (walk: PageWalk, args: readonly unknown[]) => void;

/** What each operator of pdf.js does to a walk; others change nothing that is seen. */
export const operators: ReadonlyMap<number, Operator> = new Map<number, Operator>([
  [OPS.save, save],
  [OPS.restore, restore],
  [OPS.transform, (walk, args) => change(walk, { ctm: multiply(walk.state.ctm, toMatrix(args)) })],
  [OPS.setGState, setParameters],
  [OPS.setFillRGBColor, (walk, [colour]) => change(walk, { fill: toColour(colour) })],
  [OPS.setStrokeRGBColor, (walk, [colour]) => change(walk, { stroke: toColour(colour) })],
  [OPS.setFillColorN, (walk) => change(walk, { fill: null })],
  [OPS.setStrokeColorN, (walk) => change(walk, { stroke: null })],
  [OPS.setFillTransparent, (walk) => change(walk, { fill: null })],
  [OPS.setStrokeTransparent, (walk) => change(walk, { stroke: null })],
  [OPS.clip, (walk) => (walk.isClipping = true)],
  [OPS.eoClip, (walk) => (walk.isClipping = true)],
  [OPS.constructPath, constructPath],
  [
    OPS.shadingFill,
    (walk) => paint(walk, { kind: 'fill', box: walk.state.clip, isExact: false, colour: null }),
  ],
  [OPS.paintImageXObject, paintPicture],
  [OPS.paintInlineImageXObject, paintPicture],
  [OPS.paintImageMaskXObject, paintStencil],
  [OPS.paintSolidColorImageMask, (walk) => fillRectangle(walk, [0, 0, 1, 1])],
  [OPS.paintFormXObjectBegin, beginForm],
  [OPS.paintFormXObjectEnd, restore],
  [OPS.beginGroup, beginGroup],
  [OPS.endGroup, endGroup],
  [OPS.beginAnnotation, beginAnnotation],
  [OPS.endAnnotation, endAnnotation],
  [OPS.beginMarkedContent, (walk) => walk.layers.push(null)],
  [OPS.beginMarkedContentProps, (walk, [tag, group]) => walk.layers.push(hiddenLayer(walk, tag, group))],
  [OPS.endMarkedContent, (walk) => walk.layers.pop()],
  ...textOperators,
  [OPS.showText, showText],
]);

function change(walk: PageWalk, changed: Partial<GraphicsState>): void {
  walk.state = { ...walk.state, ...changed };
}

function save(walk: PageWalk): void {
  walk.saved.push(walk.state);
}

function restore(walk: PageWalk): void {
  walk.state = walk.saved.pop() ?? walk.state;
}

/** Entries of a graphics state parameter dictionary (ISO 32000-2 §8.4.5), as pdf.js gives them. */
function setParameters(walk: PageWalk, [entries]: readonly unknown[]): void {
  const given = entries as readonly (readonly [string, unknown])[];
  const count = given.length;
  for (const [key, value] of given) {
    if (key === 'ca') change(walk, { fillAlpha: Number(value) });
    if (key === 'CA') change(walk, { strokeAlpha: Number(value) });
    if (key === 'BM') change(walk, { isPlain: value === 'source-over' });
    // Alone, `false` is how pdf.js announces a picture that has a mask of its own.
    if (key === 'SMask') change(walk, { isMasked: value === true || count === 1 });
    if (key === 'Font') {
      const [font, size] = value as readonly [string, number];
      change(walk, { fontSize: size, ...walk.fontOf(font) });
    }
  }
}

const fillOperators: readonly unknown[] = [
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
];

function constructPath(walk: PageWalk, args: readonly unknown[]): void {
  const [operator, [path], around] = args as [number, [ArrayLike<number> | null], ArrayLike<number> | null];
  if (path !== null && around !== null) {
    const rectangles = pathRectangles(path);
    const bounds = toRectangle(around);
    if (fillOperators.includes(operator)) fillPath(walk, rectangles, bounds);
    if (walk.isClipping) clip(walk, bounds, rectangles?.length === 1);
  }
  walk.isClipping = false;
}

function fillPath(walk: PageWalk, rectangles: readonly Rectangle[] | null, bounds: Rectangle): void {
  if (rectangles !== null) for (const rectangle of rectangles) fillRectangle(walk, rectangle);
  else {
    const box = mappedBox(walk.state.ctm, bounds);
    paint(walk, { kind: 'fill', box, isExact: false, colour: walk.state.fill });
  }
}

function fillRectangle(walk: PageWalk, rectangle: Rectangle): void {
  const { ctm, fill } = walk.state;
  paint(walk, { kind: 'fill', box: mappedBox(ctm, rectangle), isExact: keepsAxes(ctm), colour: fill });
}

function paintPicture(walk: PageWalk, [, width, height]: readonly unknown[]): void {
  const { ctm } = walk.state;
  const pixels = typeof width === 'number' && typeof height === 'number' ? { width, height } : null;
  const box = mappedBox(ctm, [0, 0, 1, 1]);
  paint(walk, { kind: 'picture', box, isExact: keepsAxes(ctm), colour: null, pixels });
}

function paintStencil(walk: PageWalk): void {
  const box = mappedBox(walk.state.ctm, [0, 0, 1, 1]);
  paint(walk, { kind: 'stencil', box, isExact: false, colour: walk.state.fill });
}

type Painted = Pick<PaintMark, 'kind' | 'box' | 'isExact' | 'colour'> & Partial<Pick<PaintMark, 'pixels'>>;

function paint(walk: PageWalk, mark: Painted): void {
  const { state, isAnnotation } = walk;
  if (walk.maskDepth > 0 || walk.layers.some((layer) => layer !== null)) return;
  const alpha = state.fillAlpha * state.groupAlpha;
  const isKnown = mark.kind === 'picture' || mark.colour !== null;
  if (alpha <= 0.01) return;
  walk.addPaint({
    pixels: null,
    ...mark,
    order: walk.nextOrder(),
    box: intersection(mark.box, state.clip),
    isExact: mark.isExact && state.isClipExact,
    isOpaque: alpha >= 0.99 && state.isPlain && !state.isMasked && state.isGroupPlain && isKnown,
    isAnnotation,
  });
}

function clip(walk: PageWalk, bounds: Rectangle, isRectangle: boolean): void {
  const { ctm, clip: before, isClipExact } = walk.state;
  const after: Box = intersection(before, mappedBox(ctm, bounds));
  change(walk, { clip: after, isClipExact: isClipExact && isRectangle && keepsAxes(ctm) });
}

function beginForm(walk: PageWalk, [matrix, bounds]: readonly unknown[]): void {
  save(walk);
  if (isList(matrix)) change(walk, { ctm: multiply(walk.state.ctm, toMatrix(matrix)) });
  if (isList(bounds)) clip(walk, toRectangle(bounds), true);
}

function beginGroup(walk: PageWalk, [group]: readonly unknown[]): void {
  save(walk);
  // What makes up a soft mask is not drawn itself.
  if (walk.maskDepth > 0 || (group as { readonly smask?: unknown }).smask) walk.maskDepth += 1;
  const { groupAlpha, fillAlpha, isGroupPlain, isPlain, isMasked } = walk.state;
  change(walk, {
    groupAlpha: groupAlpha * fillAlpha,
    isGroupPlain: isGroupPlain && isPlain && !isMasked,
    fillAlpha: 1,
    strokeAlpha: 1,
    isPlain: true,
    isMasked: false,
  });
}

function endGroup(walk: PageWalk): void {
  walk.maskDepth = Math.max(0, walk.maskDepth - 1);
  restore(walk);
}

/** An annotation begins anew, with its rectangle for a clip and what maps its appearance there. */
function beginAnnotation(walk: PageWalk, [, bounds, ...matrices]: readonly unknown[]): void {
  walk.saved.length = 0;
  walk.layers.length = 0;
  walk.maskDepth = 0;
  walk.isAnnotation = true;
  walk.state = walk.initial;
  if (isList(bounds)) clip(walk, toRectangle(bounds), true);
  for (const matrix of matrices.slice(0, 2)) {
    if (isList(matrix)) change(walk, { ctm: multiply(walk.state.ctm, toMatrix(matrix)) });
  }
}

function endAnnotation(walk: PageWalk): void {
  walk.isAnnotation = false;
  walk.state = walk.initial;
}

function hiddenLayer(walk: PageWalk, tag: unknown, group: unknown): string | null {
  return tag === 'OC' && group !== null && group !== undefined ? walk.hiddenLayer(group) : null;
}

function toColour(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function isList(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || value instanceof Float32Array;
}

function toMatrix(values: unknown): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from(values as ArrayLike<number>, Number);
  return [a, b, c, d, e, f];
}

function toRectangle(values: ArrayLike<number>): Rectangle {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(values);
  return [x0, y0, x1, y1];
}
