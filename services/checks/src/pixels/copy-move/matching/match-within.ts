import type { DescribedKeypoints, OrientedKeypoint } from '../features/descriptors.ts';
import { descriptorLength } from '../features/descriptors.ts';
import { candidatesPerKeypoint, nearestBySketch } from './sketch-neighbours.ts';

/** Two places of the picture whose descriptors agree. */
export interface Match {
  readonly from: OrientedKeypoint;
  readonly to: OrientedKeypoint;
  /** Euclidean distance of the unit descriptors. */
  readonly distance: number;
}

export interface MatchingLimits {
  /** Working pixels; nearer keypoints describe the same place. */
  readonly minDisplacement: number;
  readonly maxDistance: number;
  /** g2NN ratio (Amerini 2011, section III-B). */
  readonly ratio: number;
}

interface Candidate {
  readonly index: number;
  readonly distance: number;
}

/**
 * Matches the keypoints of a picture among themselves by generalised 2-nearest-neighbours (Amerini et al., IEEE TIFS
 * 2011). Nearest neighbours are sought among 128-bit random-projection sketches and then measured exactly.
 */
export function matchWithin(described: DescribedKeypoints, limits: MatchingLimits): Match[] {
  const { points } = described;
  const nearest = nearestBySketch(described, limits.minDisplacement);
  const pairs = new Map<number, Match>();
  points.forEach((from, index) => {
    for (const { index: other, distance } of acceptGeneralised(
      exactDistances(described, index, nearest),
      limits,
    )) {
      const to = points[other];
      if (to === undefined) continue;
      const key = Math.min(index, other) * points.length + Math.max(index, other);
      if (!pairs.has(key)) pairs.set(key, { from, to, distance });
    }
  });
  return [...pairs.values()];
}

/** Keeps candidates while each is clearly nearer than the next one. */
function acceptGeneralised(candidates: readonly Candidate[], limits: MatchingLimits): readonly Candidate[] {
  let accepted = 0;
  for (let k = 0; k + 1 < candidates.length; k++) {
    const here = candidates[k]?.distance ?? Infinity;
    const next = candidates[k + 1]?.distance ?? Infinity;
    if (here > limits.maxDistance) break;
    if (here < limits.ratio * next) accepted = k + 1;
  }
  return candidates.slice(0, accepted);
}

function exactDistances(
  { descriptors }: DescribedKeypoints,
  index: number,
  nearest: Int32Array,
): Candidate[] {
  const candidates: Candidate[] = [];
  for (let k = 0; k < candidatesPerKeypoint; k++) {
    const other = nearest[index * candidatesPerKeypoint + k] ?? -1;
    if (other < 0) continue;
    let product = 0;
    for (let i = 0; i < descriptorLength; i++) {
      product +=
        (descriptors[index * descriptorLength + i] ?? 0) * (descriptors[other * descriptorLength + i] ?? 0);
    }
    candidates.push({ index: other, distance: Math.sqrt(Math.max(0, 2 - 2 * product)) });
  }
  return candidates.toSorted((a, b) => a.distance - b.distance || a.index - b.index);
}
