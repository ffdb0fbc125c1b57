import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { openRequest } from '@assay/test-kit/attacks/half-sent';
import { apiKey, principal } from '../credentials.ts';
import { send } from '../rest-client.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
  gateway.answer(AuthenticationServiceService.authenticateApiKey, () =>
    Promise.resolve({ principal: { ...principal, role: 'ROLE_VIEWER' } }),
  );
});
afterAll(() => gateway.stop());

describe('a caller without the role of an operation', () => {
  it('is refused before its body is validated', async () => {
    const name = `${'a'.repeat(200)}\0`;
    const { status, body } = await send(gateway, 'POST /v2/projects', { name, unknown: true });
    expect({ status, body }).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
  });

  it('is refused before its body has arrived', async () => {
    const request = openRequest(gateway.baseUrl, {
      path: '/v2/projects',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'content-length': '60000' },
    });
    expect((await request.answer()).status).toBe(403);
    request.close();
  });

  it('gets the same error as from the service', async () => {
    const { status, body } = await send(gateway, 'POST /v2/projects', { name: 'A' });
    expect({ status, body }).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect(gateway.recorded.map(({ path }) => path)).not.toContain(
      '/assay.projects.v1.ProjectsService/CreateProject',
    );
  });
});
