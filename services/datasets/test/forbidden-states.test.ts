import { connectMongo } from '@assay/chassis/mongo/connect';
import type { MongoConnection } from '@assay/chassis/mongo/connect';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { awaitVersion, startDatasetPlatform } from './dataset-platform.ts';
import type { DatasetPlatform, VersionBody } from './dataset-platform.ts';

interface VersionDocument {
  readonly _id: string;
  readonly state: string;
}

let on: DatasetPlatform;
let mongo: MongoConnection;
let dataset: Awaited<ReturnType<DatasetPlatform['createDataset']>>;
/** A version whose state the tests set: no job may change it meanwhile. */
let version: { readonly id: string; readonly path: string };

const exact = { pipelineSlug: 'dedup-exact' };

beforeAll(async () => {
  on = await startDatasetPlatform();
  const { servers, databasePrefix } = on.platform.layout;
  const place = { uri: servers.mongodb.uri, database: `${databasePrefix}_datasets` };
  mongo = await connectMongo({ ...place, appName: 'test' });
  dataset = await on.createDataset();
  await on.rest.uploadToDataset(dataset.id, [on.image('a.jpg'), on.image('b.jpg')]);
  const { body } = await on.rest.post(`${dataset.raw}/clean`, exact);
  const { id } = body as VersionBody;
  const path = `${dataset.path}/versions/${id}`;
  await awaitVersion(on.rest, path);
  version = { id, path };
});

afterAll(async () => {
  await mongo.close();
  await on.stop();
});

/** Sets the state and has no check of jobs look at the version. */
async function setState(state: string): Promise<void> {
  const versions = mongo.db.collection<VersionDocument>('versions');
  await versions.updateOne({ _id: version.id }, { $set: { state }, $unset: { checkAt: true } });
}

async function readFailure(answer: Promise<{ readonly status: number; readonly body: unknown }>) {
  const { status, body } = await answer;
  const { error } = body as {
    readonly error: { readonly code: string; readonly details?: Readonly<Record<string, unknown>> };
  };
  const { versionId, state } = error.details ?? {};
  return [status, error.code, versionId, state];
}

describe.each(['cleaning', 'enriching', 'failed', 'cleaned_and_enriched'])(
  'a version in state %s',
  (state) => {
    beforeAll(() => setState(state));

    it('is no source of a job', async () => {
      const expected = [409, 'CONFLICT', version.id, state];
      expect(await readFailure(on.rest.post(`${version.path}/clean`, exact))).toEqual(expected);
      expect(await readFailure(on.rest.post(`${version.path}/enrich`))).toEqual(expected);
      const run = { targetType: 'dataset_version', targetId: version.id, mode: 'dedup' };
      expect(await readFailure(on.rest.post('/v2/data-platform/runs', run))).toEqual(expected);
    });

    it.runIf(state === 'cleaning')('keeps other versions of the dataset from being cleaned', async () => {
      const [status, code, holder] = await readFailure(on.rest.post(`${dataset.raw}/clean`, exact));
      expect([status, code, holder]).toEqual([400, 'BAD_REQUEST', version.id]);
    });

    it.skipIf(state === 'cleaned_and_enriched')('has no manifest, export, diff or issues', async () => {
      const { rest } = on;
      const reads = [
        rest.get(`${version.path}/manifest`),
        rest.get(`${version.path}/export`),
        rest.get(`${dataset.raw}/diff/${version.id}`),
        rest.get(`${version.path}/diff/${dataset.rawVersionId}`),
        rest.get(`${dataset.raw}/issues?against=${version.id}`),
        rest.get(`${version.path}/issues`),
      ];
      for (const read of reads) {
        const [status, code, , found] = await readFailure(read);
        expect([status, code, found]).toEqual([409, 'INVALID_STATE', state]);
      }
    });
  },
);
