import { createHash } from 'node:crypto';
import { createRest } from '@assay/test-kit/rest';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

const text = 'A text of the matrix that arrives in parts.';
const announced = () => ({ name: 'matrix.txt', mimeType: 'text/plain', size: Buffer.byteLength(text) });

/** Uploads in parts. */
export const uploadRows: Table = {
  createUpload: { needs: 'user', success: 201, body: announced },
  getUpload: { needs: 'user', success: 200, make: beginUpload },
  uploadPart: { needs: 'user', success: 200, make: beginUpload, body: () => text },
  completeUpload: {
    needs: 'user',
    success: 201,
    make: sendUpload,
    body: () => ({ sha256: createHash('sha256').update(text).digest('hex') }),
  },
  abortUpload: { needs: 'user', success: 204, make: beginUpload },
};

async function beginUpload({ platform, home, population }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.user);
  const { body } = await rest.post(`/v2/projects/${population.projectId}/uploads`, announced());
  return { uploadId: body.uploadId, partNumber: '1' };
}

async function sendUpload(world: World): Promise<PathValues> {
  const { platform, home, population } = world;
  const place = await beginUpload(world);
  const path = `/v2/projects/${population.projectId}/uploads/${place['uploadId'] ?? ''}/parts/1`;
  await fetch(platform.baseUrl + path, {
    method: 'PUT',
    headers: { 'x-api-key': home.keys.user },
    body: text,
  });
  return place;
}
