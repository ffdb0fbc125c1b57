import type { ImageChange, ImageLikeness } from '../../../cleaning/images/changed/image-change.ts';
import type { SimilarGroup } from './group-similar-files.ts';

/** Two images that show the same although one of them was changed. */
export interface ChangedGroup extends SimilarGroup {
  readonly change: ImageChange;
}

/** Returns how two files differ that show the same; undefined if they do not. */
type FindChange = (a: number, b: number) => ImageLikeness | undefined;

export interface ChangeSearch {
  /** The copies that were found before. */
  readonly copies: readonly SimilarGroup[];
  /** The places of all files, the better ones first. */
  readonly order: readonly number[];
  readonly candidates: Iterable<readonly [a: number, b: number]>;
  /** Reads the features of the files at these places. */
  readonly load: (places: ReadonlySet<number>) => Promise<FindChange>;
  /** True if changed copies are removed. */
  readonly isRemoving: boolean;
  /** Returns true if two files show the same but for a change. */
  readonly confirm: (a: number, b: number, change: ImageChange) => Promise<boolean>;
}

/** The files of this number of comparisons are in memory at the same time. */
const comparedAtOnce = 500;
/** Comparisons take some milliseconds each. Changed copies beyond this number of them are not found. */
const maxComparisons = 20_000;
/** Frames of one video or pages of one form are compared with that many others. */
const maxComparisonsPerFile = 64;

interface FoundChange {
  /** The better one of both. */
  readonly a: number;
  readonly b: number;
  readonly likeness: ImageLikeness & { readonly change: ImageChange };
}

/**
 * Finds the changed copies among the files that stay. If they are removed, the file that was changed goes, whichever is the better one: a
 * border makes an image larger. A file that another one was removed for stays, so that no chain of changes is removed as a whole.
 */
export async function groupChangedCopies(search: ChangeSearch): Promise<readonly ChangedGroup[]> {
  const { removed, needed } = listUsed(search.copies);
  const groups: ChangedGroup[] = [];
  const found = await findChanges(search, removed);
  const { choose, isChanged } = createChoice(found);
  // An image that is surely changed itself is no original. One change is surer than several.
  const rate = (pair: FoundChange): number =>
    (isChanged(choose(pair)) ? maxKinds : 0) + pair.likeness.change.kinds.length;
  for (const pair of found.toSorted((one, other) => rate(one) - rate(other))) {
    const { a, b, likeness } = pair;
    const { score, change } = likeness;
    const keptPlace = choose(pair);
    const other = keptPlace === a ? b : a;
    const places = [a, b].toSorted((one, another) => one - another);
    const mayRemove = search.isRemoving && change.changed !== undefined && !removed.has(keptPlace);
    const isOpen = mayRemove && !removed.has(other) && !needed.has(other);
    const isConfirmed = isOpen && (await search.confirm(a, b, change));
    if (isConfirmed) {
      removed.add(other);
      needed.add(keptPlace);
    }
    groups.push({ keptPlace, places, score, isConfirmed, change });
  }
  return groups;
}

/** More than the kinds of change that two images can differ in. */
const maxKinds = 10;

/** Chooses the file of a pair that was not changed. If both may be, it is the one that more others are changed copies of. */
function createChoice(found: readonly FoundChange[]) {
  const copies = new Map<number, number>();
  const changed = new Set<number>();
  const count = (place: number): number => copies.get(place) ?? 0;
  for (const { a, b, likeness } of found) {
    const { changed: side } = likeness.change;
    if (side === 'either' || side === undefined) continue;
    const original = side === 'first' ? b : a;
    copies.set(original, count(original) + 1);
    changed.add(original === a ? b : a);
  }
  return {
    isChanged: (place: number): boolean => changed.has(place),
    choose: ({ a, b, likeness: { change } }: FoundChange): number =>
      change.changed === 'first' || (change.changed === 'either' && count(b) > count(a)) ? b : a,
  };
}

/** Lists the copies that are removed, and the files that stay in their stead. */
function listUsed(copies: readonly SimilarGroup[]) {
  const confirmed = copies.filter(({ isConfirmed }) => isConfirmed);
  const needed = new Set(confirmed.map(({ keptPlace }) => keptPlace));
  const removed = new Set(confirmed.flatMap(({ places }) => places.filter((place) => !needed.has(place))));
  return { removed, needed };
}

async function findChanges(
  { order, candidates, load }: ChangeSearch,
  removed: ReadonlySet<number>,
): Promise<readonly FoundChange[]> {
  const staying = order.filter((place) => !removed.has(place));
  const rank = new Map(staying.map((place, at) => [place, at]));
  const comparisons = new Map<number, number>();
  const found: FoundChange[] = [];
  let waiting: [number, number][] = [];
  let compared = 0;
  const settle = async (): Promise<void> => {
    const findChange = await load(new Set(waiting.flat()));
    for (const [a, b] of waiting) {
      const { score, change } = findChange(a, b) ?? {};
      if (score !== undefined && change !== undefined) found.push({ a, b, likeness: { score, change } });
    }
    waiting = [];
  };
  const count = (place: number): number => comparisons.get(place) ?? 0;
  for (const [one, other] of candidates) {
    const first = rank.get(one);
    const second = rank.get(other);
    if (first === undefined || second === undefined) continue;
    if (Math.max(count(one), count(other)) >= maxComparisonsPerFile) continue;
    comparisons.set(one, count(one) + 1).set(other, count(other) + 1);
    waiting.push(first < second ? [one, other] : [other, one]);
    compared += 1;
    if (waiting.length >= comparedAtOnce) await settle();
    if (compared >= maxComparisons) break;
  }
  if (waiting.length > 0) await settle();
  return found.toSorted(
    (x, y) => (rank.get(x.a) ?? 0) - (rank.get(y.a) ?? 0) || y.likeness.score - x.likeness.score,
  );
}
