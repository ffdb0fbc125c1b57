import type { IncomingMessage } from 'node:http';
import { DomainError } from '@assay/chassis/errors';
import { InputDataSet } from '@assay/proto/inputdata/v1/input_data_set';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';
import { refuseUpload, startUploadListener, storeInputData } from './upload-listener.ts';
import type { UploadListener } from './upload-listener.ts';

let listener: UploadListener;
let gateway: TestGateway;
const dataSet = sampled(InputDataSet);
const path = `/v2/projects/${dataSet.projectId}/input-data/from-csv`;

beforeAll(async () => {
  listener = await startUploadListener();
  gateway = await startTestGateway({ PROJECTS_FILES_UPLOAD_URL: listener.url });
});
afterAll(async () => {
  await gateway.stop();
  await listener.stop();
});

function send(headers: Readonly<Record<string, string>> = {}, to = path): Promise<Response> {
  const body = new FormData();
  body.set('language', 'de');
  body.set('file', new Blob(['city\nHamburg\n']), 'Places.csv');
  return gateway.fetch(to, { method: 'POST', body, headers: { 'x-api-key': apiKey, ...headers } });
}

const ignore = (): void => undefined;

it('a form reaches the listener as it is, and the set it became is shown as every set is', async () => {
  let seen: IncomingMessage | undefined;
  let text = '';
  listener.receive = storeInputData(dataSet, (request, body) => {
    seen = request;
    text = body.toString();
  });
  const response = await send();
  const read = await gateway.fetch(`/v2/projects/${dataSet.projectId}/input-data/${dataSet.id}`);
  expect([response.status, await response.json()]).toEqual([201, await read.json()]);
  expect([seen?.url, text.includes('city\nHamburg\n')]).toEqual([path, true]);
  expect(seen?.headers).not.toHaveProperty('idempotency-key');
});

it('an idempotency key goes on, and a repetition is said to be one', async () => {
  const keys: unknown[] = [];
  const note = ({ headers }: IncomingMessage): void => void keys.push(headers['idempotency-key']);
  listener.receive = storeInputData(dataSet, note);
  const first = await send({ 'idempotency-key': 'a-key' });
  listener.receive = storeInputData(dataSet, note, { 'idempotent-replayed': 'true' });
  const second = await send({ 'idempotency-key': 'a-key' });
  expect(keys).toEqual(['a-key', 'a-key']);
  const replayed = [first, second].map(({ headers }) => headers.get('idempotent-replayed'));
  expect(replayed).toEqual([null, 'true']);
});

it('a set of the largest size is answered whole', async () => {
  const values = Array.from({ length: 100_000 }, () => 'x'.repeat(83));
  const lists = dataSet.lists.map((list) => ({ ...list, values }));
  listener.receive = storeInputData({ ...dataSet, lists, groups: [] }, ignore);
  const { lists: shown } = (await (await send()).json()) as InputDataSet;
  expect(shown[0]?.values).toHaveLength(100_000);
});

it('lines that cannot be taken are named', async () => {
  const details = { field: 'file', rows: [{ line: 3, reason: 'has 1 cell where the header has 2' }] };
  listener.receive = refuseUpload(new DomainError('INVALID_ARGUMENT', 'INVALID_FIELD', 'no', { details }));
  const response = await send();
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: 'VALIDATION_ERROR', details } },
  ]);
});

it.each([
  ['RESOURCE_EXHAUSTED', 'PAYLOAD_TOO_LARGE', 413, 'PAYLOAD_TOO_LARGE'],
  ['FAILED_PRECONDITION', 'UNPROCESSABLE_FILE', 422, 'UNPROCESSABLE_ENTITY'],
  ['ALREADY_EXISTS', 'IDEMPOTENCY_CONFLICT', 409, 'IDEMPOTENCY_CONFLICT'],
  ['NOT_FOUND', 'PROJECT_NOT_FOUND', 404, 'NOT_FOUND'],
] as const)('%s %s is passed on', async (status, reason, code, name) => {
  listener.receive = refuseUpload(new DomainError(status, reason, 'no'));
  const response = await send();
  expect([response.status, await response.json()]).toMatchObject([code, { error: { code: name } }]);
});

it('what cannot be a project, and what is no form, never reaches the listener', async () => {
  let hasReached = false;
  listener.receive = () => (hasReached = true);
  const json = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const answers = [
    await send({}, '/v2/projects/..%2fother/input-data/from-csv'),
    await gateway.fetch(path, { method: 'POST', headers: json, body: '{}' }),
    await gateway.fetch(path, { method: 'POST' }),
    await gateway.fetch(path, { method: 'POST', headers: {} }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 415, 400, 401]);
  expect(hasReached).toBe(false);
});

it('is all that the address is for, although it looks like that of a set', async () => {
  const response = await gateway.fetch(path, { method: 'OPTIONS' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
});
