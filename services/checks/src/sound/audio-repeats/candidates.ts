import type { Fingerprints } from './fingerprints.ts';

/** Two places whose prints agree, in hops. */
export interface Candidate {
  readonly first: number;
  readonly lag: number;
  readonly votes: number;
}

/** Parts of a print that are compared whole: one wrong bit elsewhere does not hide a match. */
const keys = [(print: number) => print >>> 12, (print: number) => print & 0xfffff] as const;
/** Prints met more often belong to steady sounds, which tell nothing. */
const maxOccurrences = 40;
const leastVotes = 3;
/** Hops in which the votes for one lag are counted together. */
const stretch = 64;

/** Votes by lag and stretch of the recording. */
type Ballot = Map<number, { count: number; readonly first: number }>;

/** Pairs of places with the most prints in common, at least `leastLag` hops apart; the most agreeing first. */
export function findCandidates(prints: Fingerprints, leastLag: number): Candidate[] {
  const ballot: Ballot = new Map();
  const stretches = Math.ceil(prints.length / stretch);
  for (const key of keys)
    for (const places of placesByKey(prints, key)) vote(ballot, places, { leastLag, stretches });
  return [...ballot]
    .map(([cell, { count, first }]) => ({ first, lag: Math.floor(cell / stretches), votes: count }))
    .filter((candidate) => candidate.votes >= leastVotes)
    .sort((one, other) => other.votes - one.votes || one.first - other.first || one.lag - other.lag);
}

/** Every pair of places with the same key is a vote for the lag between them. */
function vote(
  ballot: Ballot,
  places: Uint32Array,
  { leastLag, stretches }: { readonly leastLag: number; readonly stretches: number },
): void {
  places.forEach((first, index) => {
    for (const second of places.subarray(index + 1)) {
      if (second - first < leastLag) continue;
      const cell = (second - first) * stretches + Math.floor(first / stretch);
      const counted = ballot.get(cell);
      if (counted === undefined) ballot.set(cell, { count: 1, first });
      else counted.count++;
    }
  });
}

/** The places of every key that occurs more than once, in ascending order. */
function placesByKey(prints: Fingerprints, key: (print: number) => number): Uint32Array[] {
  const order = Uint32Array.from(prints.keys())
    .filter((place) => prints[place] !== 0)
    .sort((one, other) => key(prints[one] ?? 0) - key(prints[other] ?? 0) || one - other);
  const groups: Uint32Array[] = [];
  for (let from = 0; from < order.length;) {
    const wanted = key(prints[order[from] ?? 0] ?? 0);
    let to = from + 1;
    while (to < order.length && key(prints[order[to] ?? 0] ?? 0) === wanted) to++;
    if (to - from > 1 && to - from <= maxOccurrences) groups.push(order.subarray(from, to));
    from = to;
  }
  return groups;
}
