import { createNearDuplicates } from '../../../cleaning/near-duplicates.ts';
import type { NearDuplicates } from '../../../cleaning/near-duplicates.ts';
import type { FileFeatures } from '../../../cleaning/treatment.ts';
import type { Deps } from '../../../deps.ts';
import type { FileEntry } from '../../content/segment.ts';
import type { Version } from '../../version/version.ts';
import { JobError } from '../end-job.ts';
import { groupSimilarFiles } from '../group-similar-files.ts';
import type { SimilarGroup } from '../group-similar-files.ts';
import { readJobFiles } from '../read-job-files.ts';
import type { JobFile } from '../read-job-files.ts';
import { filesPerUnit } from '../unit.ts';
import { compareWorth, rateFile } from './file-worth.ts';
import type { FileWorth } from './file-worth.ts';
import { createConfirmation } from './confirm-copies.ts';
import type { ConfirmDeps } from './confirm-copies.ts';

/** Files that are duplicates of each other. The better one stays, as `rateFile` says, then the first. */
export interface DuplicateGroup extends SimilarGroup {
  readonly kind: 'exact' | 'near';
}

/** The facts of a file that duplicates are found by. */
interface FileFacts {
  readonly sha256: string;
  readonly worth: FileWorth;
  readonly isRemoved: boolean;
}

type FindDeps = ConfirmDeps & Pick<Deps, 'datasets' | 'segments' | 'units' | 'temporaryFolders'>;

/** Finds the duplicates among the files of a job: files with the same content first, then near-duplicates among those that stay. */
export async function findDuplicates(
  deps: FindDeps,
  version: Version,
  signal: AbortSignal,
): Promise<readonly DuplicateGroup[]> {
  const dataset = await deps.datasets.find(version.organizationId, version.datasetId);
  if (dataset === undefined) throw new JobError('The dataset was deleted.');
  const facts: FileFacts[] = [];
  const entries: FileEntry[] = [];
  const near = createNearDuplicates();
  for await (const { files } of readJobFiles(deps, version, 'without fingerprints')) {
    for (const file of files) {
      facts.push(readFacts(file));
      entries.push(file.entry);
      if (file.result.features !== undefined) near.add(file.place, file.result.features);
    }
  }
  const exact = findExact(facts);
  const dropped = new Set(
    exact.flatMap(({ places, keptPlace }) => places.filter((place) => place !== keptPlace)),
  );
  const worth = facts.map((file) => file.worth);
  const groups = await deps.temporaryFolders.with((folder) =>
    groupSimilarFiles({
      order: Array.from(facts.keys())
        .filter((place) => !dropped.has(place))
        .toSorted((a, b) => compareWorth(worth[a] ?? none, worth[b] ?? none) || a - b),
      listSimilar: (place) => near.listSimilar(place),
      load: async (places) => {
        const features = await readFeatures(deps, version, places);
        return (a, b) => compare(near, features.get(a), features.get(b));
      },
      confirm: createConfirmation(deps, { dataset, entries, folder, signal }),
    }),
  );
  return [...exact, ...groups.map((group) => ({ kind: 'near', ...group }) as const)];
}

const none: FileWorth = [0, 0, 0, 0];

function readFacts({ entry, result: { content, outcome, features } }: JobFile): FileFacts {
  const { sha256, sizeBytes } = content ?? entry;
  return { sha256, worth: rateFile(features, sizeBytes), isRemoved: outcome === 'removed' };
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
    .map((places) => ({ kind: 'exact', keptPlace: places[0] ?? 0, places, score: 1, isConfirmed: true }));
}

function compare(
  near: Pick<NearDuplicates, 'confirm'>,
  a: FileFeatures | undefined,
  b: FileFeatures | undefined,
): number | undefined {
  return a === undefined || b === undefined ? undefined : near.confirm(a, b);
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
