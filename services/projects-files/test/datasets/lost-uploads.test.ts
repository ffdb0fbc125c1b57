import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { DatasetUploadOverdue } from '@assay/proto/files/v1/file_events';
import { redrive } from '@assay/chassis/work/redrive';
import { eventually } from '@assay/test-kit/eventually';
import { sweepDatasetUploads } from '../../src/domain/dataset-upload/sweep-dataset-uploads.ts';
import { acceptUpload } from '../../src/domain/dataset-upload/accept-upload.ts';
import { discardUpload } from '../../src/domain/dataset-upload/discard-upload.ts';
import { recomputeUsage } from '../../src/domain/room/room.ts';
import { image, multipartType, partHeader } from '../content.ts';
import { depsOf } from '../deps.ts';
import { dyingAfter } from '../dying-process.ts';
import { startProcess } from '../own-process.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { countDataset, readUse } from './count-dataset.ts';
import { newCaller, newDataset, uploadToDataset } from './dataset-uploader.ts';
import type { Dataset } from './dataset-uploader.ts';

const hourMs = 3_600_000;
const nothing = { uploads: 0, files: 0, objects: 0 };
const unused = { usedBytes: 0, usedFiles: 0, reservations: 0 };
let running: Started;
let png: Buffer;
beforeAll(async () => {
  running = await start({ ROLES: 'api' });
  png = await image('png');
});
afterAll(() => running.stop());

/** Sends the beginning of an upload with three files, and returns its connection. */
async function beginUpload(
  address: string,
  call: OutgoingCall,
  { datasetId, internalId, modality }: Dataset,
) {
  const headers = {
    host: 'x',
    ...multipartType,
    'content-length': '1000000',
    ...(await running.uploader.headers(call)),
    'x-dataset-internal-id': internalId,
    'x-dataset-modality': modality,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const part = partHeader('Content-Disposition: form-data; name="file[]"; filename="a.png"');
  const body = [1, 2, 3].flatMap(() => [part, png, Buffer.from('\r\n')]);
  const [host, port] = address.split(':');
  const socket = connect({ host: host ?? '', port: Number(port) }).on('error', () => undefined);
  await once(socket, 'connect');
  const start = [`POST /v2/datasets/${datasetId}/files HTTP/1.1`, ...lines, '', ''].join('\r\n');
  socket.write(Buffer.concat([Buffer.from(start), ...body]));
  return socket;
}

const countObjects = async (call: OutgoingCall, dataset: Dataset): Promise<number> =>
  (await countDataset(running, call, dataset)).objects;

describe('an upload that does not arrive', () => {
  it('leaves nothing when its client goes after some files', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const socket = await beginUpload(running.service.uploadAddress ?? '', call, dataset);
    await eventually(async () => expect(await countObjects(call, dataset)).toBeGreaterThan(1));
    socket.resetAndDestroy();
    await eventually(async () => {
      expect(await countDataset(running, call, dataset)).toEqual(nothing);
      expect(await readUse(running, call)).toEqual(unused);
    });
  });

  it('leaves nothing after the sweep when its process is killed', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const own = await startProcess({ ...running.environment, ROLES: 'api' });
    const socket = await beginUpload(own.uploadAddress ?? '', call, dataset);
    await eventually(async () => expect(await countObjects(call, dataset)).toBeGreaterThan(1));
    await own.kill();
    socket.destroy();
    expect(await countDataset(running, call, dataset)).toMatchObject({ uploads: 1 });
    await sweepDatasetUploads(depsOf(running));
    expect(await countObjects(call, dataset)).toBeGreaterThan(1);
    for (let sweeps = 0; sweeps < 2; sweeps += 1) {
      running.clock.advance(hourMs + 1_000);
      await sweepDatasetUploads(depsOf(running));
    }
    expect(await countDataset(running, call, dataset)).toEqual(nothing);
    expect(await readUse(running, call)).toEqual(unused);
  });
});

describe('an upload that nobody finishes', () => {
  it('is announced after a minute, later at longer intervals, until it is discarded', async () => {
    const call = newCaller();
    const dataset = newDataset();
    const { upload } = await uploadToDataset(running, call, { dataset, files: [{ bytes: png }] });
    const deps = depsOf(running);
    const announced = async (): Promise<number> =>
      (await redrive(deps, deps.datasetUploads.overdue)).requested;
    const published = () =>
      running.db
        .collection('dataset_uploads')
        .updateMany({}, { $set: { outbox: [] }, $unset: { outboxSince: 1 } });
    expect(await announced()).toBe(0);
    running.clock.advance(60_000);
    expect(await announced()).toBe(1);
    const stored = await running.db.collection('dataset_uploads').findOne({ datasetId: dataset.datasetId });
    const [entry] = (stored?.['outbox'] ?? []) as readonly {
      readonly payload: { readonly buffer: Uint8Array };
    }[];
    const { datasetId } = dataset;
    expect(DatasetUploadOverdue.decode(new Uint8Array(entry?.payload.buffer ?? []))).toEqual({
      uploadId: upload?.uploadId,
      datasetId,
      organizationId: call.organizationId,
    });
    await published();
    running.clock.advance(40_000);
    expect(await announced()).toBe(0);
    running.clock.advance(40_000);
    expect(await announced()).toBe(1);
    await published();
    running.clock.advance(80_000);
    expect(await announced()).toBe(0);
    await discardUpload(deps, { organizationId: call.organizationId, id: upload?.uploadId ?? '' });
    running.clock.advance(hourMs);
    expect(await announced()).toBe(0);
  });
});

it('an upload that is accepted and discarded at the same time, or dies, is counted as what is there', async () => {
  for (let requests = 0; ; requests += 1) {
    const call = newCaller();
    const { organizationId } = call;
    const dataset = newDataset();
    const { datasetId } = dataset;
    const { upload } = await uploadToDataset(running, call, {
      dataset,
      files: [{ bytes: png }, { bytes: png }],
    });
    const uploadId = upload?.uploadId ?? '';
    const { clock, logger, completions, ...all } = depsOf(running);
    const { servers, sent } = dyingAfter(all, requests);
    const accepting = acceptUpload({ ...servers, clock }, call, { datasetId, uploadId }).catch(
      () => undefined,
    );
    if (requests % 2 === 0) await accepting;
    await discardUpload(depsOf(running), { organizationId, id: uploadId });
    await accepting;
    running.clock.advance(hourMs + 1_000);
    await sweepDatasetUploads(depsOf(running));
    await recomputeUsage(depsOf(running), organizationId);
    expect(await countDataset(running, call, dataset)).toEqual(nothing);
    expect(await readUse(running, call)).toEqual(unused);
    if (sent() < requests) break;
  }
});
