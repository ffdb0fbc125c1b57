import type { OutgoingCall } from '@assay/chassis/call-context';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import type { NotifyAdminsRequest } from '@assay/proto/organizations/v1/contacts_service';
import { NotificationMailRequested } from '@assay/proto/organizations/v1/organization_events';
import { eventually } from '@assay/test-kit/eventually';
import { startMailInbox } from '@assay/test-kit/mail-inbox';
import type { MailInbox } from '@assay/test-kit/mail-inbox';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, principalOf } from '../calls.ts';
import { startRefusingMailServer } from './refusing-mail-server.ts';
import { inviteTo, linkOf, newAddress, personWith } from '../invite-person.ts';
import { addMember } from '../add-member.ts';
import { seededKey, start } from '../start.ts';

const billing = callByService('billing');
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

const requestOf = (overrides: Partial<NotifyAdminsRequest> = {}): NotifyAdminsRequest => ({
  id: `low-balance:${newId()}`,
  organizationId: admin.organizationId,
  subject: `Your balance fell ${newId()}`,
  text: 'Less than <you> wanted.\n\nTop up.',
  ...overrides,
});
const notify = (request: NotifyAdminsRequest, by = billing) =>
  channel.client(ContactsServiceService).notifyAdmins(by, request);
const mailsAbout = (subject: string) => inbox.mails.filter((mail) => mail.subject === subject);

async function join(role: Role): Promise<string> {
  const email = newAddress();
  const person = await personWith(identity, email);
  const { id } = await inviteTo(identity, admin, email, role);
  await identity.invitations.acceptInvitation(person, linkOf(identity, id));
  return email;
}

/** Waits until nothing is left to be mailed. */
async function allMailed(): Promise<void> {
  const { jsm, namespace } = identity.events;
  await eventually(async () => {
    // In this order: what is published between the two counts is still seen by the second.
    const waiting = { 'outbox.occurredAt': { $gt: new Date(0) } };
    const unpublished = await identity.db.collection('notifications').countDocuments(waiting);
    const { state } = await jsm.streams.info(namespace.stream('ORGANIZATIONS_WORK'));
    expect(unpublished + state.messages).toBe(0);
  });
}

describe('NotifyAdmins', () => {
  it('mails each admin of the organization, and nobody else', async () => {
    const second = await join(Role.ADMIN);
    await join(Role.USER);
    const request = requestOf();
    await notify(request);
    await allMailed();
    const mails = mailsAbout(request.subject);
    const recipients = mails.flatMap((mail) => mail.recipients);
    expect(recipients.toSorted()).toEqual([identity.config.seedUserEmail, second].toSorted());
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    expect(mails[0]?.text).toContain('Less than <you> wanted.\n\nTop up.');
    expect(mails[0]?.text).toContain('admin of Local organization');
    expect(mails[0]?.html).toContain('<p>Less than &lt;you&gt; wanted.</p>');
  });

  it('mails the same occasion once, however often and by however many it is told', async () => {
    const request = requestOf();
    await Promise.all([1, 2, 3, 4].map(() => notify(request)));
    await allMailed();
    const sent = mailsAbout(request.subject).length;
    await notify(request);
    const { organizationId, id } = request;
    const work = { notificationId: `${organizationId}/${id}`, organizationId };
    const again = newEvent(NotificationMailRequested, work, { organizationId });
    await createPublisher(identity.events).publish(again);
    await allMailed();
    expect(sent).toBeGreaterThan(0);
    expect(mailsAbout(request.subject)).toHaveLength(sent);
  });

  it('lets two organizations have the same occasion', async () => {
    const { organization } = await identity.organizations.createOrganization(admin, {
      name: 'Two',
      slug: '',
    });
    const one = requestOf();
    const other = requestOf({ id: one.id, organizationId: organization?.id ?? '' });
    await Promise.all([notify(one), notify(other)]);
    await allMailed();
    expect(mailsAbout(one.subject).length).toBeGreaterThan(0);
    expect(mailsAbout(other.subject)).toHaveLength(1);
  });

  it('answers NOT_FOUND for an organization there is not', async () => {
    expect(await catchRefusal(notify(requestOf({ organizationId: newId() })))).toMatchObject({
      status: 'NOT_FOUND',
      reason: 'ORGANIZATION_NOT_FOUND',
    });
  });

  it.each([
    ['id', { id: '' }],
    ['subject', { subject: ' ' }],
    ['subject', { subject: 'a\r\nBcc: eve@example.org' }],
    ['subject', { subject: 'x'.repeat(201) }],
    ['text', { text: '' }],
  ])('names the bad field %s', async (field, overrides) => {
    expect(await catchRefusal(notify(requestOf(overrides)))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });

  it('is for the services that have something to tell', async () => {
    const forbidden = { status: 'PERMISSION_DENIED', reason: 'FORBIDDEN' };
    for (const [issuer, by] of [
      ['gateway', admin],
      ['verification', callByService('verification')],
    ] as const) {
      const others = identity.platform.connect(identity.service.grpcAddress, issuer);
      const told = others.client(ContactsServiceService).notifyAdmins(by, requestOf());
      expect(await catchRefusal(told)).toMatchObject(forbidden);
      others.close();
    }
  });

  it("tells the other admins when one admin's mail is refused for good", async () => {
    const server = await startRefusingMailServer([550]);
    const other = await start({ SMTP_URL: server.smtpUrl, MAIL_FROM: 'no-reply@assay.example' });
    const by = callOf(await principalOf(other, seededKey));
    const { organizationId } = by;
    await personWith(other, newAddress(), await addMember(other, by, Role.ADMIN));
    const billingChannel = other.platform.connect(other.service.grpcAddress, 'billing');
    const contacts = billingChannel.client(ContactsServiceService);
    await contacts.notifyAdmins(billing, requestOf({ organizationId }));
    const { jsm, namespace } = other.events;
    await eventually(async () => {
      const { state } = await jsm.streams.info(namespace.stream('DEAD_LETTERS'));
      expect(state.messages).toBe(1);
    });
    await eventually(() => {
      expect(server.taken).toHaveLength(1);
    });
    billingChannel.close();
    await other.stop();
    await server.stop();
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});
