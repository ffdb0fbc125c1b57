import type { ImageChange } from '../../cleaning/images/changed/image-change.ts';
import { minPageSide } from '../../cleaning/images/similar/image-features.ts';
import { createNearDuplicates } from '../../cleaning/near-duplicates.ts';
import type { SimilarFile } from '../../cleaning/near-duplicates.ts';
import type { FileFeatures } from '../../cleaning/treatment.ts';
import type { Deps } from '../../deps.ts';
import type { FileEntry } from '../content/segment.ts';
import type { Version } from '../version/version.ts';
import { JobError } from './end-job.ts';
import { groupChangedCopies } from './grouping/group-changed-copies.ts';
import { groupSimilarFiles } from './grouping/group-similar-files.ts';
import type { SimilarGroup } from './grouping/group-similar-files.ts';
import { readJobFiles } from './read-job-files.ts';
import type { JobFile } from './read-job-files.ts';
import { filesPerUnit } from './unit.ts';
import { compareWorth, rateFile } from './issues/file-worth.ts';
import type { FileWorth } from './issues/file-worth.ts';
import { createConfirmation } from './issues/confirm-copies.ts';
import type { ConfirmDeps } from './issues/confirm-copies.ts';

/** Files that are duplicates of each other. The better one stays, as `rateFile` says, then the first. */
export interface DuplicateGroup extends SimilarGroup {
  readonly kind: 'exact' | 'near';
  /** The places, apart from the kept one, of the files that no step removes. */
  readonly protectedPlaces: ReadonlySet<number>;
  readonly hasSmallImage: boolean;
  /** The difference of two images that show the same. */
  readonly change?: ImageChange;
}

/** The facts of a file that duplicates are found by. */
interface FileFacts {
  /** True if the client wants to keep the file. */
  readonly mustStay: boolean;
  /** True for an image on which the text of a page cannot be read, so that a page is never confirmed. */
  readonly isTooSmallToRead: boolean;
  readonly sha256: string;
  readonly worth: FileWorth;
  readonly isRemoved: boolean;
}

type FindDeps = ConfirmDeps & Pick<Deps, 'datasets' | 'segments' | 'units' | 'temporaryFolders'>;

interface DuplicateSearch {
  readonly version: Version;
  /** True if changed copies are removed too. */
  readonly removesChanged: boolean;
}

/** Finds the duplicates among the files of a job: files with the same content first, then near-duplicates among those that stay. */
export async function findDuplicates(
  deps: FindDeps,
  { version, removesChanged }: DuplicateSearch,
  signal: AbortSignal,
): Promise<readonly DuplicateGroup[]> {
  const dataset = await deps.datasets.find(version.organizationId, version.datasetId);
  if (dataset === undefined) throw new JobError('The dataset was deleted.');
  const facts: FileFacts[] = [];
  const entries: FileEntry[] = [];
  const keptIds = new Set(version.keepFileIds);
  const near = createNearDuplicates();
  for await (const { files } of readJobFiles(deps, version, 'without fingerprints')) {
    for (const file of files) {
      facts.push(readFacts(file, keptIds));
      entries.push(file.entry);
      if (file.result.features !== undefined) near.add(file.place, file.result.features);
    }
  }
  const exact = findExact(facts);
  const dropped = new Set(
    exact.flatMap(({ places, keptPlace }) => places.filter((place) => place !== keptPlace)),
  );
  const worth = facts.map((file) => file.worth);
  const order = Array.from(facts.keys())
    .filter((place) => !dropped.has(place))
    .toSorted((a, b) => compareWorth(worth[a] ?? none, worth[b] ?? none) || a - b);
  const load =
    <T>(compareFeatures: (a: FileFeatures, b: FileFeatures) => T | undefined) =>
    async (places: ReadonlySet<number>) => {
      const features = await readFeatures(deps, version, places);
      return (a: number, b: number): T | undefined =>
        compare(compareFeatures, features.get(a), features.get(b));
    };
  const groups = await deps.temporaryFolders.with(async (folder) => {
    const { confirm, confirmChange } = createConfirmation(deps, { dataset, entries, folder, signal });
    const listSimilar = (place: number): Iterable<SimilarFile> => near.listSimilar(place);
    const copies = await groupSimilarFiles({
      order,
      listSimilar,
      load: load((a, b) => near.confirm(a, b)),
      confirm,
    });
    const changed = await groupChangedCopies({
      copies,
      order,
      candidates: near.listChangeCandidates(),
      load: load((a, b) => near.findChange(a, b)),
      isRemoving: removesChanged,
      confirm: confirmChange,
    });
    return [...copies.filter((group) => !isExplained(group, changed)), ...changed];
  });
  const found = [...exact, ...groups.map((group) => ({ kind: 'near', ...group }) as const)];
  return found.map((group) => ({
    ...group,
    protectedPlaces: listProtected(facts, group),
    hasSmallImage: group.places.some((place) => facts[place]?.isTooSmallToRead === true),
  }));
}

const none: FileWorth = [0, 0, 0, 0];

/** Lists the places, apart from the kept one, of the files that the client wants to keep. */
function listProtected(
  facts: readonly FileFacts[],
  { places, keptPlace }: Pick<SimilarGroup, 'places' | 'keptPlace'>,
): ReadonlySet<number> {
  return new Set(places.filter((place) => place !== keptPlace && facts[place]?.mustStay === true));
}

function readFacts(
  { entry, result: { content, outcome, features } }: JobFile,
  keptIds: ReadonlySet<string>,
): FileFacts {
  const { sha256, sizeBytes } = content ?? entry;
  const worth = rateFile(features, sizeBytes);
  return {
    sha256,
    worth,
    isRemoved: outcome === 'removed',
    mustStay: keptIds.has(entry.fileId),
    isTooSmallToRead: features?.kind === 'image' && Math.min(features.width, features.height) < minPageSide,
  };
}

/** The oldest of the files with the same bytes stays, or the oldest that the client wants to keep. */
function findExact(
  facts: readonly FileFacts[],
): readonly Omit<DuplicateGroup, 'protectedPlaces' | 'hasSmallImage'>[] {
  const bySha256 = new Map<string, number[]>();
  for (const [place, { sha256, isRemoved }] of facts.entries()) {
    if (isRemoved) continue;
    const places = bySha256.get(sha256);
    if (places === undefined) bySha256.set(sha256, [place]);
    else places.push(place);
  }
  return Array.from(bySha256.values())
    .filter((places) => places.length > 1)
    .map((places) => {
      const keptPlace = places.find((place) => facts[place]?.mustStay) ?? places[0] ?? 0;
      return { kind: 'exact', keptPlace, places, score: 1, isConfirmed: true };
    });
}

/** Returns true for two files that are alike, if they are found to be changed copies. */
function isExplained({ isConfirmed, places }: SimilarGroup, changed: readonly SimilarGroup[]): boolean {
  const [a, b] = places;
  return (
    !isConfirmed && places.length === 2 && changed.some(({ places: pair }) => pair[0] === a && pair[1] === b)
  );
}

function compare<T>(
  compareFeatures: (a: FileFeatures, b: FileFeatures) => T | undefined,
  a: FileFeatures | undefined,
  b: FileFeatures | undefined,
): T | undefined {
  return a === undefined || b === undefined ? undefined : compareFeatures(a, b);
}

/** Reads the features of some files from their units alone. */
async function readFeatures(
  { units }: Pick<Deps, 'units'>,
  { id, organizationId }: Version,
  places: ReadonlySet<number>,
): Promise<ReadonlyMap<number, FileFeatures>> {
  const features = new Map<number, FileFeatures>();
  const indexes = new Set(Array.from(places, (place) => Math.floor(place / filesPerUnit)));
  for await (const { index, results } of units.readUnits(organizationId, id, [...indexes])) {
    for (const [at, { features: found }] of results.entries()) {
      const place = index * filesPerUnit + at;
      if (found !== undefined && places.has(place)) features.set(place, found);
    }
  }
  return features;
}
