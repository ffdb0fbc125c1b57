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
      'For large files and unreliable connections: start an upload, send its parts in any order and in parallel, then complete ' +
      'it. After an interruption, read the upload to get the parts that have arrived.',
  },
  operations: {
    createUpload: operation('POST /v2/projects/:projectId/uploads', rpcs.createUpload, {
      summary: 'Start a multipart upload',
      description:
        'Returns the part size: each part has `partSize` bytes, and the last one the rest. An upload that is not completed until ' +
        '`expiresAt` is removed with its parts. If the storage quota is exceeded, the request is refused with {QUOTA_EXCEEDED}. If ' +
        'the organization has too many active uploads (10,000 unless configured otherwise), it is refused with {UPLOAD_LIMIT}.',
      status: 201,
      errors: ['QUOTA_EXCEEDED', 'UPLOAD_LIMIT', 'CONCURRENT_CHANGE'],
      omitted: ['withLinks'],
      answer: one('upload', 'The id of the upload.'),
    }),
    getUpload: operation('GET /v2/projects/:projectId/uploads/:uploadId', rpcs.getUpload, {
      summary: 'Read a multipart upload',
      description:
        'Returns the upload with its received parts. It is not found after its completion; the file has the same id and is read ' +
        'with {getFile}.',
      omitted: ['withLinks'],
      answer: one('upload', 'The id of the upload.'),
    }),
    uploadPart: adapterOperation('PUT /v2/projects/:projectId/uploads/:uploadId/parts/:partNumber', [], {
      summary: 'Send a part of an upload',
      description:
        'Takes the bytes of one part as the body, with any `Content-Type`. A body with another length than the part is refused. A ' +
        'part that is sent again replaces the earlier one. The response has the SHA-256 of the received part, for comparison. The ' +
        'first part decides the type of the file. If the organization already sends the maximum number of parts (`details.limit`), the ' +
        'request waits up to 25 seconds and is then refused with {CONCURRENCY_LIMIT}. A part that takes more than 20 seconds to ' +
        'arrive gives way to waiting parts of other organizations: it is refused with a retryable error.',
      // The upload listener checks the same role.
      access: 'user',
      errors: ['UPLOAD_STATE', 'CONCURRENCY_LIMIT'],
      params: {
        type: 'object',
        required: ['projectId', 'uploadId', 'partNumber'],
        properties: {
          projectId: { type: 'string', description: 'The project.' },
          uploadId: { type: 'string', description: 'The id of the upload.' },
          partNumber: {
            type: 'integer',
            minimum: 1,
            maximum: 10_000,
            description: 'The number of the part, starting at 1.',
          },
        },
      },
      body: { mimeType: 'application/octet-stream', schema: { type: 'string', format: 'binary' } },
      answer: shaped(uploadPart, 'The received part.'),
    }),
    completeUpload: operation(
      'POST /v2/projects/:projectId/uploads/:uploadId/complete',
      rpcs.completeUpload,
      {
        summary: 'Complete a multipart upload',
        description:
          'Joins the parts into a file with the same id as the upload. Repeated calls return the same file. All bytes are read for ' +
          'this, so the call takes up to two minutes for a large file. If it takes longer, the call fails with a retryable error; if ' +
          'it fails or the connection breaks, the work continues, and a repeated call waits for the same result. Missing parts are ' +
          'refused with {UPLOAD_INCOMPLETE} and listed in `details.missingParts`; the upload stays open. A SHA-256 that differs is ' +
          'refused with {UNPROCESSABLE_FILE}; the parts stay, and the upload can be completed with the right one. A type that is not ' +
          'accepted is refused with {UNSUPPORTED_MEDIA_TYPE}; the upload then ends and must be started again.',
        status: 201,
        errors: ['UPLOAD_INCOMPLETE', 'UPLOAD_STATE', 'UNPROCESSABLE_FILE', 'UPLOAD_EXPIRED'],
        answer: one('file', 'The file, with `enrichmentStatus` `pending`.'),
      },
    ),
    abortUpload: operation('DELETE /v2/projects/:projectId/uploads/:uploadId', rpcs.abortUpload, {
      summary: 'Abort a multipart upload',
      description: 'Removes the received parts.',
      errors: ['UPLOAD_STATE'],
      answer: noContent('The upload is aborted.'),
    }),
  },
};
