import type { OutgoingCall } from '@assay/chassis/call-context';
import type { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { InvitationStatus } from '@assay/proto/organizations/v1/invitation';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invite } from '../src/domain/invitation/invite.ts';
import { createInvitationStore } from '../src/store/invitation-store.ts';
import { createOrganizationStore } from '../src/store/organization/organization-store.ts';
import { createUserStore } from '../src/store/user-store.ts';
import { callOf, principalOf, receivedCall } from './calls.ts';
import { inviteTo, linkOf, newAddress, personWith } from './invite-person.ts';
import { seededKey, start } from './start.ts';

const twoWeeksMs = 14 * 86_400_000;
let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;

beforeAll(async () => {
  identity = await start();
  admin = callOf(await principalOf(identity, seededKey));
});
afterAll(() => identity.stop());

const foreignAdmin = callBy({ role: Role.ADMIN });
const get = (by: OutgoingCall, invitationId: string) =>
  identity.invitations.getInvitation(by, { invitationId });
const revoke = (by: OutgoingCall, invitationId: string) =>
  identity.invitations.revokeInvitation(by, { invitationId });
const openIds = async (by = admin) =>
  (await identity.invitations.listInvitations(by, {})).invitations.map(({ id }) => id);
const missing = { status: 'NOT_FOUND', reason: 'INVITATION_NOT_FOUND', details: undefined };

describe('Invite', () => {
  it('makes an invitation that is open for two weeks', async () => {
    const email = newAddress();
    const request = { email: email.toUpperCase(), role: Role.VIEWER };
    const { invitation, replaced } = await identity.invitations.invite(admin, request);
    expect(replaced).toBe(false);
    expect(invitation).toMatchObject({
      organizationId: admin.organizationId,
      organizationName: 'Local organization',
      email,
      role: Role.VIEWER,
      status: InvitationStatus.PENDING,
      invitedById: admin.actor.kind === 'user' ? admin.actor.userId : '',
    });
    const { createdAt, expiresAt } = invitation ?? {};
    expect(Number(expiresAt) - Number(createdAt)).toBe(twoWeeksMs);
  });

  it('replaces the open invitation of the same address, and of that one only', async () => {
    const email = newAddress();
    const first = await inviteTo(identity, admin, email);
    const elsewhere = await inviteTo(identity, foreignAdmin, email);
    const { invitation, replaced } = await identity.invitations.invite(admin, { email, role: Role.ADMIN });
    expect(replaced).toBe(true);
    expect(await openIds()).toContain(invitation?.id);
    expect(await openIds()).not.toContain(first.id);
    expect(await openIds(foreignAdmin)).toEqual([elsewhere.id]);
    expect(await catchRefusal(get(admin, first.id))).toMatchObject(missing);
    expect(await catchRefusal(revoke(admin, first.id))).toMatchObject(missing);
  });

  it('leaves one open invitation when many invite the same address at once', async () => {
    const email = newAddress();
    const all = await Promise.all(Array.from({ length: 16 }, () => inviteTo(identity, admin, email)));
    const open = (await openIds()).filter((id) => all.some((one) => one.id === id));
    expect(open).toHaveLength(1);
    const stored = identity.db.collection('invitations');
    expect(await stored.countDocuments({ email, decision: 'pending' })).toBe(1);
    expect(await stored.countDocuments({ email, decision: 'replaced' })).toBe(15);
  });

  it('makes one invitation of the attempts that share an idempotency key, also when the first attempt died', async () => {
    const deps = {
      clock: identity.clock,
      maxMembers: 10_000,
      invitationsPerDay: 200,
      invitations: createInvitationStore(identity.db, { notify: () => undefined }),
      organizations: createOrganizationStore(identity.db, { notify: () => undefined }),
      users: createUserStore(identity.db, { notify: () => undefined }),
    };
    const call = receivedCall(admin, `invite ${newId()}`);
    const input = { email: newAddress(), role: Role.USER };
    const first = await invite(deps, call, input);
    const second = await invite(deps, call, input);
    expect(second.invitation).toEqual(first.invitation);
    const calls = { ...admin, idempotencyKey: newId() };
    const one = await inviteTo(identity, calls, input.email);
    const other = await inviteTo(identity, calls, input.email);
    expect(other).toEqual(one);
    expect(one.id).not.toBe(first.invitation.id);
  });

  it('is refused beyond so many of an organization and day, also when all are sent at once', async () => {
    const limited = await start({ INVITATIONS_PER_DAY: '5' });
    limited.clock.advance(86_400_000 - (limited.clock.now().getTime() % 86_400_000) + 1_000);
    const by = callOf(await principalOf(limited, seededKey));
    const send = (call = by) => inviteTo(limited, call, newAddress());
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => send()));
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toHaveLength(7);
    for (const refusal of refused) {
      expect(refusal).toMatchObject({ status: 'RESOURCE_EXHAUSTED', reason: 'INVITATION_LIMIT' });
      expect(refusal).toMatchObject({ details: { limit: 5 } });
      const { retryAfterSeconds } = (refusal as DomainError).details ?? {};
      expect(retryAfterSeconds).toBeLessThan(86_400);
      expect(retryAfterSeconds).toBeGreaterThan(86_400 - 180);
    }
    const { organization } = await limited.organizations.createOrganization(by, { name: 'Other', slug: '' });
    await send({ ...by, organizationId: organization?.id ?? '' });
    limited.clock.advance(86_399_000);
    await send();
    expect(await limited.uncoveredQueries()).toEqual([]);
    await limited.stop();
  });

  it("refuses a member's address, however it is written", async () => {
    const email = newAddress();
    const person = await personWith(identity, email);
    const { id } = await inviteTo(identity, admin, email);
    await identity.invitations.acceptInvitation(person, linkOf(identity, id));
    expect(await catchRefusal(inviteTo(identity, admin, email.toUpperCase()))).toMatchObject({
      status: 'ALREADY_EXISTS',
      reason: 'ALREADY_MEMBER',
    });
    await inviteTo(identity, foreignAdmin, email);
  });

  it.each([
    ['email', 'nobody', Role.USER],
    ['email', '', Role.USER],
    ['role', 'ada@example.org', Role.UNSPECIFIED],
    ['role', 'ada@example.org', Role.UNRECOGNIZED],
  ])('names the bad field %s of %j', async (field, email, role) => {
    expect(await catchRefusal(identity.invitations.invite(admin, { email, role }))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });

  it('gives nobody the role superadmin', async () => {
    const request = { email: newAddress(), role: Role.SUPERADMIN };
    expect(await catchRefusal(identity.invitations.invite(admin, request))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field: 'role' },
    });
  });
});

describe('ListInvitations', () => {
  it('has the open ones, newest first, until they are decided or expire', async () => {
    const by = callBy({ role: Role.ADMIN });
    const { id: first } = await inviteTo(identity, by, newAddress());
    identity.clock.advance(600_000);
    const { id: second } = await inviteTo(identity, by, newAddress());
    const { id: revoked } = await inviteTo(identity, by, newAddress());
    await revoke(by, revoked);
    expect(await openIds(by)).toEqual([second, first]);
    identity.clock.advance(twoWeeksMs - 300_000);
    expect(await openIds(by)).toEqual([second]);
    identity.clock.advance(300_000);
    expect(await openIds(by)).toEqual([]);
  });
});

describe('GetInvitation', () => {
  it('answers admins of the organization and the addressee, nobody else', async () => {
    const email = newAddress();
    const { id } = await inviteTo(identity, admin, email);
    const addressee = await personWith(identity, email);
    const other = await personWith(identity, newAddress());
    const seen = await get(admin, id);
    expect(seen.invitation?.id).toBe(id);
    expect(await get(addressee, id)).toEqual(seen);
    const unknown = await catchRefusal(get(admin, newId()));
    expect(unknown).toMatchObject(missing);
    const member = callBy({ organizationId: admin.organizationId, role: Role.USER });
    for (const by of [foreignAdmin, other, member]) {
      expect(await catchRefusal(get(by, id))).toEqual(unknown);
    }
  });

  it('says expired as soon as the two weeks are over', async () => {
    const { id } = await inviteTo(identity, admin, newAddress());
    identity.clock.advance(twoWeeksMs);
    expect((await get(admin, id)).invitation?.status).toBe(InvitationStatus.EXPIRED);
  });
});

describe('RevokeInvitation', () => {
  it('withdraws an open invitation once, for good', async () => {
    const { id } = await inviteTo(identity, admin, newAddress());
    const { invitation } = await revoke(admin, id);
    expect(invitation).toMatchObject({ id, status: InvitationStatus.PENDING });
    const unknown = await catchRefusal(revoke(admin, newId()));
    expect(unknown).toMatchObject(missing);
    expect(await catchRefusal(revoke(admin, id))).toEqual(unknown);
    expect(await catchRefusal(get(admin, id))).toEqual(unknown);
  });

  it('does not know those of other organizations', async () => {
    const { id } = await inviteTo(identity, admin, newAddress());
    const unknown = await catchRefusal(revoke(foreignAdmin, newId()));
    expect(await catchRefusal(revoke(foreignAdmin, id))).toEqual(unknown);
    expect(await openIds()).toContain(id);
  });

  it('refuses what was answered and what has expired', async () => {
    const email = newAddress();
    const declined = await inviteTo(identity, admin, email);
    const person = await personWith(identity, email);
    await identity.invitations.declineInvitation(person, linkOf(identity, declined.id));
    expect(await catchRefusal(revoke(admin, declined.id))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'INVITATION_ANSWERED',
    });
    const expired = await inviteTo(identity, admin, newAddress());
    identity.clock.advance(twoWeeksMs);
    expect(await catchRefusal(revoke(admin, expired.id))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'INVITATION_EXPIRED',
    });
  });
});

describe('an invitation after an expired one', () => {
  it('takes the place of none', async () => {
    const email = newAddress();
    const old = await inviteTo(identity, admin, email);
    identity.clock.advance(twoWeeksMs);
    const { invitation, replaced } = await identity.invitations.invite(admin, { email, role: Role.USER });
    expect(replaced).toBe(false);
    expect(invitation?.status).toBe(InvitationStatus.PENDING);
    expect((await get(admin, old.id)).invitation?.status).toBe(InvitationStatus.EXPIRED);
  });
});

describe('PreviewInvitation', () => {
  it('is called by the gateway, and not by admins', async () => {
    const preview = identity.invitations.previewInvitation(admin, { invitationId: newId(), token: 'x' });
    expect(await catchRefusal(preview)).toMatchObject({ status: 'PERMISSION_DENIED', reason: 'FORBIDDEN' });
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
