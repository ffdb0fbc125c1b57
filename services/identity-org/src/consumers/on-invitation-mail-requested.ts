import type { ReceivedEvent } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import type { InvitationMailRequested } from '@assay/proto/organizations/v1/organization_events';
import type { Deps } from '../deps.ts';
import { mailInvitation } from '../domain/invitation/mail-invitation.ts';
import { giveUpRefused } from './give-up-refused.ts';

export async function onInvitationMailRequested(
  deps: Pick<Deps, 'clock' | 'invitationLinks' | 'invitations' | 'mailer' | 'organizations' | 'users'>,
  { value: { invitationId } }: ReceivedEvent<InvitationMailRequested>,
): Promise<void> {
  if (invitationId === '') throw new PoisonError('it names no invitation');
  await giveUpRefused(() => mailInvitation(deps, invitationId));
}
