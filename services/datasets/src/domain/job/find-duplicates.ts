import { createNearDuplicates } from '../../cleaning/near-duplicates.ts';
import type { Candidate, DuplicatePair } from '../../cleaning/near-duplicates.ts';
import type { FileFeatures } from '../../cleaning/treatment.ts';
import type { Deps } from '../../deps.ts';
import type { Version } from '../version/version.ts';
import { readJobFiles } from './read-job-files.ts';
import type { JobFile } from './read-job-files.ts';

/** Files that are duplicates of each other. */
export interface DuplicateGroup {
  readonly kind: 'exact' | 'near';
  /** The file that stays: the largest, then the first. */
  readonly keptPlace: number;
  /** All places, the kept one included, in order. */
  readonly places: readonly number[];
  /** The lowest score of a pair. */
  readonly score: number;
}

/** The facts of a file that duplicates are found by. */
interface FileFacts {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly isRemoved: boolean;
}

type FindDeps = Pick<Deps, 'segments' | 'units'>;

/** Finds the duplicates among the files of a job: files with the same content first, then near-duplicates among those that stay. */
export async function findDuplicates(deps: FindDeps, version: Version): Promise<readonly DuplicateGroup[]> {
  const facts: FileFacts[] = [];
  const near = createNearDuplicates();
  for await (const { files } of readJobFiles(deps, version)) {
    for (const file of files) {
      facts.push(readFacts(file));
      if (file.result.features !== undefined) near.add(file.place, file.result.features);
    }
  }
  const exact = findExact(facts);
  const dropped = new Set(
    exact.flatMap(({ places, keptPlace }) => places.filter((place) => place !== keptPlace)),
  );
  const isOpen = (pair: Candidate): boolean => !pair.some((place) => dropped.has(place));
  const candidates = near.listCandidates().filter(isOpen);
  const images = await confirm(deps, version, { candidates, score: (a, b) => near.confirm(a, b) });
  const others = near.listPairs().filter(({ candidate }) => isOpen(candidate));
  return [...exact, ...groupPairs([...images, ...others], facts)];
}

function readFacts({ entry, result: { content, outcome } }: JobFile): FileFacts {
  const { sha256, sizeBytes } = content ?? entry;
  return { sha256, sizeBytes, isRemoved: outcome === 'removed' };
}

function findExact(facts: readonly FileFacts[]): readonly DuplicateGroup[] {
  const bySha256 = new Map<string, number[]>();
  for (const [place, { sha256, isRemoved }] of facts.entries()) {
    if (isRemoved) continue;
    const places = bySha256.get(sha256);
    if (places === undefined) bySha256.set(sha256, [place]);
    else places.push(place);
  }
  return Array.from(bySha256.values())
    .filter((places) => places.length > 1)
    .map((places) => ({ kind: 'exact', keptPlace: places[0] ?? 0, places, score: 1 }));
}

interface Confirmation {
  readonly candidates: readonly Candidate[];
  readonly score: (a: FileFeatures, b: FileFeatures) => number | undefined;
}

/** The features of this number of candidates are in memory at the same time. */
const confirmedAtOnce = 2_000;

/** Confirms candidates by their features, which are read again for the candidates alone. */
async function confirm(
  deps: FindDeps,
  version: Version,
  { candidates, score }: Confirmation,
): Promise<readonly DuplicatePair[]> {
  const pairs: DuplicatePair[] = [];
  for (let start = 0; start < candidates.length; start += confirmedAtOnce) {
    const batch = candidates.slice(start, start + confirmedAtOnce);
    const features = await readFeatures(deps, version, new Set(batch.flat()));
    for (const candidate of batch) {
      const [a, b] = [features.get(candidate[0]), features.get(candidate[1])];
      const found = a === undefined || b === undefined ? undefined : score(a, b);
      if (found !== undefined) pairs.push({ candidate, score: found });
    }
  }
  return pairs;
}

async function readFeatures(
  deps: FindDeps,
  version: Version,
  places: ReadonlySet<number>,
): Promise<ReadonlyMap<number, FileFeatures>> {
  const features = new Map<number, FileFeatures>();
  for await (const { files } of readJobFiles(deps, version)) {
    for (const { place, result } of files) {
      if (places.has(place) && result.features !== undefined) features.set(place, result.features);
    }
  }
  return features;
}

/**
 * Groups confirmed pairs around the files that stay: the largest file of all first, then the next one that no group has. A file joins a
 * group only if it is a duplicate of the file that stays, so that a chain of slow changes is not removed as a whole.
 */
export function groupPairs(
  pairs: readonly DuplicatePair[],
  facts: readonly Pick<FileFacts, 'sizeBytes'>[],
): readonly DuplicateGroup[] {
  const neighbours = new Map<number, Map<number, number>>();
  const connect = (a: number, b: number, score: number): void => {
    const scores = neighbours.get(a) ?? new Map<number, number>();
    neighbours.set(a, scores.set(b, score));
  };
  for (const { candidate, score } of pairs) {
    connect(candidate[0], candidate[1], score);
    connect(candidate[1], candidate[0], score);
  }
  const sizeAt = (place: number): number => facts[place]?.sizeBytes ?? 0;
  const order = [...neighbours.keys()].toSorted((a, b) => sizeAt(b) - sizeAt(a) || a - b);
  const taken = new Set<number>();
  const groups: DuplicateGroup[] = [];
  for (const keptPlace of order) {
    if (taken.has(keptPlace)) continue;
    const others = [...(neighbours.get(keptPlace) ?? [])].filter(([place]) => !taken.has(place));
    if (others.length === 0) continue;
    const places = [keptPlace, ...others.map(([place]) => place)].toSorted((a, b) => a - b);
    for (const place of places) taken.add(place);
    groups.push({ kind: 'near', keptPlace, places, score: Math.min(...others.map(([, score]) => score)) });
  }
  return groups;
}
