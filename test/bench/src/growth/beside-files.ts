import { createFileStore } from '../../../../services/projects-files/src/store/file/file-store.ts';
import { newId } from '@assay/chassis/ids';
import { insertMany } from './insert-many.ts';
import type { WireCost, WireMeter } from './wire-meter.ts';

const page = { limit: 5, offset: 0 };

/** What reading one file and a page of them costs beside so many in the project. */
export async function besideFiles(meter: WireMeter, count: number): Promise<Record<string, WireCost>> {
  const { db } = meter;
  const files = createFileStore(db, { notify: () => undefined });
  const organizationId = newId();
  const projectId = newId();
  const idOf = (index: number) => `file${index.toString().padStart(20, '0')}`;
  const createdAt = new Date();
  await insertMany(db.collection('files'), count, (index) => ({
    _id: idOf(index),
    organizationId,
    projectId,
    uploaderId: 'user',
    name: 'a.jpg',
    mimeType: 'image/jpeg',
    sizeBytes: 1,
    sha256: 'a'.repeat(64),
    etag: 'e',
    storageKey: idOf(index),
    tags: [],
    additionalInfo: {},
    enrichmentStatus: 'completed',
    enrichmentError: null,
    enrichment: null,
    privacyLevel: 'private',
    origin: 'user_upload',
    createdAt: new Date(createdAt.getTime() + index),
    updatedAt: createdAt,
    outbox: [],
  }));
  const filter = { projectId, enrichmentStatus: undefined, mimeTypePrefix: '' };
  const { nextCursor = '' } = await files.list(organizationId, filter, { ...page, limit: 2, cursor: '' });
  return {
    'read a file': await meter.measure(() => files.find(organizationId, idOf(1))),
    'list the first page': await meter.measure(() =>
      files.list(organizationId, filter, { ...page, cursor: '' }),
    ),
    'list the next page': await meter.measure(() =>
      files.list(organizationId, filter, { ...page, cursor: nextCursor }),
    ),
    'list by an offset': await meter.measure(() =>
      files.list(organizationId, filter, { ...page, offset: 2 }),
    ),
    'count the files': await meter.measure(() => files.count(organizationId, projectId)),
  };
}
