import { DomainError, unauthenticated } from '@assay/chassis/errors';
import { FilesServiceService } from '@assay/proto/files/v1/files_service';
import { StorageUse } from '@assay/proto/files/v1/storage_use';
import { cleaningLimits } from '@assay/proto/upload-limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const { getStorageUse } = FilesServiceService;

async function read() {
  const response = await gateway.fetch('/v2/limits');
  return { status: response.status, body: await response.json() };
}

describe('the limits', () => {
  it('are those that are enforced, with the room of the organization', async () => {
    expect(await read()).toEqual({
      status: 200,
      body: {
        maxUploadBytes: {
          image: 52_428_800,
          audio: 209_715_200,
          video: 2_147_483_647,
          document: 104_857_600,
          csv: 10_485_760,
        },
        maxFilesPerUpload: 1,
        maxFilesPerDatasetUpload: 100,
        maxFilesPerVersion: 100_000,
        cleaning: cleaningLimits,
        maxFileIdsPerRun: 50,
        maxSlotsPerJob: 100_000,
        inputDataBytesPerJob: 67_108_864,
        webhooksPerJob: 20,
        deliveries: { perOrigin: 8, perFailingOrigin: 1, perSlowOrganization: 2, slowSeconds: 5 },
        guestsPerAddress: 20,
        requestBodies: {
          maxBytes: 65_536,
          bytesPerCredential: 16_777_216,
          bytesPerOrganization: 25_165_824,
        },
        keys: { perKey: 20, perUser: 100 },
        rateLimits: { windowSeconds: 900, authenticated: 3000, organization: 30_000, anonymous: 150 },
        storage: { ...sampled(StorageUse) },
      },
    });
  });

  it.each([
    ['the caller has no organization', () => Promise.resolve({ storageUse: undefined })],
    ['projects-files is away', () => Promise.reject(new DomainError('UNAVAILABLE', 'X', 'away'))],
    ['projects-files is of before', () => Promise.reject(new DomainError('UNIMPLEMENTED', 'X', 'no'))],
    ['projects-files does not answer', () => new Promise<never>(() => undefined)],
  ])('come without the room when %s', async (_case, answer) => {
    gateway.answer(getStorageUse, answer);
    expect(await read()).toMatchObject({ status: 200, body: { maxFilesPerUpload: 1, storage: null } });
  });

  it('are not for whoever turns out to be nobody', async () => {
    gateway.answer(getStorageUse, () => Promise.reject(unauthenticated()));
    expect(await read()).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } });
  });
});
