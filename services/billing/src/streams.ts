import {
  AutoTopUpDisabled,
  AutoTopUpRequested,
  BalanceLow,
  HoldOverdue,
} from '@assay/proto/billing/v1/billing_events';

const dayMs = 86_400_000;

/** What others hear about money. */
export const billingStream = {
  name: 'BILLING',
  messages: [BalanceLow, AutoTopUpDisabled, HoldOverdue],
  retention: 'limits',
  maxAgeMs: 30 * dayMs,
} as const;

/** What one worker shall do. */
export const billingWorkStream = {
  name: 'BILLING_WORK',
  messages: [AutoTopUpRequested],
  retention: 'workqueue',
  maxAgeMs: 7 * dayMs,
} as const;
