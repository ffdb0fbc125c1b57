import type { Plane } from './read-planes.ts';

/** Grey levels by which paper differs from its most frequent level. */
const maxPaperDistance = 12;
const minPaperShare = 0.6;
/** A stroke has paper within this number of pixels on two sides. */
const strokeReach = 3;
const maxThickShare = 0.2;

/** Returns true for a page, such as a form, a scan or a screenshot of text: most of its area is one background, with thin strokes. */
export function isPage({ samples, width, height }: Plane): boolean {
  const paper = findPaper(samples);
  const isInk = (at: number): boolean => Math.abs((samples[at] ?? paper) - paper) > maxPaperDistance;
  let ink = 0;
  let thick = 0;
  for (let at = 0; at < samples.length; at += 1) {
    if (!isInk(at)) continue;
    ink += 1;
    const column = at % width;
    const row = (at - column) / width;
    const isAtEdge = Math.min(column, row, width - 1 - column, height - 1 - row) < strokeReach;
    if (isAtEdge) continue;
    const isWide = isInk(at - strokeReach) && isInk(at + strokeReach);
    const isHigh = isInk(at - strokeReach * width) && isInk(at + strokeReach * width);
    if (isWide && isHigh) thick += 1;
  }
  return ink <= (1 - minPaperShare) * samples.length && thick <= maxThickShare * ink;
}

/** Returns the most frequent level. */
function findPaper(samples: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of samples) counts[value] = (counts[value] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}
