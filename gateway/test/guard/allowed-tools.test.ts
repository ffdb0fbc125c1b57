import type { Principal } from '@assay/proto/identity/v1/principal';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { Run } from '@assay/proto/runs/v1/run';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileOperations } from '../../src/operations.ts';
import { bearerToken, principal, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
let allowed: readonly string[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({ PRINCIPAL_CACHE_MS: '0', RATE_LIMIT_AUTHENTICATED: '100000' });
  const answer = (): Promise<{ principal: Principal }> =>
    Promise.resolve({ principal: { ...principal, allowedTools: { names: [...allowed] } } });
  gateway.answer(AuthenticationServiceService.authenticateApiKey, answer);
  gateway.answer(AuthenticationServiceService.authenticateBearerToken, answer);
});
afterAll(() => gateway.stop());

const { operations } = compileOperations();
const guarded = operations.filter(({ access: { role } }) => role !== 'none');
const always = ['getCurrentUser', 'getLimits', 'sendMcpMessage'];

async function listAdmitted(headers?: Readonly<Record<string, string>>): Promise<string[]> {
  const admitted: string[] = [];
  for (const { id, method, path } of guarded) {
    const url = path.replaceAll(/:\w+/gu, 'x');
    const response = await gateway.fetch(url, { method, ...(headers && { headers }) });
    const { error } = (await response.json().catch(() => ({}))) as { error?: { details?: object } };
    const isClosed = response.status === 403;
    if (isClosed) expect(error).toMatchObject({ code: 'FORBIDDEN', details: { operation: id } });
    else admitted.push(id);
  }
  return admitted.sort();
}

describe('a key that allows only some tools', () => {
  it('calls the operations of its tools and no others', async () => {
    allowed = ['run_verification_pipeline', 'no_such_tool'];
    const run = ['startRun', 'estimateRun', 'getRun', 'getProjectRun', 'streamRunEvents', 'cancelRun'];
    expect(await listAdmitted()).toEqual([...always, ...run].sort());
  });

  it('with no tool calls only what every key may, and so does a token that was issued for it before', async () => {
    allowed = [];
    expect(await listAdmitted()).toEqual(always);
    expect(await listAdmitted({ authorization: `Bearer ${bearerToken}` })).toEqual(always);
  });

  it('reads the documents', async () => {
    allowed = [];
    for (const path of ['/v2/openapi.json', '/v2/llms.txt', '/v2/error-codes'])
      expect((await gateway.fetch(path)).status).toBe(200);
  });

  it('reads no further events of a run after its tools are taken away', async () => {
    allowed = ['get_verification_run'];
    const run = sampled(Run);
    gateway.answer(RunsServiceService.listRunEvents, () => {
      allowed = [];
      return Promise.resolve({ events: [{ id: 's.1', run, stage: undefined }], hasEnded: true });
    });
    const response = await gateway.fetch('/v2/projects/x/verification-runs/x/events');
    expect([response.status, (await response.text()).includes('data:')]).toEqual([200, false]);
    gateway.reset(RunsServiceService.listRunEvents);
  });
});
