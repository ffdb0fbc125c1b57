import type { Clock } from '@assay/chassis/clock';
import type { Logger } from '@assay/chassis/logger';
import type { ObjectStorage } from '@assay/chassis/storage/object-storage';
import type { MediaReader } from './reading/media-reader.ts';
import type { ScratchFiles } from './reading/scratch-files.ts';
import type { Turns } from './reading/turns.ts';
import type { UploadLimits } from './domain/upload-limits.ts';
import type { FilesStore } from './store/files-store.ts';
import type { ProjectsStore } from './store/projects-store.ts';
import type { UploadsStore } from './store/uploads-store.ts';

/** What lives as long as the process. */
export interface Deps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly projects: ProjectsStore;
  readonly files: FilesStore;
  readonly uploads: UploadsStore;
  readonly storage: ObjectStorage;
  readonly uploadLimits: UploadLimits;
  /** Reads untrusted files in processes of their own. */
  readonly reader: MediaReader;
  readonly scratch: ScratchFiles;
  /** Who may read a file now; bounds disk, memory and CPU over all kinds of files. */
  readonly turns: Turns;
}
