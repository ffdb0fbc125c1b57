import type { Clock } from '@assay/chassis/clock';
import { openChannel } from '@assay/chassis/grpc/client';
import type { Logger } from '@assay/chassis/logger';
import type { ServiceBase } from '@assay/chassis/process/boot/service-base';
import type { ObjectStorage } from '@assay/chassis/storage/object-storage';
import { openStorage } from '@assay/chassis/storage/open-storage';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import type { TemporaryFolders } from '@assay/chassis/temporary-folder';
import { days } from '@assay/chassis/units';
import { createFairPlaces } from '@assay/chassis/work/fair-places';
import type { FairPlaces } from '@assay/chassis/work/fair-places';
import { createLocalCopies } from './cleaning/work/local-copies.ts';
import type { LocalCopies } from './cleaning/work/local-copies.ts';
import { countPlaces, limitWork } from './cleaning/work/work-limits.ts';
import { openCleaners } from './cleaning/cleaners.ts';
import type { Cleaners } from './cleaning/cleaners.ts';
import { createDatasetFiles } from './clients/dataset-files.ts';
import type { DatasetFiles } from './clients/dataset-files.ts';
import { createProjectFiles } from './clients/project-files.ts';
import type { ProjectFiles } from './clients/project-files.ts';
import { isStorageRefusal } from './clients/storage-refusal.ts';
import type { Config } from './config.ts';
import { createDatasetStore } from './store/dataset-store.ts';
import type { DatasetStore } from './store/dataset-store.ts';
import { createIssueStore } from './store/issue-store.ts';
import type { IssueStore } from './store/issue-store.ts';
import { createReleaseStore } from './store/release-store.ts';
import type { ReleaseStore } from './store/release-store.ts';
import { createRunStore } from './store/run-store.ts';
import type { RunStore } from './store/run-store.ts';
import { createSegmentStore } from './store/segment-store.ts';
import type { SegmentStore } from './store/segment-store.ts';
import { createTombstoneStore } from './store/tombstone-store.ts';
import type { TombstoneStore } from './store/tombstone-store.ts';
import { createUnitStore } from './store/unit-store.ts';
import type { UnitStore } from './store/unit-store.ts';
import { createUploadDecisionStore } from './store/upload-decision-store.ts';
import type { UploadDecisionStore } from './store/upload-decision-store.ts';
import { countJobs, measureReleases } from './store/version-metrics.ts';
import { createVersionStore } from './store/version-store.ts';
import type { VersionStore } from './store/version-store.ts';

/** The objects that live as long as the process. */
export interface Deps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly datasets: DatasetStore;
  readonly versions: VersionStore;
  readonly segments: SegmentStore;
  readonly units: UnitStore;
  readonly runs: RunStore;
  readonly issues: IssueStore;
  readonly releases: ReleaseStore;
  readonly uploadDecisions: UploadDecisionStore;
  readonly tombstones: TombstoneStore;
  /** The records and objects of files, which projects-files owns. */
  readonly datasetFiles: DatasetFiles;
  /** The files of projects, which projects-files owns. */
  readonly projectFiles: ProjectFiles;
  readonly storage: ObjectStorage;
  readonly localCopies: LocalCopies;
  /** Returns true for an error by which the storage refuses the credentials or what they may do. */
  readonly isStorageRefusal: (error: unknown) => boolean;
  /** Treat untrusted files in child processes. */
  readonly cleaners: Cleaners;
  readonly temporaryFolders: TemporaryFolders;
  /** Records when the oldest release became due. */
  readonly noteOldestRelease: (dueAt: Date | undefined) => void;
  /** How long the segments of a version are kept after no version names them, so that a backup that runs finds them. */
  readonly segmentDelayMs: number;
  /** The files of one unit that are treated at the same time. */
  readonly filesAtOnce: number;
  /** The places for all files that are treated in this process. */
  readonly places: FairPlaces;
}

export async function createDeps(base: ServiceBase, config: Config): Promise<Deps> {
  const { db, relay, clock, runtime, tokens } = base;
  const { projectsFilesAddress: address } = config;
  const limits = limitWork(config);
  const channel = openChannel(runtime, 'projects-files', { address, tokens });
  const storage = openStorage(base, config);
  return {
    clock,
    logger: runtime.logger,
    datasets: createDatasetStore(db, relay),
    versions: createVersionStore(db, relay, countJobs(runtime.metrics)),
    segments: createSegmentStore(db),
    units: createUnitStore(db, relay, { limits }),
    runs: createRunStore(db, relay, limits.runs),
    issues: createIssueStore(db),
    releases: createReleaseStore(db),
    uploadDecisions: createUploadDecisionStore(db),
    tombstones: createTombstoneStore(db, relay),
    datasetFiles: createDatasetFiles(channel),
    projectFiles: createProjectFiles(channel),
    storage,
    localCopies: createLocalCopies(storage),
    isStorageRefusal,
    cleaners: await openCleaners(runtime, config),
    temporaryFolders: createTemporaryFolders(config.cleaningTempDir, {
      clock,
      // The folder of a unit does not change while its files wait for places.
      abandonedAfterMs: days(1),
    }),
    noteOldestRelease: measureReleases(runtime.metrics, () => clock.now()),
    segmentDelayMs: config.objectDeletionDelayMs,
    filesAtOnce: config.cleaningFilesAtOnce,
    places: createFairPlaces(countPlaces(config)),
  };
}
