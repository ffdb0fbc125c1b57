import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import type { Invitation } from '@assay/proto/organizations/v1/invitation';
import { callBy } from '@assay/test-kit/test-platform';
import { createInvitationLinks } from '../src/tokens/invitation-links.ts';
import { createUserStore } from '../src/store/user-store.ts';
import type { start } from './start.ts';

type Started = Awaited<ReturnType<typeof start>>;

const silent = { notify: () => undefined };

/** A call by a new user with this address, outside of any organization. */
export async function personWith(
  { db }: Pick<Started, 'db'>,
  email: string,
  userId = newId(),
): Promise<OutgoingCall> {
  const at = new Date();
  const fields = { name: 'Ada Lovelace', locale: 'en', defaultOrganizationId: undefined };
  const user = { id: userId, email, ...fields, createdAt: at, updatedAt: at };
  await createUserStore(db, silent).ensure(user);
  return callBy({ userId, role: Role.UNSPECIFIED, organizationId: '' });
}

/** An address nobody else in the file uses. */
export function newAddress(): string {
  return `${newId()}@example.org`;
}

export async function inviteTo(
  { invitations }: Pick<Started, 'invitations'>,
  by: OutgoingCall,
  email: string,
  role: Role = Role.USER,
): Promise<Invitation> {
  const { invitation } = await invitations.invite(by, { email, role });
  if (invitation === undefined) throw new Error('no invitation');
  return invitation;
}

/** What the mailed link of an invitation carries. */
export function linkOf({ config }: Pick<Started, 'config'>, invitationId: string) {
  const [, token = ''] = createInvitationLinks(config).urlOf(invitationId).split('#token=');
  return { invitationId, token };
}
