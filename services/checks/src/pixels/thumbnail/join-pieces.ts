import { connectedPieces } from '../planes/windows.ts';

/** One place made of pieces that belong together. */
export interface JoinedPieces {
  /** 1 in the pieces. */
  readonly mask: Uint8Array;
  /** 1 within the convex hull of the pieces. */
  readonly outline: Uint8Array;
  readonly pieces: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far around its middle the outline of what was found reaches for further pieces, and pixels besides. */
const reach = 1.25;
const reachPixels = 4;
/** A piece smaller than this is noise, wherever it lies. */
const minPiecePixels = 6;

/**
 * Takes the largest piece and every piece that touches its convex hull, a little enlarged, and so on until none is added: a
 * pasted object falls apart where it happens to resemble what it covers.
 */
export function joinPieces(differing: Uint8Array, width: number): JoinedPieces {
  const { labels, sizes } = connectedPieces(differing, width);
  const largest = sizes.indexOf(Math.max(...sizes));
  const mask = new Uint8Array(differing.length);
  if (largest <= 0) return { mask, outline: mask, pieces: 0 };
  const chosen = new Set([largest]);
  let hull = hullOf(labels, width, chosen);
  for (let before = 0; before < chosen.size;) {
    before = chosen.size;
    const around = enlarged(hull);
    labels.forEach((label, i) => {
      if (label === 0 || chosen.has(label) || (sizes[label] ?? 0) < minPiecePixels) return;
      if (isInside(around, { x: i % width, y: Math.floor(i / width) })) chosen.add(label);
    });
    if (chosen.size > before) hull = hullOf(labels, width, chosen);
  }
  const outline = new Uint8Array(differing.length);
  labels.forEach((label, i) => {
    if (chosen.has(label)) mask[i] = 1;
    if (mask[i] === 1 || isInside(hull, { x: i % width, y: Math.floor(i / width) })) outline[i] = 1;
  });
  return { mask, outline, pieces: chosen.size };
}

/** Convex hull by Andrew's monotone chain, counter-clockwise in image coordinates. */
function hullOf(labels: Int32Array, width: number, chosen: ReadonlySet<number>): Point[] {
  const points: Point[] = [];
  labels.forEach((label, i) => {
    if (chosen.has(label)) points.push({ x: i % width, y: Math.floor(i / width) });
  });
  points.sort((one, other) => one.x - other.x || one.y - other.y);
  return [...halfHull(points), ...halfHull(points.toReversed())];
}

function halfHull(points: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const point of points) {
    while (chain.length >= 2 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
    chain.push(point);
  }
  return chain.slice(0, -1);
}

function turn(from: Point | undefined, over: Point | undefined, to: Point): number {
  if (from === undefined || over === undefined) return 0;
  return (over.x - from.x) * (to.y - from.y) - (over.y - from.y) * (to.x - from.x);
}

function enlarged(hull: readonly Point[]): Point[] {
  const middle = {
    x: hull.reduce((sum, { x }) => sum + x, 0) / Math.max(1, hull.length),
    y: hull.reduce((sum, { y }) => sum + y, 0) / Math.max(1, hull.length),
  };
  return hull.map(({ x, y }) => {
    const dx = x - middle.x;
    const dy = y - middle.y;
    const distance = Math.hypot(dx, dy);
    const factor = distance === 0 ? 1 : Math.max(reach, 1 + reachPixels / distance);
    return { x: middle.x + dx * factor, y: middle.y + dy * factor };
  });
}

function isInside(hull: readonly Point[], point: Point): boolean {
  return hull.length >= 3 && hull.every((from, i) => turn(from, hull[(i + 1) % hull.length], point) >= 0);
}
