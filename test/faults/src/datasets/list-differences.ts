import type { MongoConnection } from '@assay/chassis/mongo/connect';
import type { Storeroom } from '../files/leftovers.ts';

type Db = MongoConnection['db'];

/** All of them are empty, or 0, when nothing is lost and nothing is left over. */
export interface Differences {
  readonly objectsWithoutRow: readonly string[];
  readonly rowsWithoutObject: readonly string[];
  /** Records of files that no version of a dataset names, and ids in versions without a record. */
  readonly unnamedFiles: readonly string[];
  readonly missingFiles: readonly string[];
  /** Rows of derived objects that no file names, and names without such a row. */
  readonly unnamedObjects: readonly string[];
  readonly missingObjects: readonly string[];
  readonly incompleteUploads: readonly string[];
  /** The difference between the used quota of the organizations and that of their rows. */
  readonly driftBytes: number;
  readonly driftFiles: number;
  readonly staleReservations: number;
}

export const noDifferences: Differences = {
  objectsWithoutRow: [],
  rowsWithoutObject: [],
  unnamedFiles: [],
  missingFiles: [],
  unnamedObjects: [],
  missingObjects: [],
  incompleteUploads: [],
  driftBytes: 0,
  driftFiles: 0,
  staleReservations: 0,
};

interface Places {
  readonly storeroom: Storeroom;
  /** The database of projects-files. */
  readonly files: Db;
  /** The database of datasets. */
  readonly datasets: Db;
  /** Undefined: the whole bucket is compared. */
  readonly organizationId?: string | undefined;
}

interface FileRow {
  readonly _id: string;
  /** Missing, or null, for a file of a project. */
  readonly datasetId?: string | null;
  readonly storageKey: string;
  readonly derivedObject?: string;
}

interface Segment {
  readonly _id: string;
  /** The entries, whose field `f` is the id of the file. */
  readonly files: readonly { readonly f: string }[];
}

export async function listDifferences(places: Places): Promise<Differences> {
  const { storeroom, files, datasets, organizationId } = places;
  const { keys: all, incompleteKeys, drift } = await storeroom.look();
  const isOwn = (key: string) => organizationId === undefined || key.includes(`/${organizationId}/`);
  const keys = all.filter(isOwn);
  const rows = await files.collection<FileRow>('files').find().toArray();
  const objects = await files.collection<{ _id: string }>('derived_objects').find().toArray();
  const named = await listNamedFiles(datasets);
  const inDatasets = rows.filter(({ datasetId }) => typeof datasetId === 'string').map(({ _id }) => _id);
  const derived = rows.flatMap(({ derivedObject }) => derivedObject ?? []);
  const objectIds = objects.map(({ _id }) => _id);
  const rowKeys = rows.map(({ storageKey }) => storageKey);
  return {
    objectsWithoutRow: subtract(keys, rowKeys),
    rowsWithoutObject: subtract(rowKeys, keys),
    unnamedFiles: subtract(inDatasets, named),
    missingFiles: subtract(named, inDatasets),
    unnamedObjects: subtract(objectIds, derived),
    missingObjects: subtract(derived, objectIds),
    incompleteUploads: incompleteKeys.filter(isOwn),
    driftBytes: drift.bytes,
    driftFiles: drift.files,
    staleReservations: drift.stale,
  };
}

/** Lists the files of all versions. */
async function listNamedFiles(db: Db): Promise<readonly string[]> {
  const versions = await db.collection<{ segmentIds: readonly string[] }>('versions').find().toArray();
  const segmentIds = new Set(versions.flatMap((version) => version.segmentIds));
  const segments = await db.collection<Segment>('segments').find().toArray();
  const named = segments.filter(({ _id }) => segmentIds.has(_id));
  return [...new Set(named.flatMap(({ files }) => files.map(({ f }) => f)))];
}

/** Lists the values that the others lack. */
function subtract(values: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return [...new Set(values)].filter((value) => !known.has(value));
}
