import type { Keypoint } from './keypoints.ts';
import { vertexOf } from './keypoints.ts';
import type { Plane } from '../../planes/plane.ts';
import type { Octave } from './scale-space.ts';

export const descriptorLength = 128;

/** A keypoint with its dominant gradient direction in radians. */
export interface OrientedKeypoint extends Keypoint {
  readonly angle: number;
}

/** Row `i` of `descriptors`, `descriptorLength` long and of norm 1, describes `points[i]`. */
export interface DescribedKeypoints {
  readonly points: readonly OrientedKeypoint[];
  readonly descriptors: Float32Array;
}

const orientationBins = 36;
const secondPeak = 0.8;
const maxAngles = 2;
const cellsPerSide = 4;
const directionBins = 8;
const cellWidthInSigmas = 3;
const maxComponent = 0.2;
const fullTurn = 2 * Math.PI;
/** Every other pixel is enough: no level that is described here is blurred by less than two pixels. */
const sampleStep = 2;
/** The cells and one around them, which takes what falls outside and is dropped. */
const paddedSide = cellsPerSide + 2;

/** Gradient histograms of 4×4 cells and 8 directions around each keypoint (Lowe 2004, sections 5 and 6). */
export function describeKeypoints(
  octaves: readonly Octave[],
  keypoints: readonly Keypoint[],
): DescribedKeypoints {
  const points: OrientedKeypoint[] = [];
  const descriptors = new Float32Array(maxAngles * keypoints.length * descriptorLength);
  const padded = new Float32Array(paddedSide * paddedSide * directionBins);
  for (const [key, group] of groupByLevel(keypoints)) {
    const octave = octaves[key >> 8];
    const level = octave?.levels[key & 255];
    if (octave === undefined || level === undefined) continue;
    for (const keypoint of group) {
      const sigma = keypoint.sigma / octave.step;
      for (const angle of dominantAngles(level, keypoint, sigma)) {
        const first = points.length * descriptorLength;
        const point = { ...keypoint, angle };
        collectGradients(level, { point, sigma }, padded.fill(0));
        normaliseInto(descriptors.subarray(first, first + descriptorLength), padded);
        points.push(point);
      }
    }
  }
  return { points, descriptors: descriptors.subarray(0, points.length * descriptorLength) };
}

function groupByLevel(keypoints: readonly Keypoint[]): Map<number, Keypoint[]> {
  return Map.groupBy(keypoints, ({ octave, level }) => octave * 256 + level);
}

/** Direction of a vector in radians, 0..2π, within 0.0002; several times as fast as Math.atan2. */
function directionOf(dx: number, dy: number): number {
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const largest = Math.max(ax, ay);
  if (largest === 0) return 0;
  const slope = Math.min(ax, ay) / largest;
  const square = slope * slope;
  let angle = ((-0.0464964749 * square + 0.15931422) * square - 0.327622764) * square * slope + slope;
  if (ay > ax) angle = Math.PI / 2 - angle;
  if (dx < 0) angle = Math.PI - angle;
  return dy < 0 ? fullTurn - angle : angle;
}

function dominantAngles(level: Plane, point: Keypoint, sigma: number): number[] {
  const histogram = smoothCircular(smoothCircular(orientationHistogram(level, point, 1.5 * sigma)));
  let highest = 0;
  for (let bin = 0; bin < orientationBins; bin++) highest = Math.max(highest, histogram[bin] ?? 0);
  const angles: number[] = [];
  for (let bin = 0; bin < orientationBins && angles.length < maxAngles; bin++) {
    const before = histogram[(bin + orientationBins - 1) % orientationBins] ?? 0;
    const value = histogram[bin] ?? 0;
    const after = histogram[(bin + 1) % orientationBins] ?? 0;
    if (value < secondPeak * highest || value <= before || value < after) continue;
    angles.push(((bin + 0.5 + vertexOf(before, value, after)) / orientationBins) * fullTurn);
  }
  return angles;
}

function orientationHistogram(
  { width, height, values }: Plane,
  point: Keypoint,
  spread: number,
): Float32Array {
  const histogram = new Float32Array(orientationBins);
  const radius = Math.round(3 * spread);
  const column = Math.round(point.column);
  const row = Math.round(point.row);
  const fromX = Math.max(1, column - radius);
  const toX = Math.min(width - 2, column + radius);
  const fromY = Math.max(1, row - radius);
  const toY = Math.min(height - 2, row + radius);
  const falloff = -1 / (2 * spread * spread);
  for (let y = fromY; y <= toY; y++) {
    for (let x = fromX; x <= toX; x++) {
      const distance = (x - point.column) ** 2 + (y - point.row) ** 2;
      if (distance > radius * radius) continue;
      const at = y * width + x;
      const dx = (values[at + 1] ?? 0) - (values[at - 1] ?? 0);
      const dy = (values[at + width] ?? 0) - (values[at - width] ?? 0);
      const weight = Math.exp(distance * falloff) * Math.sqrt(dx * dx + dy * dy);
      const bin = Math.floor((directionOf(dx, dy) / fullTurn) * orientationBins) % orientationBins;
      histogram[bin] = (histogram[bin] ?? 0) + weight;
    }
  }
  return histogram;
}

function smoothCircular(from: Float32Array): Float32Array {
  const out = new Float32Array(from.length);
  for (let i = 0; i < from.length; i++) {
    const before = from[(i + from.length - 1) % from.length] ?? 0;
    out[i] = (before + (from[i] ?? 0) + (from[(i + 1) % from.length] ?? 0)) / 3;
  }
  return out;
}

interface Described {
  readonly point: OrientedKeypoint;
  /** In pixels of the level. */
  readonly sigma: number;
}

/** Adds every gradient around the keypoint to `padded`, the cells row by row with their directions. */
function collectGradients(
  { width, height, values }: Plane,
  { point, sigma }: Described,
  padded: Float32Array,
): void {
  const cell = cellWidthInSigmas * sigma;
  const radius = Math.ceil((cell * Math.SQRT2 * (cellsPerSide + 1)) / 2);
  const cosine = Math.cos(point.angle) / cell;
  const sine = Math.sin(point.angle) / cell;
  const column = Math.round(point.column);
  const row = Math.round(point.row);
  const toY = Math.min(height - 2, row + radius);
  const toX = Math.min(width - 2, column + radius);
  for (let y = Math.max(1, row - radius); y <= toY; y += sampleStep) {
    const dy = y - point.row;
    for (let x = Math.max(1, column - radius); x <= toX; x += sampleStep) {
      const dx = x - point.column;
      const u = dx * cosine + dy * sine;
      const v = dy * cosine - dx * sine;
      if (u <= -2.5 || u >= 2.5 || v <= -2.5 || v >= 2.5) continue;
      const at = y * width + x;
      const gx = (values[at + 1] ?? 0) - (values[at - 1] ?? 0);
      const gy = (values[at + width] ?? 0) - (values[at - width] ?? 0);
      const weight = Math.exp((u * u + v * v) / -8) * Math.sqrt(gx * gx + gy * gy);
      const turned = ((directionOf(gx, gy) - point.angle) / fullTurn + 1) * directionBins;
      spreadInto(padded, { u: u + 2.5, v: v + 2.5, turned, weight });
    }
  }
}

interface Gradient {
  /** Place in cells of the padded square. */
  readonly u: number;
  readonly v: number;
  /** Direction in bins, counted from the keypoint's. */
  readonly turned: number;
  readonly weight: number;
}

/** Trilinear: a sample counts for the two nearest cells per axis and the two nearest directions. */
function spreadInto(padded: Float32Array, { u, v, turned, weight }: Gradient): void {
  const column = Math.floor(u);
  const row = Math.floor(v);
  const bin = Math.floor(turned);
  const right = u - column;
  const down = v - row;
  const next = weight * (turned - bin);
  const near = weight - next;
  const nearBin = bin & (directionBins - 1);
  const nextBin = (bin + 1) & (directionBins - 1);
  for (let corner = 0; corner < 4; corner++) {
    const isRight = corner & 1;
    const isLower = corner >> 1;
    const part = (isRight === 1 ? right : 1 - right) * (isLower === 1 ? down : 1 - down);
    const cell = ((row + isLower) * paddedSide + column + isRight) * directionBins;
    padded[cell + nearBin] = (padded[cell + nearBin] ?? 0) + part * near;
    padded[cell + nextBin] = (padded[cell + nextBin] ?? 0) + part * next;
  }
}

/** The inner cells at norm 1, no component above `maxComponent` before the norm was taken again. */
function normaliseInto(out: Float32Array, padded: Float32Array): void {
  const rowLength = cellsPerSide * directionBins;
  for (let row = 0; row < cellsPerSide; row++) {
    const first = ((row + 1) * paddedSide + 1) * directionBins;
    out.set(padded.subarray(first, first + rowLength), row * rowLength);
  }
  toUnitLength(out);
  for (let i = 0; i < out.length; i++) out[i] = Math.min(out[i] ?? 0, maxComponent);
  toUnitLength(out);
}

function toUnitLength(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value ** 2;
  const factor = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * factor;
}
