import { newApiKey } from '@assay/test-kit/organizations';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest, RestHeaders } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '@assay/test-kit/join-organization';
import { startAnotherGateway } from './another-gateway.ts';
import type { AnotherGateway } from './another-gateway.ts';
import { newAddress } from './new-address.ts';

const often = { interval: 20 };
describe('what changes about a credential', () => {
  let platform: SharedPlatform;
  let second: AnotherGateway;
  let admin: Rest;

  beforeAll(async () => {
    platform = await joinPlatform();
    second = await startAnotherGateway(platform, platform.variables);
    admin = createRest(platform.baseUrl, platform.apiKey);
  });
  afterAll(async () => {
    await second.stop();
    await platform.stop();
  });

  /** What every gateway answers to a request. */
  const everywhere = (credential: string | RestHeaders, ask: (rest: Rest) => Promise<{ status: number }>) =>
    Promise.all(
      [platform, second].map(async ({ baseUrl }) => (await ask(createRest(baseUrl, credential))).status),
    );
  const read = (rest: Rest) => rest.get('/v2/limits');
  const write = (rest: Rest) => rest.post('/v2/projects', { name: 'Written' });

  it('is told to every gateway: a revoked key, and the token it was exchanged for', async () => {
    const { id, key } = await newApiKey(admin);
    const { body: token } = await createRest(platform.baseUrl, key).post('/v2/auth/token');
    const credentials = [key, bearer(token.accessToken)];
    for (const one of credentials) expect(await everywhere(one, read)).toEqual([200, 200]);
    await admin.delete(`/v2/users/me/api-keys/${id}`);
    for (const one of credentials) await expect.poll(() => everywhere(one, read), often).toEqual([401, 401]);
  });

  it('is told to every gateway: a rotated key', async () => {
    const { id, key } = await newApiKey(admin);
    expect(await everywhere(key, read)).toEqual([200, 200]);
    const { body: rotated } = await admin.post(`/v2/users/me/api-keys/${id}/rotate`);
    await expect.poll(() => everywhere(key, read), often).toEqual([401, 401]);
    expect(await everywhere(rotated.key, read)).toEqual([200, 200]);
  });

  it('is told to every gateway: a role, and the end of a membership', async () => {
    const { inbox, issuer, organizationId } = platform;
    const email = newAddress();
    const member = bearer(await issuer.accessToken(email));
    const userId = await addMember(
      { platform, inbox, admin, organizationId },
      { email, credential: member, role: 'user' },
    );
    await expect.poll(() => everywhere(member, write), often).toEqual([201, 201]);
    const url = `/v2/organizations/${organizationId}/users/${userId}`;
    await admin.patch(url, { role: 'viewer' });
    await expect.poll(() => everywhere(member, write), often).toEqual([403, 403]);
    await admin.delete(url);
    const chosen = { 'x-organization-id': organizationId };
    const choose = (rest: Rest) => rest.get('/v2/limits', chosen);
    await expect.poll(() => everywhere(member, choose), often).toEqual([404, 404]);
  });
});
