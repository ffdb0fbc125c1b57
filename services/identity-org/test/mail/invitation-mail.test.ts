import type { OutgoingCall } from '@assay/chassis/call-context';
import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import { Role } from '@assay/proto/access/v1/access';
import { InvitationMailRequested } from '@assay/proto/organizations/v1/organization_events';
import { eventually } from '@assay/test-kit/eventually';
import { startMailInbox } from '@assay/test-kit/servers/mail-inbox';
import type { MailInbox } from '@assay/test-kit/servers/mail-inbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, principalOf } from '../calls.ts';
import { inviteTo, linkOf, newAddress, personWith } from '../invite-person.ts';
import { startRefusingMailServer } from './refusing-mail-server.ts';
import { seededKey, start } from '../start.ts';

let inbox: MailInbox;
let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;

beforeAll(async () => {
  inbox = await startMailInbox();
  identity = await start({ SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'Assay <no-reply@assay.example>' });
  const principal = callOf(await principalOf(identity, seededKey));
  const request = { name: 'Harbour <b>News</b> & Co', slug: '' };
  const { organization } = await identity.organizations.createOrganization(principal, request);
  admin = { ...principal, organizationId: organization?.id ?? '' };
});
afterAll(async () => {
  await identity.stop();
  await inbox.stop();
});

const mailsTo = (address: string) => inbox.mails.filter(({ recipients }) => recipients.includes(address));

/** Waits until nothing is left to be mailed. */
async function allMailed({ events } = identity): Promise<void> {
  const { jsm, namespace } = events;
  await eventually(async () => {
    // In this order: what is published between the two counts is still seen by the second.
    const waiting = { 'outbox.occurredAt': { $gt: new Date(0) } };
    const unpublished = await identity.db.collection('invitations').countDocuments(waiting);
    const { state } = await jsm.streams.info(namespace.stream('ORGANIZATIONS_WORK'));
    expect(state.messages + unpublished).toBe(0);
  });
}

describe('the mail of an invitation', () => {
  it('says who invites whom where to, until when, and has the link that answers it', async () => {
    const email = newAddress();
    const { id, expiresAt } = await inviteTo(identity, admin, email, Role.ADMIN);
    const mail = await inbox.mailTo(email);
    expect(mail).toMatchObject({
      from: { name: 'Assay', address: 'no-reply@assay.example' },
      to: [{ address: email }],
      subject: 'Invitation to join Harbour <b>News</b> & Co',
      messageId: `<invitation-${id}@127.0.0.1>`,
    });
    const { text = '', html = '' } = mail;
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
    for (const part of [identity.config.seedUserEmail, 'an admin', day]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain('Harbour <b>News</b> & Co');
    expect(html).toContain('Harbour &lt;b&gt;News&lt;/b&gt; &amp; Co');
    const { token } = linkOf(identity, id);
    const link = `http://127.0.0.1:8080/v2/invitations/${id}/answer#token=${token}`;
    expect(text).toContain(`\n${link}\n`);
    expect(html).toContain(`href="${link}"`);
  });

  it('carries what accepts the invitation', async () => {
    const email = newAddress();
    const person = await personWith(identity, email);
    await inviteTo(identity, admin, email);
    const { text = '' } = await inbox.mailTo(email);
    const [, invitationId = '', token = ''] = /(\w+)\/answer#token=([\w-]+)/.exec(text) ?? [];
    const { membership } = await identity.invitations.acceptInvitation(person, { invitationId, token });
    expect(membership?.organizationId).toBe(admin.organizationId);
  });

  it('is sent once, however often it is asked for', async () => {
    const email = newAddress();
    const { id: invitationId } = await inviteTo(identity, admin, email);
    await inbox.mailTo(email);
    const { organizationId } = admin;
    const again = newEvent(InvitationMailRequested, { invitationId, organizationId }, { organizationId });
    await createPublisher(identity.events).publish(again);
    await allMailed();
    expect(mailsTo(email)).toHaveLength(1);
  });
});

describe('a mail server that is away', () => {
  it('gets the mail once it is back', async () => {
    const server = await startRefusingMailServer([421, 451]);
    const other = await start({ SMTP_URL: server.smtpUrl, MAIL_FROM: 'no-reply@assay.example' });
    const by = callOf(await principalOf(other, seededKey));
    const email = newAddress();
    await inviteTo(other, by, email);
    await eventually(() => {
      expect(server.taken).toEqual([email]);
    });
    await other.stop();
    await server.stop();
  });
});

describe('a mail that its server refuses for good', () => {
  it('becomes a dead letter and is not tried again', async () => {
    const server = await startRefusingMailServer([550]);
    const other = await start({ SMTP_URL: server.smtpUrl, MAIL_FROM: 'no-reply@assay.example' });
    const by = callOf(await principalOf(other, seededKey));
    await inviteTo(other, by, newAddress());
    const { jsm, namespace } = other.events;
    await eventually(async () => {
      const { state } = await jsm.streams.info(namespace.stream('DEAD_LETTERS'));
      expect(state.messages).toBe(1);
    });
    await eventually(async () => {
      const { state } = await jsm.streams.info(namespace.stream('ORGANIZATIONS_WORK'));
      expect(state.messages).toBe(0);
    });
    expect(server.taken).toEqual([]);
    await other.stop();
    await server.stop();
  });
});

describe('without a mail server', () => {
  it('invitations are made, and their mails are dropped', async () => {
    const other = await start();
    const by = callOf(await principalOf(other, seededKey));
    const { id } = await inviteTo(other, by, newAddress());
    const { jsm, namespace } = other.events;
    await eventually(async () => {
      const stream = namespace.stream('ORGANIZATIONS_WORK');
      const { delivered, num_ack_pending: open } = await jsm.consumers.info(
        stream,
        'identity-org__on-invitation-mail-requested',
      );
      expect([delivered.consumer_seq, open]).toEqual([1, 0]);
    });
    const { invitations } = await other.invitations.listInvitations(by, {});
    expect(invitations.map((invitation) => invitation.id)).toEqual([id]);
    await other.stop();
  });
});
