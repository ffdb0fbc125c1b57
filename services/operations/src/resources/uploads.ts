import { UploadsServiceService } from '@assay/proto/files/v1/uploads_service';
import { noContent, one, shaped } from '../answer.ts';
import { operation, adapterOperation } from '../operation.ts';
import type { Resource } from '../operation.ts';
import { uploadPart } from '../shapes/upload-part.ts';

const rpcs = UploadsServiceService;

export const uploads: Resource = {
  tag: {
    name: 'Uploads in parts',
    description:
      'For large files and for connections that break: begin an upload, send its parts in any order and at the same time, ' +
      'complete it. After a break, read the upload to see which parts are there.',
  },
  operations: {
    createUpload: operation('POST /v2/projects/:projectId/uploads', rpcs.createUpload, {
      summary: 'Begin an upload in parts',
      description:
        'Answers how large the parts are to be: each has `partSize` bytes and the last one the rest. Until `expiresAt` the ' +
        'upload waits for its parts; then it ends by itself and what has arrived of it is removed. 409 also while the ' +
        'organization has as many uploads under way as there may be, unless configured otherwise 10,000.',
      status: 201,
      errors: ['QUOTA_EXCEEDED', 'CONFLICT'],
      omitted: ['withLinks'],
      answer: one('upload', 'The upload.'),
    }),
    getUpload: operation('GET /v2/projects/:projectId/uploads/:uploadId', rpcs.getUpload, {
      summary: 'Read an upload in parts',
      description:
        'The upload with the parts that have arrived. Not found once it is completed: the file has the same id, ' +
        '`GET /v2/files/{fileId}` answers it.',
      omitted: ['withLinks'],
      answer: one('upload', 'The upload.'),
    }),
    uploadPart: adapterOperation('PUT /v2/projects/:projectId/uploads/:uploadId/parts/:partNumber', [], {
      summary: 'Send a part of an upload',
      description:
        'Takes the bytes of one part as the body, whatever its `Content-Type`; a length that is not the part’s is refused. ' +
        'Sent again, a part replaces the one before. The answer has the SHA-256 of what arrived, to be compared. The type ' +
        'of the file is looked at with the first part.',
      // The upload listener asks for the same.
      access: 'user',
      errors: ['INVALID_STATE'],
      params: {
        type: 'object',
        required: ['projectId', 'uploadId', 'partNumber'],
        properties: {
          projectId: { type: 'string', description: 'The project.' },
          uploadId: { type: 'string', description: 'The upload.' },
          partNumber: {
            type: 'integer',
            minimum: 1,
            maximum: 10_000,
            description: 'The number of the part, from 1.',
          },
        },
      },
      body: { mimeType: 'application/octet-stream', schema: { type: 'string', format: 'binary' } },
      answer: shaped(uploadPart, 'The part as it arrived.'),
    }),
    completeUpload: operation(
      'POST /v2/projects/:projectId/uploads/:uploadId/complete',
      rpcs.completeUpload,
      {
        summary: 'Complete an upload in parts',
        description:
          'Makes the parts a file, which has the id of the upload; asked again, it answers the same file. All bytes are read ' +
          'once for it, for which the answer to a large file waits up to two minutes. When it does not come until then (503 ' +
          'with `Retry-After`), or the connection breaks, the reading goes on, and asking again waits for the same one. While parts are missing: 409 with `details.missingParts`, and the upload stays open. When the ' +
          'SHA-256 is another one (422) or the type is not accepted (415), the upload ends and has to be begun again.',
        status: 201,
        errors: ['INVALID_STATE', 'UNPROCESSABLE_ENTITY'],
        answer: one('file', 'The file, with `enrichmentStatus` `pending`.'),
      },
    ),
    abortUpload: operation('DELETE /v2/projects/:projectId/uploads/:uploadId', rpcs.abortUpload, {
      summary: 'End an upload in parts',
      description: 'Removes the parts that have arrived.',
      errors: ['INVALID_STATE'],
      answer: noContent('The upload has ended.'),
    }),
  },
};
