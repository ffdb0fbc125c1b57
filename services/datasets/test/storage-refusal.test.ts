import { afterAll, expect, inject, it } from 'vitest';
import { createObjectStorage } from '@assay/chassis/storage/object-storage';
import type { ObjectStorage } from '@assay/chassis/storage/object-storage';
import { isStorageRefusal } from '../src/clients/storage-refusal.ts';

const opened: ObjectStorage[] = [];

afterAll(() => {
  for (const storage of opened) storage.close();
});

function open(options: { readonly endpoint?: string; readonly secretAccessKey?: string }): ObjectStorage {
  const storage = createObjectStorage({ ...inject('servers').s3, ...options, timeoutMs: 1_000 });
  opened.push(storage);
  return storage;
}

function put(storage: ObjectStorage): Promise<unknown> {
  const bytes = Buffer.from('bytes');
  return storage.put('refused/object', bytes, { contentType: 'text/plain' }).catch((error: unknown) => error);
}

it('is a status of 403, such as the one for a wrong secret', async () => {
  expect(isStorageRefusal(await put(open({ secretAccessKey: 'another-secret' })))).toBe(true);
});

it('is neither a missing object nor a storage that cannot be reached', async () => {
  const missing = await open({})
    .get('refused/missing')
    .catch((error: unknown) => error);
  expect([missing instanceof Error, isStorageRefusal(missing)]).toEqual([true, false]);
  const unreachable = await put(open({ endpoint: 'http://127.0.0.1:9' }));
  expect([unreachable instanceof Error, isStorageRefusal(unreachable)]).toEqual([true, false]);
});
