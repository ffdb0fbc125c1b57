import { consumes } from '@assay/chassis/events/consumer';
import { PoisonError } from '@assay/chassis/events/poison-error';
import { InvitationMailRequested } from '@assay/proto/organizations/v1/organization_events';
import type { Deps } from '../deps.ts';
import { mailInvitation } from '../domain/invitation/mail-invitation.ts';
import { deliverMail, mailRetries } from './mail-delivery.ts';

export const onInvitationMailRequested = consumes<Deps, InvitationMailRequested>({
  ...mailRetries,
  message: InvitationMailRequested,
  async handle(deps, { value: { invitationId } }) {
    if (invitationId === '') throw new PoisonError('the event names no invitation');
    await deliverMail(() => mailInvitation(deps, invitationId));
  },
});
