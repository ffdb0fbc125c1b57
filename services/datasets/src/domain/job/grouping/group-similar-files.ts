import type { SimilarFile } from '../../../cleaning/near-duplicates.ts';

/** Near-duplicates, as {@link groupSimilarFiles} finds them. */
export interface SimilarGroup {
  readonly keptPlace: number;
  /** All places, the kept one included, in order. */
  readonly places: readonly number[];
  /** The lowest score of the kept file with another one. */
  readonly score: number;
  /** False if the files are alike, but not confirmed as copies of each other: all of them stay. */
  readonly isConfirmed: boolean;
}

/** Returns the score of two files from 0 to 1; undefined if they are no duplicates. */
export type Compare = (a: number, b: number) => number | undefined;

export interface Grouping {
  /** The places of all files; those that are kept before others come first. */
  readonly order: readonly number[];
  readonly listSimilar: (place: number) => Iterable<SimilarFile>;
  /** Reads what {@link Compare} needs of the files at these places. */
  readonly load: (places: ReadonlySet<number>) => Promise<Compare>;
  /** Returns for each of the other files if its content is that of the kept one. */
  readonly confirm: (kept: number, others: readonly number[]) => Promise<readonly boolean[]>;
}

/** The files of this number of comparisons are in memory at the same time. */
const comparedAtOnce = 2_000;
/** A file that this number of comparisons rejected is compared no more: flat images may all have one hash. */
const maxRejections = 50;
const maxComparisons = 2_000_000;
/** Files that are confirmed at the same time. */
const confirmedAtOnce = 4;
/** A file that is alike so many others, without being their copy, is compared no more: forms and cameras make thousands of such files. */
const maxUnconfirmed = 12;
/** Comparisons of content take a second each. Files beyond this number of them stay. */
const maxConfirmations = 20_000;

/**
 * Groups files around those that stay: the first of all, then the next one that no group has. A file joins a group only if it is a
 * duplicate of the file that stays, so that a chain of slow changes is not removed as a whole. Files that have joined a group are not
 * compared again, so that many copies of one file cost one comparison each. Files that are alike without being copies form groups of
 * their own, which are not confirmed.
 */
export async function groupSimilarFiles({
  order,
  listSimilar,
  ...comparison
}: Grouping): Promise<readonly SimilarGroup[]> {
  const groups = createGroups();
  const waiting = createComparisons(groups, comparison);
  const rank = new Map(order.map((place, at) => [place, at]));
  for (const [at, kept] of order.entries()) {
    if (!groups.mayKeep(kept)) continue;
    for (const { place: other, score } of listSimilar(kept)) {
      if (!groups.mayKeep(kept)) break;
      // Files before this one were compared with it already.
      if ((rank.get(other) ?? -1) <= at || !groups.isOpen(kept, other)) continue;
      if (!(await waiting.add({ kept, other, score }))) break;
    }
  }
  await waiting.settle();
  return groups.list();
}

type Groups = ReturnType<typeof createGroups>;

function createGroups() {
  const members = new Map<number, Map<number, number>>();
  const alike = new Map<number, Map<number, number>>();
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
    addAlike(kept: number, other: number, score: number): void {
      alike.set(kept, (alike.get(kept) ?? new Map<number, number>()).set(other, score));
    },
    list: (): readonly SimilarGroup[] => [
      ...Array.from(members, ([kept, scores]) => buildGroup(kept, scores, true)),
      // Files that were removed as copies of other files are no longer alike anything.
      ...Array.from(alike).flatMap(([kept, scores]) => {
        const staying = new Map(Array.from(scores).filter(([other]) => mayKeep(other)));
        return mayKeep(kept) && staying.size > 0 ? [buildGroup(kept, staying, false)] : [];
      }),
    ],
  };
}

function buildGroup(
  keptPlace: number,
  scores: ReadonlyMap<number, number>,
  isConfirmed: boolean,
): SimilarGroup {
  const places = [keptPlace, ...scores.keys()].toSorted((a, b) => a - b);
  return { keptPlace, places, score: Math.min(...scores.values()), isConfirmed };
}

interface Comparison {
  readonly kept: number;
  readonly other: number;
  /** Undefined if the features have to be compared. */
  readonly score: number | undefined;
}

function createComparisons(groups: Groups, { load, confirm }: Pick<Grouping, 'load' | 'confirm'>) {
  let waiting: Comparison[] = [];
  let compared = 0;
  let rejections = 0;
  let waitingOfKept = 0;
  let lastKept = -1;
  const confirmAlike = createConfirmations(groups, confirm);
  const settle = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const unknown = waiting.filter(({ score }) => score === undefined);
    const places = new Set(unknown.flatMap(({ kept, other }) => [kept, other]));
    const compare = places.size === 0 ? undefined : await load(places);
    for (const [kept, pairs] of Map.groupBy(waiting, (pair) => pair.kept)) {
      const scored = pairs
        .filter(({ other }) => groups.isOpen(kept, other))
        .map(({ other, score }) => ({ other, score: score ?? compare?.(kept, other) }));
      const alike = scored.flatMap(({ other, score }) => (score === undefined ? [] : [{ other, score }]));
      if (kept === lastKept) rejections += scored.length - alike.length;
      if (!(await confirmAlike(kept, alike)) && kept === lastKept) rejections = maxRejections;
    }
    waiting = [];
    waitingOfKept = 0;
  };
  return {
    settle,
    /** Returns false if the file is to be compared no more. */
    async add(pair: Comparison): Promise<boolean> {
      if (pair.kept !== lastKept) [rejections, waitingOfKept, lastKept] = [0, 0, pair.kept];
      if (compared >= maxComparisons) return false;
      waiting.push(pair);
      waitingOfKept += 1;
      compared += 1;
      if (waiting.length >= comparedAtOnce || waitingOfKept >= maxRejections) await settle();
      return rejections < maxRejections;
    },
  };
}

interface AlikeFile {
  readonly other: number;
  readonly score: number;
}

function createConfirmations(groups: Groups, confirm: Grouping['confirm']) {
  let confirmations = 0;
  let unconfirmed = 0;
  let lastKept = -1;
  /** Returns false if the file is to be compared no more. */
  return async (kept: number, alike: readonly AlikeFile[]): Promise<boolean> => {
    if (kept !== lastKept) [unconfirmed, lastKept] = [0, kept];
    // A copy is closer than a file that is only alike.
    const closestFirst = alike.toSorted((a, b) => b.score - a.score);
    for (let start = 0; start < closestFirst.length; start += confirmedAtOnce) {
      const some = closestFirst.slice(start, start + confirmedAtOnce);
      const mayConfirm = unconfirmed < maxUnconfirmed && confirmations < maxConfirmations;
      const others = some.map(({ other }) => other);
      const found = mayConfirm ? await confirm(kept, others) : [];
      confirmations += found.length;
      for (const [at, { other, score }] of some.entries()) {
        if (found[at] === true) groups.join(kept, other, score);
        else groups.addAlike(kept, other, score);
      }
      unconfirmed += found.filter((isCopy) => !isCopy).length;
    }
    return unconfirmed < maxUnconfirmed;
  };
}
