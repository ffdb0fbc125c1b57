import type { OutgoingCall } from '@assay/chassis/call-context';
import { returnQuota } from '../../src/domain/room/room.ts';
import { depsOf } from '../deps.ts';
import type { Started } from '../start.ts';
import type { Dataset } from './dataset-uploader.ts';

type Servers = Pick<Started, 'db' | 'storage'>;
type Caller = Pick<OutgoingCall, 'organizationId'>;

/** Counts what a dataset has in the database and in the storage. */
export async function countDataset(
  { db, storage }: Servers,
  { organizationId }: Caller,
  { datasetId, internalId }: Dataset,
) {
  return {
    uploads: await db.collection('dataset_uploads').countDocuments({ organizationId, datasetId }),
    files: await db.collection('files').countDocuments({ organizationId, datasetId }),
    objects: (await listKeys(storage, `datasets/${organizationId}/${internalId}/`)).length,
  };
}

/** Lists the keys of objects, without thumbnails. */
export async function listKeys(storage: Servers['storage'], prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const objects of storage.list({ prefix })) keys.push(...objects.map(({ key }) => key));
  return keys.filter((key) => !key.endsWith('.thumbnail'));
}

/** Reads the storage that an organization uses, without files that were removed. */
export async function readUse(running: Started, { organizationId }: Caller) {
  const deps = depsOf(running);
  await returnQuota(deps, organizationId);
  const record = await deps.storageUse.find(organizationId);
  const { usedBytes = 0, usedFiles = 0, reservations = [] } = record ?? {};
  return { usedBytes, usedFiles, reservations: reservations.length };
}
