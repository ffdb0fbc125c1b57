import type { Plane } from '../../planes/plane.ts';
import type { CoherentMatches } from '../matching/ransac.ts';
import { refineTransform, sampleCubic } from './registration.ts';
import type { Point, Transform } from '../matching/transform.ts';

const probeRadius = 6;
const minAgreement = 0.85;

/**
 * Registers each candidate to a fraction of a pixel and keeps those whose matched places agree, best first, judged by the
 * median correlation of the pixels around a keypoint and around its partner. Most look-alikes end here.
 */
export function shortlist(detail: Plane, candidates: readonly CoherentMatches[]): CoherentMatches[] {
  return candidates
    .map(({ transform, inliers, isLate }) => {
      const refined = { transform: refineTransform(detail, transform, inliers), inliers, isLate };
      return { refined, agreement: medianAgreement(detail, refined) };
    })
    .filter(({ agreement }) => agreement >= minAgreement)
    .toSorted((p, q) => q.agreement - p.agreement)
    .map(({ refined }) => refined);
}

function medianAgreement(detail: Plane, { transform, inliers }: CoherentMatches): number {
  const agreements = inliers
    .map(({ from }) => agreementAround(detail, transform, from))
    .toSorted((p, q) => p - q);
  return agreements[agreements.length >> 1] ?? 0;
}

function agreementAround(detail: Plane, transform: Transform, centre: Point): number {
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let y = Math.round(centre.y) - probeRadius; y <= centre.y + probeRadius; y++) {
    for (let x = Math.round(centre.x) - probeRadius; x <= centre.x + probeRadius; x++) {
      const here = detail.values[y * detail.width + x] ?? 0;
      const u = transform.a * x + transform.b * y + transform.tx;
      const v = transform.c * x + transform.d * y + transform.ty;
      const there = sampleCubic(detail, u, v);
      if (Number.isNaN(there)) continue;
      xx += here * here;
      yy += there * there;
      xy += here * there;
    }
  }
  return xx * yy === 0 ? 0 : xy / Math.sqrt(xx * yy);
}
