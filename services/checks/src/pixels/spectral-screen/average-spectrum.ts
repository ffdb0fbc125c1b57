import type { Plane } from '../planes/plane.ts';
import { hannWindow } from '../../fourier/line-tables.ts';
import type { SearchedPart } from '../../search/searched-part.ts';
import { transformPlane } from '../../fourier/plane-transform.ts';

/** Side of a tile, in pixels; also the number of frequencies per axis. */
export const tileSide = 256;
const maxTilesPerAxis = 4;
/** Tiles of less residue than this are flat: clipped sky, or drawn. */
const leastPower = 1e-3;

/** Mean power of each frequency, `tileSide` squared, row by row, 0 in the first place; the constant part has been taken out. */
export interface Spectrum {
  readonly power: Float32Array;
  readonly tiles: number;
  /** The tiles of the image, and those of them that were transformed. */
  readonly searched: SearchedPart;
}

/**
 * The power spectrum of what is left of a picture without its shapes: each tile of it, spread over the picture, minus the mean of the
 * neighbours of each pixel, weighs the same (Marra et al., Do GANs leave artificial fingerprints?, 2019; Frank et al., Leveraging
 * Frequency Analysis for Deep Fake Image Recognition, 2020). Null where the picture is smaller than a tile, or flat.
 */
export function averageSpectrum(plane: Plane, signal: AbortSignal): Spectrum | null {
  const power = new Float32Array(tileSide * tileSide);
  let tiles = 0;
  for (const y of placesAlong(plane.height)) {
    for (const x of placesAlong(plane.width)) {
      signal.throwIfAborted();
      const residue = residueAt(plane, x, y);
      const level = residue.reduce((sum, value) => sum + value * value, 0) / residue.length;
      if (level < leastPower) continue;
      addPower(residue, power, 1 / level);
      tiles += 1;
    }
  }
  const searched = countTiles(plane);
  return tiles === 0 ? null : { power: power.map((value) => value / tiles), tiles, searched };
}

function countTiles({ width, height }: Plane): SearchedPart {
  const along = (length: number): number => Math.floor((length - 2) / tileSide);
  const most = (length: number): number => Math.min(maxTilesPerAxis, along(length));
  return {
    unit: 'tile',
    total: along(width) * along(height),
    searched: most(width) * most(height),
    why: 'limit',
  };
}

const hann = hannWindow(tileSide);

/** Adds the power spectrum of a tile under a window, times `weight`. */
function addPower(tile: Float32Array, power: Float32Array, weight: number): void {
  const windowed = tile.map(
    (value, at) => value * (hann[at % tileSide] ?? 0) * (hann[Math.floor(at / tileSide)] ?? 0),
  );
  const size = { width: tileSide, height: tileSide };
  const spectrum = transformPlane({ ...size, real: windowed, imaginary: new Float32Array(tile.length) });
  // Its axes are exchanged.
  for (let y = 0, at = 0; y < tileSide; y++) {
    for (let x = 0, turned = y; x < tileSide; x++, at++, turned += tileSide) {
      const re = spectrum.real[turned] ?? 0;
      const im = spectrum.imaginary[turned] ?? 0;
      power[at] = (power[at] ?? 0) + weight * (re * re + im * im);
    }
  }
}

/** Where tiles begin; a border of one pixel has no neighbours. */
function placesAlong(length: number): number[] {
  const room = length - 2 - tileSide;
  if (room < 0) return [];
  const count = Math.min(maxTilesPerAxis, 1 + Math.floor(room / tileSide));
  return Array.from({ length: count }, (_, index) =>
    Math.round(1 + (count === 1 ? room / 2 : (index * room) / (count - 1))),
  );
}

/** Each pixel minus the mean of the four beside it. */
function residueAt({ values, width }: Plane, left: number, top: number): Float32Array {
  const residue = new Float32Array(tileSide * tileSide);
  for (let y = 0; y < tileSide; y++) {
    for (let x = 0, at = (top + y) * width + left; x < tileSide; x++, at++) {
      const around =
        (values[at - 1] ?? 0) + (values[at + 1] ?? 0) + (values[at - width] ?? 0) + (values[at + width] ?? 0);
      residue[y * tileSide + x] = (values[at] ?? 0) - around / 4;
    }
  }
  return residue;
}
