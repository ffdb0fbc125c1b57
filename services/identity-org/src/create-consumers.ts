import { auditStream } from '@assay/chassis/events/audit';
import { createConsumer } from '@assay/chassis/events/consumer';
import type { Consumer } from '@assay/chassis/events/consumer';
import type { ServiceBase } from '@assay/chassis/service-base';
import { ActionAudited } from '@assay/proto/audit/v1/audit_events';
import {
  InvitationAccepted,
  InvitationMailRequested,
  NotificationMailRequested,
} from '@assay/proto/organizations/v1/organization_events';
import { onActionAudited } from './consumers/on-action-audited.ts';
import { onInvitationAccepted } from './consumers/on-invitation-accepted.ts';
import { onInvitationMailRequested } from './consumers/on-invitation-mail-requested.ts';
import { onNotificationMailRequested } from './consumers/on-notification-mail-requested.ts';
import type { Deps } from './deps.ts';
import { organizationsStream, organizationWorkStream } from './streams.ts';

type Shared = Omit<Parameters<typeof createConsumer>[0], 'stream' | 'durable' | 'message' | 'handle'>;

export function createConsumers({ events: connection, runtime }: ServiceBase, deps: Deps): Consumer[] {
  const { logger, metrics } = runtime;
  const shared = { connection, logger, metrics, concurrency: 4, ackWaitMs: 30_000 };
  return [
    createConsumer({
      ...shared,
      stream: organizationsStream.name,
      durable: 'identity-org__on-invitation-accepted',
      message: InvitationAccepted,
      handle: (event) => onInvitationAccepted(deps, event),
    }),
    createConsumer({
      ...shared,
      stream: auditStream.name,
      durable: 'identity-org__on-action-audited',
      message: ActionAudited,
      handle: (event) => onActionAudited(deps, event),
    }),
    ...mailConsumers(shared, deps),
  ];
}

const minuteMs = 60_000;
/** A mail server may be away for a day. */
const outlasting = { backoffMs: [1_000, 5_000, 30_000, 5 * minuteMs], maxDeliver: 300 };

function mailConsumers(shared: Shared, deps: Deps): Consumer[] {
  return [
    createConsumer({
      ...shared,
      ...outlasting,
      stream: organizationWorkStream.name,
      durable: 'identity-org__on-invitation-mail-requested',
      message: InvitationMailRequested,
      handle: (event) => onInvitationMailRequested(deps, event),
    }),
    createConsumer({
      ...shared,
      ...outlasting,
      stream: organizationWorkStream.name,
      durable: 'identity-org__on-notification-mail-requested',
      message: NotificationMailRequested,
      handle: (event) => onNotificationMailRequested(deps, event),
    }),
  ];
}
