import { exportLinkSeconds } from '@assay/proto/dataset-objects';
import { CleaningPipelinesServiceService } from '@assay/proto/datasets/v1/cleaning_pipelines_service';
import { DatasetsServiceService } from '@assay/proto/datasets/v1/datasets_service';
import { VersionsServiceService } from '@assay/proto/datasets/v1/versions_service';
import { array, content, countedArray, noContent, one } from '../answer.ts';
import { adapterOperation, operation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { file } from '../shapes/file.ts';

const rpcs = DatasetsServiceService;
const versions = VersionsServiceService;

const path = '/v2/datasets/:datasetId' as const;
const versionPath = `${path}/versions/:versionId` as const;

const versionParams = {
  type: 'object',
  required: ['datasetId', 'versionId'],
  properties: {
    datasetId: { type: 'string', description: 'The dataset.' },
    versionId: { type: 'string', description: 'The version.' },
  },
} as const;

const fileId = { type: 'string', description: 'The id of the file.' } as const;
const fileName = { type: 'string', description: 'The name of the file.' } as const;
const size = { type: 'integer', description: 'The size in bytes.' } as const;
const sha256 = { type: 'string', description: 'The SHA-256 of the content, in lowercase hex.' } as const;
const manifestSha256 = {
  type: 'string',
  description: 'The SHA-256 of the manifest of the version.',
} as const;
const fileProperties = { fileId, name: fileName, size, sha256 } as const;

const link = {
  fileId: 'f6e1d9c4b8a3z7y2x5w0v6u1',
  name: 'IMG_0231.jpg',
  url: 'https://storage.example.org/assay/IMG_0231.jpg?signature=0a1b',
  size: 3_411_902,
  sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
};

const exportSchema = {
  type: 'object',
  required: ['manifestSha256', 'expiresInSeconds', 'files'],
  properties: {
    manifestSha256,
    expiresInSeconds: { type: 'integer', description: `The lifetime of the links: ${exportLinkSeconds}.` },
    files: {
      type: 'array',
      description: 'The files in the order of the version.',
      items: {
        type: 'object',
        required: ['fileId', 'name', 'url', 'size', 'sha256'],
        properties: {
          ...fileProperties,
          url: { type: 'string', format: 'uri', description: 'The download link.' },
        },
      },
    },
  },
  examples: [{ manifestSha256: link.sha256, expiresInSeconds: exportLinkSeconds, files: [link] }],
} as const;

const manifestLineSchema = {
  type: 'object',
  description: 'One line of the manifest.',
  required: ['fileId', 'name', 'size', 'type', 'sha256', 'sourceFileId', 'enrichment'],
  properties: {
    ...fileProperties,
    type: { type: 'string', description: 'The MIME type.' },
    sourceFileId: {
      type: ['string', 'null'],
      description:
        'The file of raw from which the file was derived. Null if the bytes are those of the raw file.',
    },
    enrichment: {
      type: ['object', 'null'],
      description:
        'The metadata of the file. Null unless the version is enriched and the file could be read.',
    },
    enrichmentError: { type: 'string', description: 'The reason why the file could not be read.' },
  },
} as const;

const manifestHeaders = {
  ETag: {
    description:
      'The SHA-256 of the manifest, in quotes. Send it in `If-None-Match` to read only another one.',
    schema: { type: 'string' },
  },
  'X-Manifest-Sha256': {
    description: 'The SHA-256 of the manifest, lower-case hex: the `manifestSha256` of the version.',
    schema: { type: 'string' },
  },
};

export const datasets: Resource = {
  tag: {
    name: 'Datasets',
    description:
      'Versioned collections of files. Uploads go to the raw version; cleaning and enrichment derive further versions, which never ' +
      'change.',
  },
  operations: {
    listDatasets: operation('GET /v2/datasets', rpcs.listDatasets, {
      summary: 'List datasets',
      description: 'Lists the datasets of the organization, newest first.',
      answer: countedArray('datasets', 'A page of datasets.'),
    }),
    createDataset: operation('POST /v2/datasets', rpcs.createDataset, {
      summary: 'Create a dataset',
      description:
        'Creates a dataset with an empty raw version. The request is refused with {INTERNAL_ID_TAKEN} if another dataset of the ' +
        'organization has the `internalId`. The internal id of a deleted dataset can be used again.',
      status: 201,
      errors: ['INTERNAL_ID_TAKEN'],
      answer: one('dataset', 'The new dataset.'),
    }),
    listCleaningPipelines: operation(
      'GET /v2/datasets/catalog/cleaning-pipelines',
      CleaningPipelinesServiceService.listCleaningPipelines,
      {
        summary: 'List cleaning pipelines',
        description:
          'Lists every cleaning pipeline in a fixed order. The first one that supports a modality is its standard one.',
        answer: array('pipelines', 'The pipelines.'),
      },
    ),
    getDataset: operation(`GET ${path}`, rpcs.getDataset, {
      summary: 'Read a dataset',
      description: 'Returns the dataset with its versions in the order of their creation, raw first.',
      answer: one('dataset', 'The dataset.'),
    }),
    updateDataset: operation(`PATCH ${path}`, rpcs.updateDataset, {
      summary: 'Change a dataset',
      description: 'Changes the name or the description. Fields that are not sent keep their values.',
      answer: one('dataset', 'The dataset.'),
    }),
    deleteDataset: operation(`DELETE ${path}`, rpcs.deleteDataset, {
      summary: 'Delete a dataset',
      description:
        'Deletes the dataset with its versions and files. Jobs that run end. The internal id is free at once. The bytes stay in the ' +
        'storage for a day, unless configured otherwise, so links that were created before work until they expire.',
      answer: noContent('The dataset is deleted.'),
    }),
    uploadDatasetFiles: adapterOperation(`POST ${path}/files`, [rpcs.openUpload, rpcs.commitUpload], {
      summary: 'Upload files to a dataset',
      description:
        'Puts 1 to 100 files, each sent as a part `file[]`, into the raw version: all of them or none. The content decides the type ' +
        'of each file; a type that the modality does not take is refused with {UNSUPPORTED_MEDIA_TYPE}, an empty file with ' +
        '{UNPROCESSABLE_FILE}, a file or request that is too large with {PAYLOAD_TOO_LARGE}; `details.fileName` names the file. ' +
        'Enrichment does not start. With an `Idempotency-Key`, a repetition with the same names and bytes returns the first files; ' +
        'other files are refused with {IDEMPOTENCY_CONFLICT}. A version has at most 100,000 files ({VERSION_FULL}).',
      isIdempotent: true,
      errors: ['UNPROCESSABLE_FILE', 'QUOTA_EXCEEDED', 'UPLOAD_LIMIT', 'VERSION_FULL', 'UPLOAD_EXPIRED'],
      status: 201,
      params: {
        type: 'object',
        required: ['datasetId'],
        properties: { datasetId: { type: 'string', description: 'The dataset.' } },
      },
      body: {
        mimeType: 'multipart/form-data',
        schema: {
          type: 'object',
          required: ['file[]'],
          properties: {
            'file[]': {
              type: 'array',
              minItems: 1,
              items: { type: 'string', format: 'binary' },
              description: 'The files, at most 100, with their names and types.',
            },
          },
        },
      },
      answer: array('files', 'The new files, in the order of the request.', file),
    }),
    removeDatasetFile: operation(`DELETE ${path}/files/:fileId`, rpcs.removeFile, {
      summary: 'Remove a file from the raw version',
      description:
        'Removes the file from the raw version. Other versions keep it, and its bytes stay as long as a version names it.',
      errors: ['CONCURRENT_CHANGE'],
      answer: noContent('The file is removed.'),
    }),
    addFilesFromProject: operation(`POST ${path}/files/from-project`, rpcs.addFilesFromProject, {
      summary: 'Copy files of projects into a dataset',
      description:
        'Copies 1 to 100 files within the storage into the raw version: all of them or none. A type that the modality does not take ' +
        'is refused with {UNSUPPORTED_MEDIA_TYPE}, a file whose enrichment failed with {ENRICHMENT_INCOMPLETE}.',
      status: 201,
      errors: [
        ...(['UNSUPPORTED_MEDIA_TYPE', 'ENRICHMENT_INCOMPLETE', 'QUOTA_EXCEEDED'] as const),
        ...(['VERSION_FULL', 'UPLOAD_EXPIRED', 'CONCURRENT_CHANGE'] as const),
      ],
      answer: array('files', 'The new files, in the order of the request.'),
    }),
    addFilesFromDataset: operation(
      'POST /v2/projects/:projectId/files/from-dataset',
      rpcs.addFilesFromDataset,
      {
        summary: 'Copy files of a dataset into a project',
        description:
          'Copies 1 to 100 files of a version within the storage into a project: all of them or none. The copies are enriched as ' +
          'uploads are, so runs can verify them.',
        status: 201,
        errors: ['QUOTA_EXCEEDED', 'UPLOAD_LIMIT', 'UPLOAD_EXPIRED', 'CONCURRENT_CHANGE'],
        answer: array('files', 'The new files, in the order of the request.'),
      },
    ),
    listDatasetVersions: operation(`GET ${path}/versions`, versions.listVersions, {
      summary: 'List the versions of a dataset',
      description: 'Lists all versions in the order of their creation, raw first, without their files.',
      answer: array('versions', 'The versions.'),
    }),
    getDatasetVersion: operation(`GET ${versionPath}`, versions.getVersion, {
      summary: 'Read a version',
      description:
        'Returns the version with a page of its files, in the order of their upload. Read it again every few seconds while a job ' +
        'runs. A page after the last one has no files.',
      answer: one('version', 'The version.'),
    }),
    deleteDatasetVersion: operation(`DELETE ${versionPath}`, versions.deleteVersion, {
      summary: 'Delete a version',
      description:
        'Deletes a derived version. A job that creates it ends. The raw version, and a version from which another one was derived, are ' +
        'refused with {VERSION_IN_USE}.',
      errors: ['VERSION_IN_USE'],
      answer: noContent('The version is deleted.'),
    }),
    cleanDatasetVersion: operation(`POST ${versionPath}/clean`, versions.cleanVersion, {
      summary: 'Clean a version',
      description:
        'Starts a job that derives a new version, and returns that version in state `cleaning`. The source never changes. The source ' +
        'must be `raw` or `cleaned` ({VERSION_STATE}) and have files ({VERSION_EMPTY}). A dataset cleans one version at a time: a ' +
        'second job is refused with {CLEANING_RUNS}, whose details name the version that is cleaned. A pipeline in maintenance is refused with {PIPELINE_UNAVAILABLE}. ' +
        'No duplicate step removes the files of `keepFileIds`; a file that the version does not name is not found. With ' +
        '`removeChangedCopies`, a pipeline that removes near-duplicates also removes images that are changed copies of others: in grey, ' +
        'mirrored, brighter or darker, cropped, or with a border. Otherwise they stay and are listed as issues.',
      errors: ['PIPELINE_UNAVAILABLE', 'VERSION_STATE', 'CLEANING_RUNS', 'VERSION_EMPTY', 'VERSION_LIMIT'],
      judgedFirst: versions.getVersion,
      answer: one('version', 'The new version.'),
    }),
    enrichDatasetVersion: operation(`POST ${versionPath}/enrich`, versions.enrichVersion, {
      summary: 'Enrich a version',
      description:
        'Starts a job that reads the metadata of every file, and returns the new version in state `enriching`. A file that cannot be ' +
        'read is named in the manifest and does not fail the job.',
      errors: ['VERSION_STATE', 'VERSION_EMPTY', 'VERSION_LIMIT'],
      answer: one('version', 'The new version.'),
    }),
    exportDatasetVersion: adapterOperation(`GET ${versionPath}/export`, [versions.readExport], {
      summary: 'Export a version',
      description:
        'Returns a download link for every file, valid for 24 hours also if the file or the version is removed meanwhile. The answer ' +
        'is streamed. It names the SHA-256 of every file and of the manifest.',
      errors: ['VERSION_UNFINISHED'],
      params: versionParams,
      answer: content('The links, with `expiresInSeconds` and `manifestSha256`.', {
        'application/json': exportSchema,
      }),
    }),
    readDatasetManifest: adapterOperation(`GET ${versionPath}/manifest`, [versions.readManifest], {
      summary: 'Read the manifest of a version',
      description:
        'Returns one JSON object per line for every file: `fileId`, `name`, `size`, `type`, `sha256`, `sourceFileId` and `enrichment`. ' +
        'The header `X-Manifest-Sha256` and the `ETag` have the SHA-256 of exactly these bytes. The answer is streamed.',
      errors: ['VERSION_UNFINISHED'],
      params: versionParams,
      answer: {
        ...content('The manifest.', { 'application/x-ndjson': manifestLineSchema }),
        responses: [
          {
            status: 200,
            description: 'The manifest: one such object on each line.',
            headers: manifestHeaders,
            content: { 'application/x-ndjson': { schema: manifestLineSchema } },
          },
          {
            status: 304,
            description: 'The manifest is still the one whose `ETag` the request has in `If-None-Match`.',
            headers: manifestHeaders,
          },
        ],
      },
    }),
    diffDatasetVersions: operation(`GET ${versionPath}/diff/:otherVersionId`, versions.diffVersions, {
      summary: 'Compare two versions',
      description:
        'Compares the files of two finished versions. Files are matched by the raw file that they come from: `added` files are only in ' +
        'the second version, `removed` ones only in the first, and `changed` ones have other bytes.',
      errors: ['VERSION_UNFINISHED'],
      answer: one('diff', 'The differences.'),
    }),
    listDatasetIssues: operation(`GET ${versionPath}/issues`, versions.listIssues, {
      summary: 'List the issues of a version',
      description:
        'Lists what a person should look at, highest score first. Exact duplicates are known at once; the other issues are known ' +
        'after a job has read the files (`scannedAt`). What a cleaning job removed is listed on its source. Near-duplicates with the ' +
        'fact `confirmed: false` are alike, but differ in their content, and blurred, dark, overexposed and small images have the ' +
        'facts `value` and `threshold`: a job removes none of them. With `against`, the issues are the duplicates between both versions.',
      errors: ['VERSION_UNFINISHED'],
      answer: one('issues', 'A page of issues.'),
    }),
  },
};
