import type { OrientedKeypoint } from '../features/descriptors.ts';
import type { Match } from './match-within.ts';

/**
 * Matches that no model explains yet, within one picture in both directions, heaviest first; entry `i` of every array belongs to one of
 * them. Columns instead of objects: the search for models passes over them some hundred thousand times.
 */
export interface OpenMatches {
  readonly count: number;
  readonly fromX: Float64Array;
  readonly fromY: Float64Array;
  readonly toX: Float64Array;
  readonly toY: Float64Array;
  /** log2 of the ratio of scales. */
  readonly zoom: Float64Array;
  /** Radians. */
  readonly turn: Float64Array;
  readonly weight: Float64Array;
  /** Sum of the weights from `i` on. */
  readonly weightFrom: Float64Array;
  /** The match behind it, shared by its two directions. */
  readonly match: Int32Array;
}

interface DirectedMatch {
  readonly from: OrientedKeypoint;
  readonly to: OrientedKeypoint;
  readonly weight: number;
  readonly match: number;
}

const distanceScale = 0.25;

/**
 * A detail that has many look-alikes, such as a mesh of a fence, weighs little. Within one picture either place may be the copy;
 * between two, `isOneWay`, a match leads from the first to the second alone.
 */
export function openMatches(matches: readonly Match[], isOneWay: boolean): OpenMatches {
  const uses = new Map<OrientedKeypoint, number>();
  for (const { from, to } of matches) {
    uses.set(from, (uses.get(from) ?? 0) + 1);
    uses.set(to, (uses.get(to) ?? 0) + 1);
  }
  const directed = matches.flatMap(({ from, to, distance }, match): DirectedMatch[] => {
    const likeness = Math.exp(-((distance / distanceScale) ** 2));
    const weight = likeness / ((uses.get(from) ?? 1) * (uses.get(to) ?? 1));
    const forth = { from, to, weight, match };
    return isOneWay ? [forth] : [forth, { from: to, to: from, weight, match }];
  });
  return inColumns(directed.toSorted((p, q) => q.weight - p.weight));
}

function inColumns(directed: readonly DirectedMatch[]): OpenMatches {
  const weight = Float64Array.from(directed, (one) => one.weight);
  return {
    count: directed.length,
    fromX: Float64Array.from(directed, ({ from }) => from.x),
    fromY: Float64Array.from(directed, ({ from }) => from.y),
    toX: Float64Array.from(directed, ({ to }) => to.x),
    toY: Float64Array.from(directed, ({ to }) => to.y),
    zoom: Float64Array.from(directed, ({ from, to }) => Math.log2(to.sigma / from.sigma)),
    turn: Float64Array.from(directed, ({ from, to }) => to.angle - from.angle),
    weight,
    weightFrom: sumsFrom(weight),
    match: Int32Array.from(directed, ({ match }) => match),
  };
}

function sumsFrom(weight: Float64Array): Float64Array {
  const sums = new Float64Array(weight.length + 1);
  for (let i = weight.length - 1; i >= 0; i--) sums[i] = (sums[i + 1] ?? 0) + (weight[i] ?? 0);
  return sums;
}

/** Without the matches of these entries, in either direction. */
export function without(open: OpenMatches, entries: readonly number[]): OpenMatches {
  const used = new Set(entries.map((entry) => open.match[entry]));
  const kept = [...open.match.keys()].filter((entry) => !used.has(open.match[entry]));
  const pick = (column: Float64Array): Float64Array => Float64Array.from(kept, (entry) => column[entry] ?? 0);
  const weight = pick(open.weight);
  return {
    count: kept.length,
    fromX: pick(open.fromX),
    fromY: pick(open.fromY),
    toX: pick(open.toX),
    toY: pick(open.toY),
    zoom: pick(open.zoom),
    turn: pick(open.turn),
    weight,
    weightFrom: sumsFrom(weight),
    match: Int32Array.from(kept, (entry) => open.match[entry] ?? -1),
  };
}
