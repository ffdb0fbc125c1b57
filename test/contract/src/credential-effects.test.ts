import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { startMailInbox } from '@assay/test-kit/mail-inbox';
import type { MailInbox } from '@assay/test-kit/mail-inbox';
import { newApiKey } from '@assay/test-kit/organizations';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest, RestHeaders } from '@assay/test-kit/rest';
import { startTestIssuer } from '@assay/test-kit/test-issuer';
import type { TestIssuer } from '@assay/test-kit/test-issuer';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addMember } from '@assay/test-kit/join-organization';

const often = { interval: 20 };
/** A gateway that is not told would go on with what it remembers. */
const variables = { PRINCIPAL_CACHE_MS: '600000' };

describe('what changes about a credential', () => {
  let platform: LaunchedPlatform;
  let inbox: MailInbox;
  let issuer: TestIssuer;
  let admin: Rest;
  let organizationId: string;

  beforeAll(async () => {
    inbox = await startMailInbox();
    issuer = await startTestIssuer('http://127.0.0.1/v2/auth/callback');
    const mail = { smtpUrl: inbox.smtpUrl, from: 'Assay <assay@example.org>' };
    const standing = { servers: inject('servers'), mail, signIn: issuer.settings };
    platform = await launchPlatform({ ...standing, variables, gateways: 2 });
    admin = createRest(platform.baseUrl, platform.apiKey);
    organizationId = (await admin.get('/v2/organizations')).body.data[0].id;
  });
  afterAll(async () => {
    await platform.stop();
    await issuer.stop();
    await inbox.stop();
  });

  /** What every gateway answers to a request. */
  const everywhere = (credential: string | RestHeaders, ask: (rest: Rest) => Promise<{ status: number }>) =>
    Promise.all(
      platform.gateways.map(async ({ baseUrl }) => (await ask(createRest(baseUrl, credential))).status),
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
    const email = 'member@example.org';
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
