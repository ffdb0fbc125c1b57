import {
  CleaningPipeline,
  CleaningPipelineStatus,
  JobMode,
  JobTargetType,
} from '@assay/proto/datasets/v1/cleaning_pipeline';
import { Dataset, DatasetWithVersions, Modality } from '@assay/proto/datasets/v1/dataset';
import { DatasetVersion, DatasetVersionFile, VersionState } from '@assay/proto/datasets/v1/dataset_version';
import {
  AddFilesFromDatasetRequest,
  AddFilesFromProjectRequest,
  CreateDatasetRequest,
  UpdateDatasetRequest,
} from '@assay/proto/datasets/v1/datasets_service';
import {
  CleanVersionRequest,
  DatasetIssue,
  DatasetVersionPage,
  DiffChange,
  DiffItem,
  ExportedFile,
  IssuePage,
  IssueType,
  ReadExportResponse,
  ReadManifestResponse,
  VersionDiff,
} from '@assay/proto/datasets/v1/versions_service';
import { sample } from '../sample.ts';
import { createdAt, ids, sha256, updatedAt } from './values.ts';

const dataset: Dataset = {
  id: ids.dataset,
  organizationId: ids.organization,
  name: 'Harbour photographs',
  internalId: 'harbour-2026',
  modality: Modality.IMAGE,
  description: 'Images that readers sent in.',
  rawVersionId: ids.rawVersion,
  createdAt,
  updatedAt,
};

const version: DatasetVersion = DatasetVersion.fromPartial({
  id: ids.version,
  datasetId: ids.dataset,
  state: VersionState.CLEANED,
  label: 'first cleaning',
  parentVersionId: ids.rawVersion,
  cleaningPipelineSlug: 'image-standard',
  pipelineVersion: '1.0.0',
  fileCount: 118,
  sizeBytes: 412_003_118,
  counts: {
    unchanged: 97,
    changed: 21,
    removed: { exact_duplicate: 4, near_duplicate: 2 },
    skipped: { heic_not_treated: 3 },
  },
  manifestSha256: sha256,
  createdAt,
});

const namedFile = { name: 'IMG_0231.jpg', size: 3_411_902, type: 'image/jpeg', sha256, createdAt };

const versionFile: DatasetVersionFile = {
  id: ids.file,
  fileId: ids.file,
  sourceFileId: undefined,
  file: { id: ids.file, ...namedFile },
};

const issue: DatasetIssue = {
  type: IssueType.NEAR_DUPLICATE,
  score: 0.98,
  fileIds: [ids.file],
  explanation: '2 files are nearly the same.',
  facts: { keptFileId: ids.file },
};

const diffItem: DiffItem = {
  change: DiffChange.REMOVED,
  fileId: ids.file,
  sourceFileId: undefined,
  name: 'IMG_0231.jpg',
  sha256Before: sha256,
  sha256After: undefined,
};

const exportedFile: ExportedFile = {
  fileId: ids.file,
  name: 'IMG_0231.jpg',
  url: 'https://storage.example.org/assay/datasets/IMG_0231.jpg?signature=0a1b',
  size: 3_411_902,
  sha256,
};

const manifestLine = `${JSON.stringify({ fileId: ids.file, name: 'IMG_0231.jpg', size: 3_411_902, type: 'image/jpeg', sha256, sourceFileId: null, enrichment: null })}\n`;

const pipeline: CleaningPipeline = {
  slug: 'image-standard',
  name: 'Standard image cleaning',
  description: 'Removes images that cannot be used and duplicates.',
  supportedModalities: [Modality.IMAGE],
  version: '1.0.0',
  status: CleaningPipelineStatus.ACTIVE,
  statusReason: undefined,
  modes: [JobMode.CLEANING],
  mode: JobMode.CLEANING,
  targetTypes: [JobTargetType.DATASET_VERSION, JobTargetType.PROJECT_FILE],
  steps: [{ name: 'undecodable', description: 'Removes files that cannot be decoded to their end.' }],
  languageTechnology: false,
};

export const datasetSamples = [
  sample(Dataset, dataset),
  sample(DatasetWithVersions, { dataset, versions: [version] }),
  sample(DatasetVersion, version),
  sample(DatasetVersionFile, versionFile),
  sample(DatasetVersionPage, { version, files: [versionFile], total: 118, page: 1, limit: 50 }),
  sample(DatasetIssue, issue),
  sample(IssuePage, {
    data: [issue],
    total: 1,
    totalIsExact: true,
    limit: 20,
    offset: 0,
    scannedAt: updatedAt,
  }),
  sample(DiffItem, diffItem),
  sample(VersionDiff, {
    added: 0,
    removed: 6,
    changed: 21,
    unchanged: 97,
    total: 27,
    items: [diffItem],
    page: 1,
    limit: 50,
  }),
  sample(ExportedFile, exportedFile),
  sample(ReadExportResponse, { files: [exportedFile], manifestSha256: sha256 }),
  sample(ReadManifestResponse, { lines: Buffer.from(manifestLine), manifestSha256: sha256 }),
  sample(CleaningPipeline, pipeline),
  sample(CreateDatasetRequest, {
    name: dataset.name,
    internalId: dataset.internalId,
    modality: Modality.IMAGE,
    description: dataset.description,
  }),
  sample(UpdateDatasetRequest, { description: 'Images that readers sent in, checked.' }),
  sample(CleanVersionRequest, { pipelineSlug: 'image-standard', label: 'first cleaning' }),
  sample(AddFilesFromProjectRequest, { fileIds: [ids.file] }),
  sample(AddFilesFromDatasetRequest, { versionId: ids.version, fileIds: [ids.file] }),
];
