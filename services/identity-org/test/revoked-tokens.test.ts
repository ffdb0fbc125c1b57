import type { OutgoingCall } from '@assay/chassis/call-context';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { OrganizationsServiceService } from '@assay/proto/organizations/v1/organizations_service';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenToAudit } from './audit-listener.ts';
import { callOf, principalOf } from './calls.ts';
import { createKey } from './create-key.ts';
import { seededKey, start } from './start.ts';

let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;

beforeAll(async () => {
  identity = await start();
  admin = callOf(await principalOf(identity, seededKey));
});
afterAll(async () => identity.stop());

/** Organizations as somebody calls them who exchanged a key for a token: one that identity-org signed. */
function callDirectly() {
  const channel = identity.platform.connect(identity.service.grpcAddress, 'identity-org');
  return { organizations: channel.client(OrganizationsServiceService), close: () => channel.close() };
}

describe('a token that a person holds', () => {
  it('ends with its key, also where it was taken before', async () => {
    const { key, record } = await createKey(identity, admin);
    const call = callOf(await principalOf(identity, key));
    const direct = callDirectly();
    const id = { organizationId: call.organizationId };
    await expect(direct.organizations.getOrganization(call, id)).resolves.toBeDefined();
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId: record.id });
    await eventually(async () => {
      const refusal = await catchRefusal(direct.organizations.getOrganization(call, id));
      expect(refusal).toMatchObject({ status: 'UNAUTHENTICATED' });
    });
    direct.close();
  });

  it('ends with the key that its key was made with', async () => {
    const parent = await createKey(identity, admin);
    const { key } = await createKey(identity, callOf(await principalOf(identity, parent.key)));
    const call = callOf(await principalOf(identity, key));
    const direct = callDirectly();
    const id = { organizationId: call.organizationId };
    await expect(direct.organizations.getOrganization(call, id)).resolves.toBeDefined();
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId: parent.record.id });
    await eventually(async () => {
      const refusal = await catchRefusal(direct.organizations.getOrganization(call, id));
      expect(refusal).toMatchObject({ status: 'UNAUTHENTICATED' });
    });
    direct.close();
  });

  it('is told to services that were away meanwhile', async () => {
    const { record } = await createKey(identity, admin);
    const since = identity.clock.now();
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId: record.id });
    const channel = identity.platform.connect(identity.service.grpcAddress, 'billing');
    const { listInvalidations } = channel.client(AuthenticationServiceService);
    const { invalidations } = await listInvalidations(callByService('billing'), { since });
    expect(invalidations.flatMap(({ credentialIds }) => credentialIds)).toContain(record.id);
    channel.close();
  });
});

describe('the address of a client', () => {
  it('is believed of the gateway alone', async () => {
    const audit = listenToAudit(identity);
    const direct = callDirectly();
    const call = { ...admin, clientAddress: '203.0.113.9' };
    const made = await direct.organizations.createOrganization(call, {
      name: 'Made directly',
      slug: '',
    });
    const other = await identity.organizations.createOrganization(call, {
      name: 'Made by the gateway',
      slug: '',
    });
    const ipOf = (id: string | undefined) => audit.heard.find(({ targetId }) => targetId === id)?.ip;
    await eventually(() => {
      expect(ipOf(other.organization?.id)).toBe('203.0.113.9');
      expect(audit.heard.map(({ targetId }) => targetId)).toContain(made.organization?.id);
    });
    expect(ipOf(made.organization?.id)).toBeUndefined();
    direct.close();
    await audit.stop();
  });
});
