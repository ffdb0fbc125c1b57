import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { noContentUnlessRequested, one, page, redirect, shaped } from '../answer.ts';
import { compositeOperation, operation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { required } from '../required.ts';
import { file } from '../shapes/file.ts';

const { getFile, listFiles, updateFile, deleteFile, createDownloadLink, createThumbnailLink } =
  FilesServiceService;

export const files: Resource = {
  tag: { name: 'Files', description: 'Upload media, see what was read from their bytes, download them.' },
  operations: {
    uploadFile: adapterOperation('POST /v2/projects/:projectId/files', [], {
      summary: 'Upload a file',
      description:
        'Stores one file, sent as the part `file`. Its type is decided by its bytes. Reading it begins at once: ask for ' +
        'the file until `enrichmentStatus` is `completed` or `failed`.',
      // The upload listener asks for the same.
      access: 'user',
      errors: ['UNPROCESSABLE_ENTITY', 'QUOTA_EXCEEDED', 'CONFLICT'],
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
            file: { type: 'string', format: 'binary', description: 'The bytes, with their name and type.' },
          },
        },
      },
      answer: shaped(file, 'The file, with `enrichmentStatus` `pending`.'),
    }),
    listFiles: operation('GET /v2/projects/:projectId/files', listFiles, {
      summary: 'List the files of a project',
      description:
        'The files of one project, newest first, also where filters are set. A page far behind is as cheap as the first one ' +
        'when it is asked for with `cursor`.',
      answer: page('files', 'A page of files.'),
    }),
    listOrganizationFiles: operation('GET /v2/files', listFiles, {
      summary: 'List the files of the organization',
      description:
        'The files of all its projects, newest first. The filters are those of a project’s list; `folderId` needs `projectId`.',
      answer: page('files', 'A page of files.'),
    }),
    getProjectFile: operation('GET /v2/projects/:projectId/files/:fileId', getFile, {
      summary: 'Read a file of a project',
      description:
        'The same object as `GET /v2/files/{fileId}`; not found when the file is in another project.',
      answer: one('file', 'The file.'),
    }),
    getFile: operation('GET /v2/files/:fileId', getFile, {
      summary: 'Read a file',
      description:
        'One file with what was read from its bytes. Ask again every few seconds until `enrichmentStatus` is `completed` or ' +
        '`failed`.',
      omitted: ['projectId'],
      answer: one('file', 'The file.'),
    }),
    updateFile: operation('PUT /v2/files/:fileId', updateFile, {
      summary: 'Change what is noted about a file',
      description:
        'Changes name, labels, folder and notes; a member that is not sent stays as it is, null clears it. The content of a ' +
        'file and what was read from it never change: other members are refused.',
      nullable: ['tags'],
      answer: one('file', 'The changed file.'),
    }),
    deleteFile: operation('DELETE /v2/files/:fileId', deleteFile, {
      summary: 'Delete a file',
      description:
        'Deletes the file, its content and its comments for good: it is not found any more. What verification runs have found in it ' +
        'stays; runs that are under way with it end as `failed`, and what was held for them is released. Answers 204, or the record ' +
        'as it was with `return=record` or the header `Prefer: return=representation`.',
      renamed: { answer: 'return' },
      answer: noContentUnlessRequested('file', {
        noContent: 'It is deleted.',
        record: 'The file as it was.',
      }),
    }),
    downloadFile: compositeOperation('GET /v2/files/:fileId/download', [createDownloadLink], {
      summary: 'Download a file',
      description:
        'Redirects to a fresh link, valid 15 minutes, that downloads the bytes as uploaded. Whoever has the link can use it.',
      answer: redirect('Follow `Location`, a link to the bytes that is valid 15 minutes.'),
      perform: async ({ callRpc }, call, request) =>
        required((await callRpc(createDownloadLink, call, request)).presignedUrl),
    }),
    getThumbnail: compositeOperation('GET /v2/files/:fileId/thumbnail', [createThumbnailLink], {
      summary: 'See the thumbnail of a file',
      description:
        'Redirects to a fresh link, valid 15 minutes, to a small WebP of an image or a video. Files that have one say so in ' +
        '`thumbnail`; it is made while the file is read. Not found for those that have none.',
      answer: redirect('Follow `Location`, a link to the picture that is valid 15 minutes.'),
      perform: async ({ callRpc }, call, request) =>
        required((await callRpc(createThumbnailLink, call, request)).presignedUrl),
    }),
    getPresignedUrl: operation('GET /v2/files/:fileId/presigned-url', createDownloadLink, {
      summary: 'Make a link to a file',
      description:
        'A fresh link, valid 15 minutes, that downloads the bytes. Whoever has the link can use it.',
      answer: one('presignedUrl', 'The link.'),
    }),
  },
};
