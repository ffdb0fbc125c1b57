import { Pipeline } from '@assay/proto/catalog/v1/pipeline';
import { File, PresignedUrl } from '@assay/proto/files/v1/file';
import { StorageUse } from '@assay/proto/files/v1/storage_use';
import { Upload, UploadLink, UploadPart } from '@assay/proto/files/v1/upload';
import { CompleteUploadRequest, CreateUploadRequest } from '@assay/proto/files/v1/uploads_service';
import { ListFilesRequest, UpdateFileRequest } from '@assay/proto/files/v1/files_service';
import { PipelineRun } from '@assay/proto/files/v1/pipeline_run';
import { Project } from '@assay/proto/projects/v1/project';
import { CreateProjectRequest, UpdateProjectRequest } from '@assay/proto/projects/v1/projects_service';
import { RunPipelineRequest, RunPipelineResponse } from '@assay/proto/runs/v1/runs_service';
import { sample } from '../sample.ts';
import { enrichmentSamples } from './enrichments.ts';
import { createdAt, ids, later, sha256, updatedAt } from './values.ts';

const project = {
  name: 'Flood pictures, November',
  description: 'Pictures that readers sent of the flooded harbour.',
  type: 'PROJECT_TYPE_RESEARCH',
} as const;

const video = {
  name: 'harbour.mp4',
  mimeType: 'video/mp4',
  size: 734_003_200,
  privacyLevel: 'PRIVACY_LEVEL_PRIVATE',
} as const;

const part = { partNumber: 1, size: 8_388_608, etag: '1b2cf535f27731c974343645a3985328' };

const newPipelineRun = {
  fileId: ids.file,
  projectId: ids.project,
  organizationId: ids.organization,
  status: 'PIPELINE_RUN_STATUS_PENDING',
  createdAt,
  updatedAt: createdAt,
} as const;

export const mediaSamples = [
  sample(Project, {
    id: ids.project,
    organizationId: ids.organization,
    ...project,
    createdBy: ids.user,
    createdAt,
    updatedAt,
  }),
  sample(CreateProjectRequest, project),
  sample(UpdateProjectRequest, { name: 'Flood pictures, complete', description: project.description }),
  sample(File, {
    id: ids.file,
    organizationId: ids.organization,
    projectId: ids.project,
    uploaderId: ids.user,
    name: 'harbour.jpg',
    mimeType: 'image/jpeg',
    sizeBytes: 3_481_602,
    sha256,
    etag: '9b2cf535f27731c974343645a3985328',
    storageKey: `organizations/${ids.organization}/files/${ids.file}`,
    enrichmentStatus: 'ENRICHMENT_STATUS_COMPLETED',
    enrichment: enrichmentSamples.image,
    tags: ['flood'],
    privacyLevel: 'PRIVACY_LEVEL_PRIVATE',
    additionalInfo: { source: 'reader' },
    origin: 'FILE_ORIGIN_USER_UPLOAD',
    createdAt,
    updatedAt,
    metadata: { camera: 2 },
    thumbnail: { mimeType: 'image/webp', width: 512, height: 384 },
    placeholder: 'data:image/webp;base64,UklGRkAAAABXRUJQVlA4IDQAAADwAQCdASoQAAwABUB8JZQC',
  }),
  sample(PipelineRun, { ...newPipelineRun, id: ids.pipelineRun, pipelineSlug: 'enrich-image' }),
  sample(RunPipelineRequest, { pipelineSlug: 'image-authenticity', fileIds: [ids.file] }),
  sample(RunPipelineResponse, {
    runs: [{ ...newPipelineRun, id: ids.run, jobId: ids.run, pipelineSlug: 'image-authenticity' }],
  }),
  sample(UpdateFileRequest, {
    name: 'harbour-at-noon.jpg',
    tags: ['flood', 'harbour'],
    privacyLevel: 'PRIVACY_LEVEL_INTERNAL',
    additionalInfo: { source: 'reader' },
    metadata: { camera: 2 },
  }),
  sample(ListFilesRequest, { mimeType: 'image/' }),
  sample(PresignedUrl, {
    url: `https://files.example.org/${ids.file}?X-Amz-Signature=3f0c`,
    expiresAt: updatedAt,
  }),
  sample(Upload, {
    uploadId: ids.file,
    projectId: ids.project,
    ...video,
    tags: ['flood'],
    partSize: 8_388_608,
    partCount: 88,
    parts: [part],
    createdAt,
    expiresAt: later,
  }),
  sample(UploadPart, { ...part, sha256 }),
  sample(StorageUse, {
    limitBytes: 1_099_511_627_776,
    usedBytes: 8_589_934_592,
    limitFiles: 1_000_000,
    usedFiles: 71_204,
  }),
  sample(UploadLink, {
    partNumber: 2,
    url: `https://files.example.org/${ids.file}?partNumber=2&X-Amz-Signature=3f0c`,
    expiresAt: updatedAt,
  }),
  sample(CreateUploadRequest, { ...video, tags: ['flood'] }),
  sample(CompleteUploadRequest, { sha256 }),
  sample(Pipeline, {
    slug: 'image-authenticity',
    name: 'Image authenticity',
    description: 'Checks an image for content credentials, traces of generators and traces of editing.',
    status: 'PIPELINE_STATUS_ACTIVE',
    estimatedMinutes: 0.5,
    version: '1',
    tier: 'PIPELINE_TIER_AI_ONLY',
    requiredFiles: [
      {
        label: 'Image',
        description: 'The image to check, unchanged.',
        mimeTypes: ['image/jpeg', 'image/png'],
        minCount: 1,
        maxCount: 1,
        requiredEnrichmentFields: ['width'],
      },
    ],
    requiredContextFields: [],
    optionalContextFields: [
      {
        key: 'claimed_date',
        label: 'Claimed date',
        description: 'The date on which the image is said to have been taken.',
        type: 'date',
        enumValues: [],
      },
    ],
    stages: [
      {
        slug: 'metadata',
        name: 'Metadata',
        type: 'STAGE_TYPE_AI',
        description: 'Compares the metadata with each other and with the file.',
      },
    ],
    costCredits: 50,
  }),
];
