import { actionAudited } from '@assay/chassis/events/audit';
import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import {
  AutoTopUpDisabled,
  AutoTopUpRequested,
  BalanceLow,
  HoldOverdue,
} from '@assay/proto/billing/v1/billing_events';
import type { PendingEvent } from '../domain/account/pending-event.ts';

/** What is published of it. */
export function accountEvent(organizationId: string, event: PendingEvent): OutboxEntry {
  switch (event.kind) {
    case 'balance-low': {
      const { thresholdCents, availableCents, cause } = event;
      const identity = `${organizationId} ${thresholdCents.toString()} ${cause}`;
      return newEvent(
        BalanceLow,
        { organizationId, thresholdCents, availableCents },
        { organizationId, occurredAt: event.at, identity },
      );
    }
    case 'hold-overdue': {
      const { runId, jobId } = event;
      const holdId = event.holdId === runId ? '' : event.holdId;
      const value =
        jobId === undefined ? { organizationId, runId, holdId } : { organizationId, runId: '', jobId };
      return newEvent(HoldOverdue, value, { organizationId, occurredAt: event.at });
    }
    case 'auto-top-up-requested': {
      const { topUpId } = event;
      return newEvent(
        AutoTopUpRequested,
        { organizationId, topUpId },
        { organizationId, occurredAt: event.at },
      );
    }
    case 'auto-top-up-disabled': {
      const { topUpId, error } = event;
      return newEvent(
        AutoTopUpDisabled,
        { organizationId, topUpId, error },
        { organizationId, occurredAt: event.at },
      );
    }
    case 'audited':
      return actionAudited(event.call, event.change);
  }
}
