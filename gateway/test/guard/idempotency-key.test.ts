import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey } from '../credentials.ts';
import { send } from '../rest-client.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

function create(idempotencyKey: string) {
  const headers = { 'x-api-key': apiKey, 'idempotency-key': idempotencyKey };
  return send(gateway, 'POST /v2/projects', { name: 'x' }, headers);
}

describe('an Idempotency-Key', () => {
  it('goes on with the call, and the answer says when it is a repetition', async () => {
    const calls = gateway.record(ProjectsServiceService.createProject);
    const answers = [await create('a-key'), await create('a-key'), await create('!~')];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
      [201, null],
      [201, 'true'],
      [201, null],
    ]);
    expect(calls.map(({ call }) => call.idempotencyKey)).toEqual(['a-key', 'a-key', '!~']);
  });

  it.each(['', ' ', 'two words', 'a, b', 'é', 'k'.repeat(256)])('is not %j', async (key) => {
    const calls = gateway.record(ProjectsServiceService.createProject);
    expect(await create(key)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { field: 'Idempotency-Key' } } },
    });
    expect(calls).toEqual([]);
  });

  it('may have 255 characters', async () => {
    expect((await create('k'.repeat(255))).status).toBe(201);
  });

  it('does not tell whether it is well-formed to whoever may not ask', async () => {
    const { status } = await send(gateway, 'POST /v2/projects', {}, { 'idempotency-key': '' });
    expect(status).toBe(401);
  });

  it('of a request that reads is not looked at', async () => {
    const calls = gateway.record(ProjectsServiceService.listProjects);
    const headers = { 'x-api-key': apiKey, 'idempotency-key': '' };
    expect((await send(gateway, 'GET /v2/projects', undefined, headers)).status).toBe(200);
    expect(calls[0]?.call.idempotencyKey).toBeUndefined();
  });
});
