import type { ConsumerDefinition } from '@assay/chassis/events/consumer';
import { onActionAudited } from './consumers/on-action-audited.ts';
import { onInvitationAccepted } from './consumers/on-invitation-accepted.ts';
import { onInvitationMailRequested } from './consumers/on-invitation-mail-requested.ts';
import { onNotificationMailRequested } from './consumers/on-notification-mail-requested.ts';
import type { Deps } from './deps.ts';

export const consumers: readonly ConsumerDefinition<Deps>[] = [
  onActionAudited,
  onInvitationAccepted,
  onInvitationMailRequested,
  onNotificationMailRequested,
];
