import type { OutgoingCall } from '@assay/chassis/call-context';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newEvent } from '@assay/chassis/events/event';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import { InvitationStatus } from '@assay/proto/organizations/v1/invitation';
import { InvitationAccepted } from '@assay/proto/organizations/v1/organization_events';
import { onBroadcast } from '@assay/chassis/events/broadcast';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInvitationStore } from '../src/store/invitation-store.ts';
import { callOf, principalOf, receivedCall } from './calls.ts';
import { inviteTo, linkOf, newAddress, personWith } from './invite-person.ts';
import { seededKey, start } from './start.ts';

const twoWeeksMs = 14 * 86_400_000;
const gateway = callByService('gateway');
let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;

beforeAll(async () => {
  identity = await start();
  admin = callOf(await principalOf(identity, seededKey));
});
afterAll(() => identity.stop());

async function invited(role: Role = Role.USER) {
  const email = newAddress();
  const person = await personWith(identity, email);
  const userId = person.actor.kind === 'user' ? person.actor.userId : '';
  const { id } = await inviteTo(identity, admin, email, role);
  return { id, email, person, userId, link: linkOf(identity, id) };
}

const accept = (by: OutgoingCall, link: { invitationId: string; token: string }) =>
  identity.invitations.acceptInvitation(by, link);
const decline = (by: OutgoingCall, link: { invitationId: string; token: string }) =>
  identity.invitations.declineInvitation(by, link);
const preview = (link: { invitationId: string; token: string }) =>
  identity.invitations.previewInvitation(gateway, link);
const membersWith = async (userId: string) =>
  (await identity.members.listMembers(admin, {})).members.filter((member) => member.userId === userId);

const missing = { status: 'NOT_FOUND', reason: 'INVITATION_NOT_FOUND', details: undefined };
const gone = { status: 'FAILED_PRECONDITION', reason: 'INVITATION_GONE' };
const answered = { status: 'ALREADY_EXISTS', reason: 'INVITATION_ANSWERED' };

describe('PreviewInvitation', () => {
  it('shows whoever holds the link who invites whom where to', async () => {
    const { email, link } = await invited(Role.ADMIN);
    expect(await preview(link)).toEqual({
      preview: {
        organizationName: 'Local organization',
        email,
        role: Role.ADMIN,
        status: InvitationStatus.PENDING,
        expiresAt: expect.any(Date) as unknown,
        invitedByEmail: identity.config.seedUserEmail,
      },
    });
  });

  it('shows that it was answered', async () => {
    const { link, person } = await invited();
    await decline(person, link);
    expect((await preview(link)).preview?.status).toBe(InvitationStatus.DECLINED);
  });
});

describe('the token of a link', () => {
  it('opens its own invitation only; a wrong one and an unknown invitation are answered alike', async () => {
    const { link, person } = await invited();
    const other = await invited();
    const unknown = await catchRefusal(preview(linkOf(identity, newId())));
    expect(unknown).toMatchObject(missing);
    const wrong = [
      { ...link, token: other.link.token },
      { ...link, token: `${link.token}x` },
      { ...link, token: link.token.toLowerCase() },
      { invitationId: newId(), token: link.token },
    ];
    for (const one of wrong) {
      expect(await catchRefusal(preview(one))).toEqual(unknown);
      expect(await catchRefusal(accept(person, one))).toEqual(unknown);
      expect(await catchRefusal(decline(person, one))).toEqual(unknown);
    }
    for (const ask of [preview, (one: typeof link) => accept(person, one)]) {
      expect(await catchRefusal(ask({ ...link, token: '' }))).toMatchObject({
        status: 'INVALID_ARGUMENT',
        details: { field: 'token' },
      });
    }
  });

  it('is stored nowhere', async () => {
    const { id, link } = await invited();
    const stored = await identity.db.collection<{ _id: string }>('invitations').findOne({ _id: id });
    expect(JSON.stringify(stored)).not.toContain(link.token);
  });

  it('is dead once the invitation was revoked, replaced or has expired', async () => {
    const revoked = await invited();
    const replaced = await invited();
    const expired = await invited();
    await identity.invitations.revokeInvitation(admin, { invitationId: revoked.id });
    await inviteTo(identity, admin, replaced.email);
    const refusals = [];
    for (const { link, person } of [revoked, replaced]) {
      refusals.push(await catchRefusal(preview(link)), await catchRefusal(accept(person, link)));
      refusals.push(await catchRefusal(decline(person, link)));
    }
    identity.clock.advance(twoWeeksMs);
    refusals.push(await catchRefusal(preview(expired.link)));
    refusals.push(await catchRefusal(accept(expired.person, expired.link)));
    refusals.push(await catchRefusal(decline(expired.person, expired.link)));
    expect(refusals).toHaveLength(9);
    for (const refusal of refusals) expect(refusal).toMatchObject(gone);
    expect(await membersWith(expired.userId)).toEqual([]);
  });
});

describe('AcceptInvitation', () => {
  it('makes the addressee a member with the role of the invitation, at once and for every process', async () => {
    const stale: string[] = [];
    const stopListening = onBroadcast(identity.events, CredentialsInvalidated, ({ userIds }) => {
      stale.push(...userIds);
    });
    await identity.events.nc.flush();
    const { id, link, person, userId } = await invited(Role.VIEWER);
    const { membership } = await accept(person, link);
    const { organizationId } = admin;
    expect(membership).toMatchObject({ userId, organizationId, role: Role.VIEWER, isDefault: true });
    expect(await membersWith(userId)).toMatchObject([{ role: Role.VIEWER }]);
    expect((await identity.invitations.getInvitation(person, { invitationId: id })).invitation).toMatchObject(
      { status: InvitationStatus.ACCEPTED },
    );
    await eventually(() => {
      expect(stale).toContain(userId);
    });
    stopListening();
  });

  it('is not the default of somebody who belongs somewhere already', async () => {
    const { link, person } = await invited();
    await identity.organizations.createOrganization(person, { name: 'Own', slug: '' });
    expect((await accept(person, link)).membership?.isDefault).toBe(false);
  });

  it('is for the addressee alone', async () => {
    const { link } = await invited();
    const nobody = callBy({ role: Role.UNSPECIFIED, organizationId: '' });
    for (const by of [await personWith(identity, newAddress()), nobody, admin]) {
      expect(await catchRefusal(accept(by, link))).toMatchObject({
        status: 'PERMISSION_DENIED',
        reason: 'FORBIDDEN',
      });
    }
    expect((await preview(link)).preview?.status).toBe(InvitationStatus.PENDING);
  });

  it('happens once, however often it is tried at once', async () => {
    const { link, person, userId } = await invited();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => accept(person, link)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await catchRefusal(accept(person, link))).toMatchObject(answered);
    expect(await catchRefusal(decline(person, link))).toMatchObject(answered);
    expect(await membersWith(userId)).toHaveLength(1);
  });

  it('decides against a revocation at the same instant, or the other way round, never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, link, person, userId } = await invited();
      const [accepted, revoked] = await Promise.allSettled([
        accept(person, link),
        identity.invitations.revokeInvitation(admin, { invitationId: id }),
      ]);
      expect(accepted.status).not.toBe(revoked.status);
      expect(await membersWith(userId)).toHaveLength(accepted.status === 'fulfilled' ? 1 : 0);
    }
  });

  it('keeps the role of somebody who has become a member in the meantime', async () => {
    const { link, person, userId } = await invited(Role.ADMIN);
    const joined = { id: newId(), userId, role: Role.VIEWER, createdAt: new Date(), updatedAt: new Date() };
    await identity.db
      .collection<{ _id: string; members: (typeof joined)[] }>('organizations')
      .updateOne({ _id: admin.organizationId }, { $push: { members: joined } });
    expect((await accept(person, link)).membership).toMatchObject({ id: joined.id, role: Role.VIEWER });
    expect(await membersWith(userId)).toHaveLength(1);
  });

  it('is finished by another process when the accepting one died', async () => {
    const { id, person, userId } = await invited(Role.VIEWER);
    const invitations = createInvitationStore(identity.db, { notify: () => undefined });
    const invitation = await invitations.find(id);
    if (invitation === undefined) throw new Error('no invitation');
    const at = new Date();
    await invitations.answer(receivedCall(person), { invitation, answer: 'accepted', userId, at });
    await eventually(async () => {
      expect(await membersWith(userId)).toMatchObject([{ role: Role.VIEWER }]);
    });
  });

  it('brings nobody back who was removed, when its event is delivered again', async () => {
    const { id: invitationId, link, person, userId } = await invited();
    await accept(person, link);
    await identity.members.removeMember(admin, { userId });
    const { organizationId } = admin;
    const publisher = createPublisher(identity.events);
    const again = { invitationId, organizationId, userId };
    await publisher.publish(newEvent(InvitationAccepted, again, { organizationId }));
    const { jsm, namespace } = identity.events;
    await eventually(async () => {
      const stream = namespace.stream('ORGANIZATIONS');
      const waiting = await jsm.consumers.info(stream, 'identity-org__on-invitation-accepted');
      expect(waiting.num_pending + waiting.num_ack_pending).toBe(0);
    });
    expect(await membersWith(userId)).toEqual([]);
  });
});

describe('DeclineInvitation', () => {
  it('ends the invitation without a membership, and the address can be invited again', async () => {
    const { email, link, person, userId } = await invited();
    const { invitation } = await decline(person, link);
    expect(invitation?.status).toBe(InvitationStatus.DECLINED);
    expect(await catchRefusal(decline(person, link))).toMatchObject(answered);
    expect(await catchRefusal(accept(person, link))).toMatchObject(answered);
    expect(await membersWith(userId)).toEqual([]);
    const again = await identity.invitations.invite(admin, { email, role: Role.USER });
    expect(again.replaced).toBe(false);
  });

  it('is for the addressee alone', async () => {
    const { link } = await invited();
    expect(await catchRefusal(decline(admin, link))).toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
