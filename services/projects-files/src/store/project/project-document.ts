import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { TreeChange } from '../../domain/folder/folder.ts';
import type { Project } from '../../domain/project/project.ts';

export interface ProjectDocument extends Mapped<Project, 'description'> {
  /** Missing before the first folder of the project. */
  readonly folderTree?: {
    readonly revision: number;
    readonly folderCount: number;
    /** The decided change that is not carried out yet, and its time. */
    readonly change?: TreeChange;
    readonly changeSince?: Date;
  };
}
