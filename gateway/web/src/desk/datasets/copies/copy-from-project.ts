import { api } from '../../parts/api.ts';
import { createIdempotencyKey } from '../../parts/request.ts';
import type { Dataset } from '../../../shared/api/api-types.ts';
import type { StoredFile } from '../../parts/api-types.ts';
import { fitsModality } from '../uploads/plan-batches.ts';
import { createCopySection } from './copy-section.ts';
import { pageSize } from './file-picker.ts';

/** Creates the section that copies files of a project into the raw version of a dataset. */
export function createCopyFromProject(
  { id, modality }: Pick<Dataset, 'id' | 'modality'>,
  onCopied: () => void,
): HTMLElement {
  const findObstacle = ({ mimeType, enrichmentStatus }: StoredFile): string | undefined => {
    if (!fitsModality(mimeType, modality)) return 'does not fit this dataset';
    return enrichmentStatus === 'failed' ? 'cannot be read' : undefined;
  };
  return createCopySection({
    title: 'Copy files from a project',
    note: 'The copies go to the raw version. The files of the project stay.',
    isFromProject: true,
    async load(projectId, page) {
      const { data, total } = await api.listFiles({
        projectId,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      const files = data.map((file) => ({ ...file, type: file.mimeType, obstacle: findObstacle(file) }));
      return { files, total };
    },
    async onCopy(_projectId, fileIds) {
      const idempotencyKey = createIdempotencyKey();
      await api.addFilesFromProject({ datasetId: id, body: { fileIds }, idempotencyKey });
      onCopied();
    },
  });
}
