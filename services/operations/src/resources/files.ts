import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { noContentUnlessRequested, one, page, redirect, shaped } from '../answer.ts';
import { compositeOperation, operation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { required } from '../required.ts';
import { file } from '../shapes/file.ts';

const { getFile, listFiles, updateFile, deleteFile, createDownloadLink, createThumbnailLink } =
  FilesServiceService;

export const files: Resource = {
  tag: { name: 'Files', description: 'Upload files, read their metadata, download them.' },
  operations: {
    uploadFile: adapterOperation('POST /v2/projects/:projectId/files', [], {
      summary: 'Upload a file',
      description:
        'Stores one file, sent as the part `file`. The content decides its type. Enrichment starts immediately: read the file ' +
        'every few seconds until `enrichmentStatus` is `completed` or `failed`. With an `Idempotency-Key`, a repetition with the ' +
        'same bytes, name, labels, privacy level and folder returns the first file. Another file with the key is refused with ' +
        '{IDEMPOTENCY_CONFLICT}. Without a key, two uploads of equal bytes become two files.',
      // The upload listener checks the same role.
      access: 'user',
      isIdempotent: true,
      errors: ['UNPROCESSABLE_FILE', 'QUOTA_EXCEEDED', 'UPLOAD_LIMIT'],
      status: 201,
      params: {
        type: 'object',
        required: ['projectId'],
        properties: { projectId: { type: 'string', description: 'The project.' } },
      },
      body: {
        mimeType: 'multipart/form-data',
        schema: {
          type: 'object',
          required: ['file'],
          properties: {
            file: {
              type: 'string',
              format: 'binary',
              description: 'The content of the file, with its name and type.',
            },
            name: {
              type: 'string',
              maxLength: 255,
              description: 'The name of the file, instead of that of the part.',
            },
            tags: {
              type: 'array',
              maxItems: 50,
              items: { type: 'string', maxLength: 100 },
              description: 'The labels of the file: one field for each, or one with a JSON array.',
            },
            privacyLevel: {
              type: 'string',
              description: 'The privacy level of the file. The default is `private`.',
            },
            folderId: { type: 'string', description: 'The folder of the file, in the same project.' },
          },
        },
      },
      answer: shaped(file, 'The file, with `enrichmentStatus` `pending`.'),
    }),
    listFiles: operation('GET /v2/projects/:projectId/files', listFiles, {
      summary: 'List the files of a project',
      description:
        'Lists the files of one project, newest first, with optional filters. With `cursor`, later pages are as fast as the first ' +
        'one.',
      omitted: ['datasetId'],
      answer: page('files', 'A page of files.'),
    }),
    listOrganizationFiles: operation('GET /v2/files', listFiles, {
      summary: 'List the files of the organization',
      description:
        'Lists the files of all projects of the organization, newest first. The filters are the same as for the list of a project; ' +
        '`folderId` requires `projectId`. With `datasetId`, lists the raw files of the dataset instead.',
      answer: page('files', 'A page of files.'),
    }),
    getProjectFile: operation('GET /v2/projects/:projectId/files/:fileId', getFile, {
      summary: 'Read a file of a project',
      description: 'Returns the same object as {getFile}. The file is not found if it is in another project.',
      answer: one('file', 'The file.'),
    }),
    getFile: operation('GET /v2/files/:fileId', getFile, {
      summary: 'Read a file',
      description:
        'Returns one file with the result of its enrichment. Read it again every few seconds until `enrichmentStatus` is ' +
        '`completed` or `failed`.',
      omitted: ['projectId'],
      answer: one('file', 'The file.'),
    }),
    updateFile: operation('PUT /v2/files/:fileId', updateFile, {
      summary: 'Change a file',
      description:
        'Changes the name, labels, folder and notes of a file. Fields that are not sent keep their values, and null clears a ' +
        'field. The content and the enrichment never change: other fields are refused.',
      nullable: ['tags'],
      answer: one('file', 'The changed file.'),
    }),
    deleteFile: operation('DELETE /v2/files/:fileId', deleteFile, {
      summary: 'Delete a file',
      description:
        'Deletes the file, its content and its comments permanently. A file of a dataset is refused: remove it through its dataset. ' +
        'Its bytes stay in the ' +
        'storage for a day, unless configured otherwise, so that backups are complete; links that were created before work until they ' +
        'expire. The results of completed runs stay; active runs on the file ' +
        'end as `failed`, and their holds are released. By default the response is empty; with `return` `record`, or in REST the ' +
        'header `Prefer: return=representation`, it contains the deleted record.',
      renamed: { answer: 'return' },
      errors: ['DATASET_FILE'],
      answer: noContentUnlessRequested('file', {
        noContent: 'The file is deleted.',
        record: 'The file before its deletion.',
      }),
    }),
    downloadFile: compositeOperation('GET /v2/files/:fileId/download', [createDownloadLink], {
      summary: 'Download a file',
      description:
        'Redirects to a new link that downloads the original bytes, valid for 15 minutes. Anyone who has the link can use it.',
      answer: redirect('Follow `Location`, a link to the file that is valid for 15 minutes.'),
      perform: async ({ callRpc }, call, request) =>
        required((await callRpc(createDownloadLink, call, request)).presignedUrl),
    }),
    getThumbnail: compositeOperation('GET /v2/files/:fileId/thumbnail', [createThumbnailLink], {
      summary: 'Read the thumbnail of a file',
      description:
        'Redirects to a new link to a small WebP of an image or a video, valid for 15 minutes. A file that has a thumbnail ' +
        'describes it in `thumbnail`; enrichment creates it. For other files it is not found.',
      answer: redirect('Follow `Location`, a link to the thumbnail that is valid for 15 minutes.'),
      perform: async ({ callRpc }, call, request) =>
        required((await callRpc(createThumbnailLink, call, request)).presignedUrl),
    }),
    getPresignedUrl: operation('GET /v2/files/:fileId/presigned-url', createDownloadLink, {
      summary: 'Create a download link',
      description:
        'Returns a new link that downloads the file, valid for 15 minutes. Anyone who has the link can use it.',
      answer: one('presignedUrl', 'The link.'),
    }),
  },
};
