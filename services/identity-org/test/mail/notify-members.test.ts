import type { OutgoingCall } from '@assay/chassis/call-context';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import type { NotifyMembersRequest } from '@assay/proto/organizations/v1/contacts_service';
import { NotificationMailRequested } from '@assay/proto/organizations/v1/organization_events';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { eventually } from '@assay/test-kit/eventually';
import { startMailInbox } from '@assay/test-kit/mail-inbox';
import type { MailInbox } from '@assay/test-kit/mail-inbox';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, principalOf } from '../calls.ts';
import { inviteTo, linkOf, newAddress, personWith } from '../invite-person.ts';
import { seededKey, start } from '../start.ts';

const service = callByService('billing');
let inbox: MailInbox;
let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;
let channel: ReturnType<typeof identity.platform.connect>;

beforeAll(async () => {
  inbox = await startMailInbox();
  identity = await start({ SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'no-reply@assay.example' });
  admin = callOf(await principalOf(identity, seededKey));
  channel = identity.platform.connect(identity.service.grpcAddress, 'billing');
});
afterAll(async () => {
  channel.close();
  await identity.stop();
  await inbox.stop();
});

const newRequest = (overrides: Partial<NotifyMembersRequest> = {}): NotifyMembersRequest => ({
  id: `webhook-disabled:${newId()}`,
  organizationId: admin.organizationId,
  userIds: [],
  subject: `A webhook was disabled ${newId()}`,
  text: 'Ten deliveries in a row failed.\n\nRepair the receiver.',
  ...overrides,
});
const notify = (request: NotifyMembersRequest) =>
  channel.client(ContactsServiceService).notifyMembers(service, request);
const findMails = (subject: string) => inbox.mails.filter((mail) => mail.subject === subject);
const findRecipients = (subject: string) => findMails(subject).flatMap(({ recipients }) => recipients);

async function join(): Promise<{ readonly userId: string; readonly email: string }> {
  const email = newAddress();
  const person = await personWith(identity, email);
  const { id } = await inviteTo(identity, admin, email, Role.USER);
  const { membership } = await identity.invitations.acceptInvitation(person, linkOf(identity, id));
  return { userId: membership?.userId ?? '', email };
}

const leave = ({ userId }: { readonly userId: string }) => identity.members.removeMember(admin, { userId });

/** Waits until no mail is left to be sent. */
async function allMailed(): Promise<void> {
  const { jsm, namespace } = identity.events;
  await eventually(async () => {
    // In this order: an event that is published between the two counts is still part of the second.
    const waiting = { 'outbox.occurredAt': { $gt: new Date(0) } };
    const unpublished = await identity.db.collection('notifications').countDocuments(waiting);
    const { state } = await jsm.streams.info(namespace.stream('ORGANIZATIONS_WORK'));
    expect(unpublished + state.messages).toBe(0);
  });
}

async function mailTo(request: NotifyMembersRequest): Promise<readonly string[]> {
  await notify(request);
  await allMailed();
  return findRecipients(request.subject);
}

describe('NotifyMembers', () => {
  it('mails the named members, and no other member', async () => {
    const [first, second] = [await join(), await join()];
    await join();
    const request = newRequest({ userIds: [first.userId, second.userId] });
    expect((await mailTo(request)).toSorted()).toEqual([first.email, second.email].toSorted());
    const [mail] = findMails(request.subject);
    expect(mail?.text).toContain('Ten deliveries in a row failed.\n\nRepair the receiver.');
    expect(mail?.text).toContain('because you are a member of Local organization');
  });

  it('mails only those who are still members', async () => {
    const [former, present] = [await join(), await join()];
    await leave(former);
    expect(await mailTo(newRequest({ userIds: [former.userId, present.userId] }))).toEqual([present.email]);
  });

  it.each([
    [
      'every named user has left',
      async () => [await join().then((user) => leave(user).then(() => user.userId))],
    ],
    ['the named user never was a member', () => Promise.resolve([newId()])],
    ['no user is named', () => Promise.resolve([])],
  ])('mails the admins when %s', async (_case, findUserIds) => {
    const request = newRequest({ userIds: await findUserIds() });
    expect(await mailTo(request)).toEqual([identity.config.seedUserEmail]);
    expect(findMails(request.subject)[0]?.text).toContain('because you are an admin of Local organization');
  });

  it('mails the same occasion once, also when the member has left since', async () => {
    const member = await join();
    const request = newRequest({ userIds: [member.userId] });
    await Promise.all([1, 2, 3].map(() => notify(request)));
    await allMailed();
    await leave(member);
    await notify(request);
    const { organizationId, id } = request;
    const work = { notificationId: `${organizationId}/${id}`, organizationId };
    await createPublisher(identity.events).publish(
      newEvent(NotificationMailRequested, work, { organizationId }),
    );
    await allMailed();
    expect(findRecipients(request.subject)).toEqual([member.email]);
  });

  it('answers NOT_FOUND for an unknown organization', async () => {
    expect(await catchRefusal(notify(newRequest({ organizationId: newId() })))).toMatchObject({
      status: 'NOT_FOUND',
      reason: 'ORGANIZATION_NOT_FOUND',
    });
  });

  it.each([
    ['id', { id: '' }],
    ['subject', { subject: 'a\r\nBcc: eve@example.org' }],
    ['text', { text: '' }],
    ['userIds', { userIds: Array.from({ length: 101 }, newId) }],
  ])('names the bad field %s', async (field, overrides) => {
    expect(await catchRefusal(notify(newRequest(overrides)))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });

  it('refuses users, and services that do not send mails', async () => {
    for (const [issuer, by] of [
      ['gateway', admin],
      ['verification', callByService('verification')],
    ] as const) {
      const other = identity.platform.connect(identity.service.grpcAddress, issuer);
      const notified = other.client(ContactsServiceService).notifyMembers(by, newRequest());
      expect(await catchRefusal(notified)).toMatchObject({
        status: 'PERMISSION_DENIED',
        reason: 'FORBIDDEN',
      });
      other.close();
    }
  });
});
