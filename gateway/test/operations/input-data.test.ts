import { DomainError } from '@assay/chassis/errors';
import { InputDataSet } from '@assay/proto/inputdata/v1/input_data_set';
import {
  CreateInputDataSetRequest,
  InputDataSetsServiceService,
} from '@assay/proto/inputdata/v1/input_data_sets_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const rpcs = InputDataSetsServiceService;
const dataSet = sampled(InputDataSet);
const path = `/v2/projects/${dataSet.projectId}/input-data`;
const { groups } = sampled(CreateInputDataSetRequest);
const input = { name: 'Places', language: 'de', groups };

async function send(method: string, to: string, body?: unknown) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const response = await gateway.fetch(to, init);
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

describe('input data', () => {
  it('are taken with lists of several megabytes, and not of any length', async () => {
    const requests: CreateInputDataSetRequest[] = [];
    gateway.answer(rpcs.createInputDataSet, (_call, request) => {
      requests.push(request);
      return Promise.resolve({ dataSet });
    });
    const values = Array.from({ length: 300 }, () => 'x'.repeat(10_000));
    const lists = [{ name: 'city', values }];
    expect(await send('POST', path, { ...input, lists })).toMatchObject({ status: 201 });
    expect(requests).toMatchObject([{ scope: 'INPUT_DATA_SCOPE_PROJECT', lists, groups }]);
    const much = Array.from({ length: 1_800 }, () => 'x'.repeat(10_000));
    expect(await send('POST', path, { ...input, lists: [{ name: 'city', values: much }] })).toMatchObject({
      status: 413,
    });
    expect(requests).toHaveLength(1);
  });

  it.each(['POST', 'PUT'])('are refused by %s when a list has no `values`', async (method) => {
    const to = method === 'POST' ? path : `${path}/${dataSet.id}`;
    expect(await send(method, to, { ...input, groups: [], lists: [{ name: 'city' }] })).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST', details: { field: 'lists.0.values' } } },
    });
  });

  it('show the lists of each group', async () => {
    gateway.answer(rpcs.getInputDataSet, () => Promise.resolve({ dataSet }));
    const [list] = dataSet.lists;
    const shown = { id: list?.id, name: list?.name, values: list?.values };
    expect(await send('GET', `${path}/${dataSet.id}`)).toMatchObject({
      body: { groups: [{ name: 'places', lists: [shown] }], lists: [{ ...shown, dataSetId: dataSet.id }] },
    });
  });

  it.each([
    ['FAILED_PRECONDITION', 'INPUT_DATA_IN_USE', 409, 'CONFLICT'],
    ['ABORTED', 'INPUT_DATA_CHANGED', 409, 'CONFLICT'],
    ['NOT_FOUND', 'INPUT_DATA_SET_NOT_FOUND', 404, 'NOT_FOUND'],
  ] as const)('pass on %s %s', async (status, reason, code, name) => {
    gateway.answer(rpcs.updateInputDataSet, () => Promise.reject(new DomainError(status, reason, 'no')));
    expect(await send('PUT', `${path}/${dataSet.id}`, { name: 'Other' })).toMatchObject({
      status: code,
      body: { error: { code: name } },
    });
  });
});
