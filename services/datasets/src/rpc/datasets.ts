import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { DatasetsServiceService } from '@assay/proto/datasets/v1/datasets_service';
import type { Deps } from '../deps.ts';
import { createDataset } from '../domain/dataset/create-dataset.ts';
import { deleteDataset } from '../domain/dataset/delete-dataset.ts';
import { getDataset } from '../domain/dataset/get-dataset.ts';
import { updateDataset } from '../domain/dataset/update-dataset.ts';
import { addFilesFromDataset } from '../domain/upload/add-files-from-dataset.ts';
import { addFilesFromProject } from '../domain/upload/add-files-from-project.ts';
import { commitUpload } from '../domain/upload/commit-upload.ts';
import { removeFile } from '../domain/upload/remove-file.ts';
import { getDatasetWithVersions } from '../domain/version/read-version.ts';
import {
  modalities,
  readDatasetChanges,
  toDatasetMessage,
  toListDatasetsResponse,
} from './dataset-message.ts';
import { toDatasetWithVersions } from './version-message.ts';

export const datasetsRpcs: Rpcs<Deps, typeof DatasetsServiceService> = {
  createDataset: async (deps, call, { name, internalId, modality, description }) => ({
    dataset: toDatasetMessage(
      await createDataset(deps, call, {
        name,
        internalId,
        description,
        modality: modalities.readRequired('modality', modality),
      }),
    ),
  }),
  listDatasets: async ({ datasets }, { organizationId }, { modality, ...page }) =>
    toListDatasetsResponse(
      await datasets.list(organizationId, { modality: modalities.read('modality', modality) }, page),
    ),
  getDataset: async (deps, call, { datasetId }) => ({
    dataset: toDatasetWithVersions(await getDatasetWithVersions(deps, call, datasetId)),
  }),
  updateDataset: async (deps, call, request) => ({
    dataset: toDatasetMessage(
      await updateDataset(deps, call, {
        datasetId: request.datasetId,
        changes: readDatasetChanges(request),
      }),
    ),
  }),
  deleteDataset: (deps, call, { datasetId }) => deleteDataset(deps, call, datasetId).then(() => ({})),
  openUpload: async (deps, call, { datasetId }) => toDatasetMessage(await getDataset(deps, call, datasetId)),
  commitUpload: (deps, call, request) => commitUpload(deps, call, request).then(() => ({})),
  removeFile: (deps, call, request) => removeFile(deps, call, request).then(() => ({})),
  addFilesFromProject: async (deps, call, request) => ({
    files: [...(await addFilesFromProject(deps, call, request))],
  }),
  addFilesFromDataset: async (deps, call, request) => ({
    files: [...(await addFilesFromDataset(deps, call, request))],
  }),
};
