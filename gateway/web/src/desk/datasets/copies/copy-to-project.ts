import { identifyVersion } from '../parts/dataset-api.ts';
import { api } from '../../parts/api.ts';
import { createIdempotencyKey } from '../../parts/request.ts';
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
      const { files, total } = await api.getDatasetVersion({
        ...identifyVersion(version),
        page,
        limit: pageSize,
      });
      return { files: files.map(({ fileId, file }) => ({ ...file, id: fileId })), total };
    },
    onCopy: async (projectId, fileIds) => {
      const body = { versionId: version.id, fileIds };
      await api.addFilesFromDataset({ projectId, body, idempotencyKey: createIdempotencyKey() });
    },
  });
}
