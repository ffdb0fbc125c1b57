import type { SimilarFile } from '../../cleaning/near-duplicates.ts';

/** Near-duplicates, as {@link groupSimilarFiles} finds them. */
export interface SimilarGroup {
  readonly keptPlace: number;
  /** All places, the kept one included, in order. */
  readonly places: readonly number[];
  /** The lowest score of the kept file with another one. */
  readonly score: number;
}

/** Returns the score of two files from 0 to 1; undefined if they are no duplicates. */
export type Compare = (a: number, b: number) => number | undefined;

export interface Grouping {
  /** The places of all files; those that are kept before others come first. */
  readonly order: readonly number[];
  readonly listSimilar: (place: number) => Iterable<SimilarFile>;
  /** Reads what {@link Compare} needs of the files at these places. */
  readonly load: (places: ReadonlySet<number>) => Promise<Compare>;
}

/** The files of this number of comparisons are in memory at the same time. */
const comparedAtOnce = 2_000;
/** A file that this number of comparisons rejected is compared no more: flat images may all have one hash. */
const maxRejections = 50;
const maxComparisons = 2_000_000;

/**
 * Groups files around those that stay: the first of all, then the next one that no group has. A file joins a group only if it is a
 * duplicate of the file that stays, so that a chain of slow changes is not removed as a whole. Files that have joined a group are not
 * compared again, so that many copies of one file cost one comparison each.
 */
export async function groupSimilarFiles({
  order,
  listSimilar,
  load,
}: Grouping): Promise<readonly SimilarGroup[]> {
  const groups = createGroups();
  const waiting = createComparisons(groups, load);
  const rank = new Map(order.map((place, at) => [place, at]));
  for (const [at, kept] of order.entries()) {
    if (!groups.mayKeep(kept)) continue;
    for (const { place: other, score } of listSimilar(kept)) {
      if (!groups.mayKeep(kept)) break;
      // Files before this one were compared with it already.
      if ((rank.get(other) ?? -1) <= at || !groups.isOpen(kept, other)) continue;
      if (score !== undefined) groups.join(kept, other, score);
      else if (!(await waiting.add(kept, other))) break;
    }
  }
  await waiting.settle();
  return groups.list();
}

type Groups = ReturnType<typeof createGroups>;

function createGroups() {
  const members = new Map<number, Map<number, number>>();
  const taken = new Set<number>();
  /** Returns true unless the file has joined the group of another one. */
  const mayKeep = (kept: number): boolean => members.has(kept) || !taken.has(kept);
  return {
    mayKeep,
    /** Returns true if `other` may join the group of `kept`. */
    isOpen: (kept: number, other: number): boolean => !taken.has(other) && mayKeep(kept),
    join(kept: number, other: number, score: number): void {
      const own = members.get(kept) ?? new Map<number, number>();
      members.set(kept, own.set(other, score));
      taken.add(kept).add(other);
    },
    list: (): readonly SimilarGroup[] =>
      Array.from(members, ([keptPlace, scores]) => ({
        keptPlace,
        places: [keptPlace, ...scores.keys()].toSorted((a, b) => a - b),
        score: Math.min(...scores.values()),
      })),
  };
}

function createComparisons(groups: Groups, load: Grouping['load']) {
  let waiting: (readonly [kept: number, other: number])[] = [];
  let [compared, rejections, waitingOfKept, lastKept] = [0, 0, 0, -1];
  const settle = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const compare = await load(new Set(waiting.flat()));
    for (const [kept, other] of waiting) {
      if (!groups.isOpen(kept, other)) continue;
      const score = compare(kept, other);
      if (score !== undefined) groups.join(kept, other, score);
      else if (kept === lastKept) rejections += 1;
    }
    waiting = [];
    waitingOfKept = 0;
  };
  return {
    settle,
    /** Returns false if the file is to be compared no more. */
    async add(kept: number, other: number): Promise<boolean> {
      if (kept !== lastKept) [rejections, waitingOfKept, lastKept] = [0, 0, kept];
      if (compared >= maxComparisons) return false;
      waiting.push([kept, other]);
      waitingOfKept += 1;
      compared += 1;
      if (waiting.length >= comparedAtOnce || waitingOfKept >= maxRejections) await settle();
      return rejections < maxRejections;
    },
  };
}
