import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Channel } from '@assay/chassis/grpc/client';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';

export interface Notice {
  /** A repeated call with the same id sends nothing. */
  readonly id: string;
  readonly userIds: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Sends mails to members, whose addresses identity-org owns. */
export interface Contacts {
  /** Mails those of the users who are members of the organization, and its admins if there are none. */
  notifyMembers(call: OutgoingCall, notice: Notice): Promise<void>;
}

export function createContacts(channel: Channel): Contacts {
  const client = channel.client(ContactsServiceService);
  return {
    async notifyMembers(call, { userIds, ...notice }) {
      const { organizationId } = call;
      await client.notifyMembers(call, { ...notice, organizationId, userIds: [...userIds] });
    },
  };
}
