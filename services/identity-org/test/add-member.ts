import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { CredentialKind } from '@assay/proto/access/v1/access';
import type { Role } from '@assay/proto/access/v1/access';
import { createOrganizationStore } from '../src/store/organization/organization-store.ts';
import type { start } from './start.ts';

type Started = Awaited<ReturnType<typeof start>>;

/** Makes somebody new a member of the caller's organization; resolves to the user's id. */
export async function addMember({ db }: Pick<Started, 'db'>, by: OutgoingCall, role: Role): Promise<string> {
  const now = new Date();
  const { organizationId } = by;
  const membership = { id: newId(), userId: newId(), organizationId, role, createdAt: now, updatedAt: now };
  await createOrganizationStore(db, { notify: () => undefined }).addMember(by, membership, 10_000);
  return membership.userId;
}

/** The same call made by another member, who signed in. */
export function callAsMember(by: OutgoingCall, userId: string, role: Role): OutgoingCall {
  if (by.actor.kind !== 'user') throw new Error('nobody calls');
  const signedIn = { credentialId: newId(), credentialKind: CredentialKind.SIGN_IN };
  return { ...by, actor: { ...by.actor, userId, role, ...signedIn } };
}
