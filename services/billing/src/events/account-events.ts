import { newEvent } from '@assay/chassis/events/event';
import type { OutboxEntry } from '@assay/chassis/events/event';
import { AutoTopUpDisabled, AutoTopUpRequested, BalanceLow } from '@assay/proto/billing/v1/billing_events';
import type { AccountNews } from '../domain/account-news.ts';
import { billingAudited } from './billing-audited.ts';

/** The event that tells a piece of an account's news. */
export function accountEvent(organizationId: string, news: AccountNews): OutboxEntry {
  switch (news.kind) {
    case 'balance-low': {
      const { thresholdCents, availableCents } = news;
      return newEvent(
        BalanceLow,
        { organizationId, thresholdCents, availableCents },
        { organizationId, occurredAt: news.at },
      );
    }
    case 'auto-top-up-requested': {
      const { topUpId } = news;
      return newEvent(
        AutoTopUpRequested,
        { organizationId, topUpId },
        { organizationId, occurredAt: news.at },
      );
    }
    case 'auto-top-up-disabled': {
      const { topUpId, error } = news;
      return newEvent(
        AutoTopUpDisabled,
        { organizationId, topUpId, error },
        { organizationId, occurredAt: news.at },
      );
    }
    case 'audited':
      return billingAudited(news.call, news.change);
  }
}
