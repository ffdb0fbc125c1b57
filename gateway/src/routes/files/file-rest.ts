import { Type } from 'typebox';
import type { Static } from 'typebox';
import { EnrichmentStatus, FileOrigin, PrivacyLevel } from '@assay/proto/files/v1/file';
import type { File } from '@assay/proto/files/v1/file';
import { required } from '../../rest/required.ts';
import { restEnum } from '../../rest/rest-enum.ts';
import { dateTime, id, named, nullable, openObject } from '../../rest/schema.ts';
import { enrichmentSchema } from './enrichment-rest.ts';

export const enrichmentStatus = restEnum(EnrichmentStatus.UNSPECIFIED, {
  pending: EnrichmentStatus.PENDING,
  running: EnrichmentStatus.RUNNING,
  completed: EnrichmentStatus.COMPLETED,
  failed: EnrichmentStatus.FAILED,
});

const privacyLevel = restEnum(PrivacyLevel.UNSPECIFIED, {
  private: PrivacyLevel.PRIVATE,
  sensitive: PrivacyLevel.SENSITIVE,
  internal: PrivacyLevel.INTERNAL,
  public: PrivacyLevel.PUBLIC,
});

const origin = restEnum(FileOrigin.UNSPECIFIED, {
  user_upload: FileOrigin.USER_UPLOAD,
  workflow_generated: FileOrigin.WORKFLOW_GENERATED,
});

const none = (description: string) => nullable(Type.String(), description);

/** Both documented shapes in one: `type` is `mimeType`, `contentHash` the SHA-256, `path` the storage key. */
export const fileSchema = named(
  'File',
  Type.Object(
    {
      id: id('The file.'),
      projectId: id('Its project.'),
      organizationId: id('The organization it belongs to.'),
      uploaderId: id('The user who uploaded it.'),
      name: Type.String({ description: 'As uploaded, without any path.', examples: ['harbour.jpg'] }),
      mimeType: Type.String({ description: 'Decided by the bytes.', examples: ['image/jpeg'] }),
      type: Type.String({ description: 'The same as `mimeType`.', examples: ['image/jpeg'] }),
      size: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Bytes.' }),
      contentHash: Type.String({ description: 'SHA-256 of the content, lower-case hex.' }),
      etag: Type.String({ description: 'Of the stored object.' }),
      path: Type.String({ description: 'Where the object is stored.' }),
      enrichmentStatus: enrichmentStatus.schema,
      enrichment: Type.Optional(enrichmentSchema.ref),
      enrichmentError: Type.Optional(Type.String({ description: 'Why the file could not be read.' })),
      tags: Type.Array(Type.String(), { description: 'Free labels.' }),
      privacyLevel: privacyLevel.schema,
      metadata: Type.Null({ description: 'Nothing yet.' }),
      additionalInfo: openObject('Free-form, by its owner.'),
      origin: origin.schema,
      originWorkflowId: none('The workflow that made it.'),
      sourceFileId: none('The file it was made from.'),
      folderId: none('The folder it is in.'),
      placeholder: none('A tiny preview.'),
      createdAt: dateTime('When it was uploaded.'),
      updatedAt: dateTime('When its record last changed.'),
      lastModified: dateTime('When its content last changed; content never does.'),
    },
    { description: 'A stored file. Its bytes never change.' },
  ),
);

export function toFile(file: File | undefined): Static<typeof fileSchema.schema> {
  const { enrichment, enrichmentError, createdAt, updatedAt, ...rest } = required(file);
  return {
    id: rest.id,
    projectId: rest.projectId,
    organizationId: rest.organizationId,
    uploaderId: rest.uploaderId,
    name: rest.name,
    mimeType: rest.mimeType,
    type: rest.mimeType,
    size: rest.sizeBytes,
    contentHash: rest.sha256,
    etag: rest.etag,
    path: rest.storageKey,
    enrichmentStatus: enrichmentStatus.toRest(rest.enrichmentStatus),
    ...(enrichment && { enrichment }),
    ...(enrichmentError !== undefined && { enrichmentError }),
    tags: rest.tags,
    privacyLevel: privacyLevel.toRest(rest.privacyLevel),
    metadata: null,
    additionalInfo: rest.additionalInfo ?? {},
    origin: origin.toRest(rest.origin),
    originWorkflowId: null,
    sourceFileId: null,
    folderId: null,
    placeholder: null,
    createdAt: required(createdAt).toISOString(),
    updatedAt: required(updatedAt).toISOString(),
    lastModified: required(createdAt).toISOString(),
  };
}
