import { DomainError } from '@assay/chassis/errors';
import { Invitation } from '@assay/proto/organizations/v1/invitation';
import { InvitationsServiceService } from '@assay/proto/organizations/v1/invitations_service';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { Member, Membership } from '@assay/proto/organizations/v1/membership';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled } from '../credentials.ts';
import { send, startAdminGateway } from '../rest-client.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startAdminGateway();
});
afterAll(() => gateway.stop());

const sampleMember = sampled(Member);
const member = {
  userId: sampleMember.userId,
  email: 'ada@example.org',
  name: 'Ada Lovelace',
  role: 'admin',
  joinedAt: sampleMember.joinedAt?.toISOString(),
};

const sampleMembership = sampled(Membership);
const membership = {
  id: sampleMembership.id,
  userId: sampleMembership.userId,
  organizationId: sampleMembership.organizationId,
  role: 'user',
  isDefault: true,
  createdAt: sampleMembership.createdAt?.toISOString(),
  updatedAt: sampleMembership.updatedAt?.toISOString(),
};

const organization = `/v2/organizations/${sampleMembership.organizationId}`;

describe('members', () => {
  const path = `${organization}/users`;

  it('are listed in an envelope, without an address where none is known', async () => {
    expect(await send(gateway, `GET ${path}`)).toMatchObject({
      status: 200,
      body: { data: [member], total: 1 },
    });
    gateway.answer(MembersServiceService.listMembers, () =>
      Promise.resolve({ members: [{ ...sampleMember, email: undefined }] }),
    );
    expect(await send(gateway, `GET ${path}`)).toMatchObject({ body: { data: [{ email: null }] } });
  });

  it('get another role, also one the service will refuse', async () => {
    gateway.answer(MembersServiceService.updateMember, (_call, { role }) =>
      Promise.resolve({ member: { ...sampleMember, role } }),
    );
    const calls = gateway.record(MembersServiceService.updateMember);
    expect(await send(gateway, `PATCH ${path}/other`, { role: 'viewer' })).toMatchObject({
      status: 200,
      body: { ...member, role: 'viewer' },
    });
    await send(gateway, `PATCH ${path}/other`, { role: 'superadmin' });
    expect(calls.map(({ request }) => request)).toEqual([
      { userId: 'other', role: 'ROLE_VIEWER' },
      { userId: 'other', role: 'ROLE_SUPERADMIN' },
    ]);
    expect(await send(gateway, `PATCH ${path}/other`, {})).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST', details: { field: 'role' } } },
    });
  });

  it('are removed with 204 and nothing else', async () => {
    const calls = gateway.record(MembersServiceService.removeMember);
    expect(await send(gateway, `DELETE ${path}/other`)).toMatchObject({ status: 204, body: '' });
    expect(calls).toMatchObject([{ request: { userId: 'other' } }]);
  });

  it('choose their default organization', async () => {
    const request = `PUT /v2/users/me/organizations/${membership.organizationId}/default`;
    expect(await send(gateway, request)).toMatchObject({ status: 200, body: membership });
  });
});

describe('invitations', () => {
  const sample = sampled(Invitation);
  const { id } = sample;
  const expiresAt = sample.expiresAt?.toISOString();
  const invitation = {
    id,
    organizationId: sample.organizationId,
    organizationName: 'Harbour Newsroom',
    email: 'ada@example.org',
    inviteeEmail: 'ada@example.org',
    role: 'user',
    status: 'pending',
    expiresAt,
    expirationDate: expiresAt,
    createdAt: sample.createdAt?.toISOString(),
    updatedAt: sample.updatedAt?.toISOString(),
  };

  it('are made with 201, with 200 when they replace one', async () => {
    const calls = gateway.record(InvitationsServiceService.invite);
    const request = `POST ${organization}/invite`;
    const body = { email: 'ada@example.org', role: 'user' };
    expect(await send(gateway, request, body)).toMatchObject({ status: 201, body: invitation });
    expect(calls).toMatchObject([{ request: { email: 'ada@example.org', role: 'ROLE_USER' } }]);
    gateway.answer(InvitationsServiceService.invite, () =>
      Promise.resolve({ invitation: sample, replaced: true }),
    );
    expect(await send(gateway, request, body)).toMatchObject({ status: 200, body: invitation });
  });

  it('say when there may be more, where there were too many on one day', async () => {
    gateway.answer(InvitationsServiceService.invite, () => {
      const details = { limit: 200, retryAfterSeconds: 7 };
      throw new DomainError('RESOURCE_EXHAUSTED', 'INVITATION_LIMIT', 'no', { details });
    });
    const body = { email: 'ada@example.org', role: 'user' };
    const answer = await send(gateway, `POST ${organization}/invite`, body);
    expect(answer).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } });
    expect(answer.headers.get('retry-after')).toBe('7');
  });

  it.each([
    [{ email: 'a@b.c' }, 'BAD_REQUEST', 'role'],
    [{ role: 'user' }, 'BAD_REQUEST', 'email'],
    [{ email: 'a@b.c', role: 'superadmin' }, 'VALIDATION_ERROR', 'role'],
    [{ email: `${'a'.repeat(251)}@b.c`, role: 'user' }, 'VALIDATION_ERROR', 'email'],
  ])('are not made of %j', async (body, code, field) => {
    expect(await send(gateway, `POST ${organization}/invite`, body)).toMatchObject({
      status: 400,
      body: { error: { code, details: { field } } },
    });
  });

  it('are listed in an envelope, read and revoked with the names of both documented shapes', async () => {
    const list = { data: [invitation], total: 1 };
    expect(await send(gateway, `GET ${organization}/invitations`)).toMatchObject({
      status: 200,
      body: list,
    });
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await send(gateway, `${method} /v2/invitations/${id}`);
      expect([status, body]).toEqual([200, invitation]);
    }
  });

  it('are answered with the token of their link', async () => {
    gateway.answer(InvitationsServiceService.declineInvitation, () =>
      Promise.resolve({ invitation: { ...sample, status: 'INVITATION_STATUS_DECLINED' } }),
    );
    const calls = [
      gateway.record(InvitationsServiceService.acceptInvitation),
      gateway.record(InvitationsServiceService.declineInvitation),
    ];
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
    expect(calls.flat().map((each) => each.request)).toEqual([request, request]);
  });

  it('are shown to whoever has the link, in the name of the gateway, and no more of them than that needs', async () => {
    const calls = gateway.record(InvitationsServiceService.previewInvitation);
    const { status, body } = await send(gateway, `POST /v2/invitations/${id}/preview`, { token: 't' }, {});
    const { organizationName, email, role, status: state } = invitation;
    expect(status).toBe(200);
    expect(body).toEqual({
      organizationName,
      email,
      role,
      status: state,
      expiresAt,
      invitedByEmail: 'grace@example.org',
    });
    expect(calls).toMatchObject([
      { call: { actor: { kind: 'service', service: 'gateway' } }, request: { invitationId: id, token: 't' } },
    ]);
  });
});
