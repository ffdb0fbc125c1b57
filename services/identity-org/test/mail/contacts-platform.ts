import { newEvent } from '@assay/chassis/events/event';
import { createPublisher } from '@assay/chassis/events/publisher';
import type { Role } from '@assay/proto/access/v1/access';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import { NotificationMailRequested } from '@assay/proto/organizations/v1/organization_events';
import { eventually } from '@assay/test-kit/eventually';
import { startMailInbox } from '@assay/test-kit/servers/mail-inbox';
import { expect } from 'vitest';
import { callOf, principalOf } from '../calls.ts';
import { inviteTo, linkOf, newAddress, personWith } from '../invite-person.ts';
import { seededKey, start } from '../start.ts';

/** Starts identity-org with an inbox, and a channel of the service that calls its contacts. */
export async function startContacts(service: 'billing' | 'crowd-webhooks') {
  const inbox = await startMailInbox();
  const identity = await start({ SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'no-reply@assay.example' });
  const admin = callOf(await principalOf(identity, seededKey));
  const channel = identity.platform.connect(identity.service.grpcAddress, service);
  return {
    identity,
    admin,
    contacts: channel.client(ContactsServiceService),
    findMails: (subject: string) => inbox.mails.filter((mail) => mail.subject === subject),
    /** Adds a new member to the organization of the admin. */
    async join(role: Role): Promise<{ readonly userId: string; readonly email: string }> {
      const email = newAddress();
      const person = await personWith(identity, email);
      const { id } = await inviteTo(identity, admin, email, role);
      const { membership } = await identity.invitations.acceptInvitation(person, linkOf(identity, id));
      return { userId: membership?.userId ?? '', email };
    },
    /** Requests the mail of a notification once more, as a redelivered event does. */
    async requestAgain(notificationId: string): Promise<void> {
      const { organizationId } = admin;
      const again = newEvent(
        NotificationMailRequested,
        { notificationId, organizationId },
        { organizationId },
      );
      await createPublisher(identity.events).publish(again);
    },
    /** Waits until no mail is left to be sent. */
    async allMailed(): Promise<void> {
      const { jsm, namespace } = identity.events;
      await eventually(async () => {
        // In this order: an event that is published between the two counts is still part of the second.
        const waiting = { 'outbox.occurredAt': { $gt: new Date(0) } };
        const unpublished = await identity.db.collection('notifications').countDocuments(waiting);
        const { state } = await jsm.streams.info(namespace.stream('ORGANIZATIONS_WORK'));
        expect(unpublished + state.messages).toBe(0);
      });
    },
    async stop(): Promise<void> {
      channel.close();
      await identity.stop();
      await inbox.stop();
    },
  };
}
