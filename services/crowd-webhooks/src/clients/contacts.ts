import type { OutgoingCall } from '@assay/chassis/call-context';
import { DomainError } from '@assay/chassis/errors';
import type { Channel } from '@assay/chassis/grpc/client';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';

export interface Notice {
  /** A repeated call with the same id sends nothing. */
  readonly id: string;
  readonly userIds: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** The members of organizations, and mails to them. identity-org owns both. */
export interface Contacts {
  /** Returns true if the user is a member of the organization of the call. */
  isMember(call: OutgoingCall, userId: string): Promise<boolean>;
  /** Mails those of the users who are members of the organization, and its admins if there are none. */
  notifyMembers(call: OutgoingCall, notice: Notice): Promise<void>;
}

export function createContacts(channel: Channel): Contacts {
  const client = channel.client(ContactsServiceService);
  const members = channel.client(MembersServiceService);
  return {
    async isMember(call, userId) {
      try {
        await members.getMember(call, { userId });
        return true;
      } catch (error) {
        if (error instanceof DomainError && error.status === 'NOT_FOUND') return false;
        throw error;
      }
    },
    async notifyMembers(call, { userIds, ...notice }) {
      const { organizationId } = call;
      await client.notifyMembers(call, { ...notice, organizationId, userIds: [...userIds] });
    },
  };
}
