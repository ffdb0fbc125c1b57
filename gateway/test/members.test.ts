import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cannedInvitation, cannedMember } from './canned-account.ts';
import { record, send, startAdminGateway } from './rest-client.ts';
import type { TestGateway } from './start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startAdminGateway();
});
afterAll(() => gateway.stop());

const member = {
  userId: 'user',
  email: 'ada@example.org',
  name: 'Ada Lovelace',
  role: 'admin',
  joinedAt: '2026-11-21T09:00:00.000Z',
};

const membership = {
  id: 'mmmmmmmmmmmmmmmmmmmmmmmm',
  userId: 'user',
  organizationId: 'organization',
  role: 'user',
  isDefault: true,
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:01:00.000Z',
};

describe('members', () => {
  const path = '/v2/organizations/organization/users';

  it('are listed in an envelope, without an address where none is known', async () => {
    expect(await send(gateway, `GET ${path}`)).toMatchObject({
      status: 200,
      body: { data: [member], total: 1 },
    });
    gateway.rpcs.members.listMembers = () =>
      Promise.resolve({ members: [{ ...cannedMember, email: undefined }] });
    expect(await send(gateway, `GET ${path}`)).toMatchObject({ body: { data: [{ email: null }] } });
  });

  it('get another role, also one the service will refuse', async () => {
    const asked = record(gateway.rpcs.members, 'updateMember');
    expect(await send(gateway, `PATCH ${path}/other`, { role: 'viewer' })).toMatchObject({
      status: 200,
      body: { ...member, role: 'viewer' },
    });
    await send(gateway, `PATCH ${path}/other`, { role: 'superadmin' });
    expect(asked.map(({ request }) => request)).toEqual([
      { userId: 'other', role: 'ROLE_VIEWER' },
      { userId: 'other', role: 'ROLE_SUPERADMIN' },
    ]);
    expect(await send(gateway, `PATCH ${path}/other`, {})).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST', details: { field: 'role' } } },
    });
  });

  it('are removed with 204 and nothing else', async () => {
    const asked = record(gateway.rpcs.members, 'removeMember');
    expect(await send(gateway, `DELETE ${path}/other`)).toMatchObject({ status: 204, body: '' });
    expect(asked).toMatchObject([{ request: { userId: 'other' } }]);
  });

  it('choose their default organization', async () => {
    const request = 'PUT /v2/users/me/organizations/organization/default';
    expect(await send(gateway, request)).toMatchObject({ status: 200, body: membership });
  });
});

describe('invitations', () => {
  const id = cannedInvitation.id;
  const invitation = {
    id,
    organizationId: 'organization',
    organizationName: 'Harbour Newsroom',
    email: 'ada@example.org',
    inviteeEmail: 'ada@example.org',
    role: 'user',
    status: 'pending',
    expiresAt: '2026-12-05T09:00:00.000Z',
    expirationDate: '2026-12-05T09:00:00.000Z',
    createdAt: '2026-11-21T09:00:00.000Z',
    updatedAt: '2026-11-21T09:01:00.000Z',
  };

  it('are made with 201, with 200 when they replace one', async () => {
    const asked = record(gateway.rpcs.invitations, 'invite');
    const request = 'POST /v2/organizations/organization/invite';
    const body = { email: 'ada@example.org', role: 'user' };
    expect(await send(gateway, request, body)).toMatchObject({ status: 201, body: invitation });
    expect(asked).toMatchObject([{ request: { email: 'ada@example.org', role: 'ROLE_USER' } }]);
    gateway.rpcs.invitations.invite = () => Promise.resolve({ invitation: cannedInvitation, replaced: true });
    expect(await send(gateway, request, body)).toMatchObject({ status: 200, body: invitation });
  });

  it.each([
    [{ email: 'a@b.c' }, 'BAD_REQUEST', 'role'],
    [{ role: 'user' }, 'BAD_REQUEST', 'email'],
    [{ email: 'a@b.c', role: 'superadmin' }, 'VALIDATION_ERROR', 'role'],
    [{ email: `${'a'.repeat(251)}@b.c`, role: 'user' }, 'VALIDATION_ERROR', 'email'],
  ])('are not made of %j', async (body, code, field) => {
    expect(await send(gateway, 'POST /v2/organizations/organization/invite', body)).toMatchObject({
      status: 400,
      body: { error: { code, details: { field } } },
    });
  });

  it('are listed in an envelope, read and revoked with the names of both documented shapes', async () => {
    const list = { data: [invitation], total: 1 };
    expect(await send(gateway, 'GET /v2/organizations/organization/invitations')).toMatchObject({
      status: 200,
      body: list,
    });
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await send(gateway, `${method} /v2/invitations/${id}`);
      expect([status, body]).toEqual([200, invitation]);
    }
  });

  it('are answered with the token of their link', async () => {
    const { invitations } = gateway.rpcs;
    const asked = [record(invitations, 'acceptInvitation'), record(invitations, 'declineInvitation')];
    const body = { token: 't' };
    expect(await send(gateway, `POST /v2/invitations/${id}/accept`, body)).toMatchObject({
      status: 200,
      body: membership,
    });
    expect(await send(gateway, `POST /v2/invitations/${id}/decline`, body)).toMatchObject({
      status: 200,
      body: { ...invitation, status: 'declined' },
    });
    const request = { invitationId: id, token: 't' };
    expect(asked.flat().map((each) => each.request)).toEqual([request, request]);
  });

  it('are shown to whoever has the link, in the name of the gateway, and no more of them than that needs', async () => {
    const asked = record(gateway.rpcs.invitations, 'previewInvitation');
    const { status, body } = await send(gateway, `POST /v2/invitations/${id}/preview`, { token: 't' }, {});
    const { organizationName, email, role, status: state, expiresAt } = invitation;
    expect(status).toBe(200);
    expect(body).toEqual({
      organizationName,
      email,
      role,
      status: state,
      expiresAt,
      invitedByEmail: 'grace@example.org',
    });
    expect(asked).toMatchObject([
      { call: { actor: { kind: 'service', service: 'gateway' } }, request: { invitationId: id, token: 't' } },
    ]);
  });
});
