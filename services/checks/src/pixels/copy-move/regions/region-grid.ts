import type { Plane } from '../../planes/plane.ts';
import { sampleCubic } from './registration.ts';
import type { PointPair, Transform } from '../matching/transform.ts';
import type { Grid } from '../../planes/windows.ts';

/** A rectangle of working pixels, looked at every `step` pixels: `width*height` samples. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly step: number;
  readonly width: number;
  readonly height: number;
}

/** Two places of the picture and the way from one to the other. */
export interface RegisteredPair {
  readonly transform: Transform;
  readonly frame: Frame;
  /** 1 inside, one value per sample of the frame. */
  readonly mask: Uint8Array;
}

const minMargin = 90;
const maxSamples = 200_000;

/** The matched keypoints and enough around them for the region to grow and to have a ring. */
export function frameAround(inliers: readonly PointPair[], { width, height }: Plane): Frame {
  const xs = inliers.map(({ from }) => from.x);
  const ys = inliers.map(({ from }) => from.y);
  const minX = Math.min(...xs);
  const maxX = Math.max(...xs);
  const minY = Math.min(...ys);
  const maxY = Math.max(...ys);
  const margin = minMargin + 0.5 * Math.max(maxX - minX, maxY - minY);
  const left = Math.max(0, Math.floor(minX - margin));
  const top = Math.max(0, Math.floor(minY - margin));
  const right = Math.min(width, Math.ceil(maxX + margin));
  const bottom = Math.min(height, Math.ceil(maxY + margin));
  const step = Math.max(1, Math.ceil(Math.sqrt(((right - left) * (bottom - top)) / maxSamples)));
  return {
    left,
    top,
    step,
    width: Math.floor((right - left) / step),
    height: Math.floor((bottom - top) / step),
  };
}

export function sampleHere(plane: Plane, frame: Frame): Grid {
  const values = new Float32Array(frame.width * frame.height);
  for (let row = 0, at = 0; row < frame.height; row++) {
    const line = (frame.top + row * frame.step) * plane.width + frame.left;
    for (let column = 0; column < frame.width; column++, at++)
      values[at] = plane.values[line + column * frame.step] ?? 0;
  }
  return { width: frame.width, height: frame.height, values };
}

/** The same samples at the other place; NaN where that lies outside the picture. */
export function sampleThere(plane: Plane, frame: Frame, transform: Transform): Grid {
  const values = new Float32Array(frame.width * frame.height);
  for (let row = 0, at = 0; row < frame.height; row++) {
    const y = frame.top + row * frame.step;
    for (let column = 0; column < frame.width; column++, at++) {
      const x = frame.left + column * frame.step;
      const u = transform.a * x + transform.b * y + transform.tx;
      const v = transform.c * x + transform.d * y + transform.ty;
      values[at] = sampleCubic(plane, u, v);
    }
  }
  return { width: frame.width, height: frame.height, values };
}
