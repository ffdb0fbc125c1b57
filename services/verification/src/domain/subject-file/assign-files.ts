import type { RequiredFile } from '../pipeline/pipeline.ts';

interface TypedFile {
  readonly mimeType: string;
}

/** Which file each place of an entry takes; the first `minCount` places of an entry must be taken. */
interface Place {
  readonly entry: number;
  readonly mustBeTaken: boolean;
}

/**
 * Gives each file to the entry of `requiredFiles` it stands for, by its type, so that every entry has at least `minCount` and at
 * most `maxCount` files: a maximum bipartite matching (Kuhn 1955), first of the places that must be taken, then of the files
 * that are left, which lets no place go that was taken.
 * @returns the entry of each file, in the order of the files, or undefined when there is no such assignment
 */
export function assignFiles(
  entries: readonly RequiredFile[],
  files: readonly TypedFile[],
): readonly RequiredFile[] | undefined {
  const places = placesOf(entries, files.length);
  const fits = (file: number, place: number): boolean => {
    const entry = entries[places[place]?.entry ?? -1];
    return entry?.mimeTypes.includes(files[file]?.mimeType ?? '') ?? false;
  };
  const taken = matchPlaces(places, files.length, fits);
  return taken && files.flatMap((_file, index) => entries[places[taken[index] ?? -1]?.entry ?? -1] ?? []);
}

function placesOf(entries: readonly RequiredFile[], fileCount: number): readonly Place[] {
  return entries.flatMap(({ minCount, maxCount }, entry) =>
    Array.from({ length: Math.max(minCount, Math.min(maxCount, fileCount)) }, (_, place) => ({
      entry,
      mustBeTaken: place < minCount,
    })),
  );
}

/** The place of each file; undefined when a file has none, or a place that must be taken is not. */
function matchPlaces(
  places: readonly Place[],
  fileCount: number,
  fits: (file: number, place: number) => boolean,
): readonly number[] | undefined {
  const placeOf = new Array<number>(fileCount).fill(-1);
  const fileOf = new Array<number>(places.length).fill(-1);

  function give(file: number, place: number): true {
    placeOf[file] = place;
    fileOf[place] = file;
    return true;
  }
  function takeFor(place: number, seen: Set<number>): boolean {
    return placeOf.some((held, file) => {
      if (!fits(file, place) || seen.has(file)) return false;
      seen.add(file);
      return held < 0 || takeFor(held, seen) ? give(file, place) : false;
    });
  }
  function placeFor(file: number, seen: Set<number>): boolean {
    return fileOf.some((held, place) => {
      if (!fits(file, place) || seen.has(place)) return false;
      seen.add(place);
      return held < 0 || placeFor(held, seen) ? give(file, place) : false;
    });
  }

  const everyPlace = places.every(
    ({ mustBeTaken }, place) => !mustBeTaken || takeFor(place, new Set<number>()),
  );
  const everyFile =
    everyPlace && placeOf.every((held, file) => held >= 0 || placeFor(file, new Set<number>()));
  return everyFile ? placeOf : undefined;
}
