import { copyToProject, readVersion } from '../parts/dataset-api.ts';
import type { VersionName } from '../parts/dataset-api.ts';
import { createCopySection } from './copy-section.ts';
import { pageSize } from './file-picker.ts';

/** Creates the section that copies files of a version into a project, where they can be verified. */
export function createCopyToProject(version: VersionName): HTMLElement {
  return createCopySection({
    title: 'Copy files to a project',
    note: 'The project gets copies, which can be verified on the page “Cases”. This version does not change.',
    isFromProject: false,
    async load(_projectId, page) {
      const { files, total } = await readVersion(version, page, pageSize);
      return { files: files.map(({ fileId, file }) => ({ ...file, id: fileId })), total };
    },
    onCopy: (projectId, fileIds) => copyToProject(projectId, { versionId: version.id, fileIds }),
  });
}
