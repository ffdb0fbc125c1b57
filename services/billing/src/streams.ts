import { days } from '@assay/chassis/units';
import {
  AutoTopUpDisabled,
  AutoTopUpRequested,
  BalanceLow,
  HoldOverdue,
} from '@assay/proto/billing/v1/billing_events';

/** What others hear about money. */
export const billingStream = {
  name: 'BILLING',
  messages: [BalanceLow, AutoTopUpDisabled, HoldOverdue],
  retention: 'limits',
  maxAgeMs: days(30),
} as const;

/** What one worker shall do. */
export const billingWorkStream = {
  name: 'BILLING_WORK',
  messages: [AutoTopUpRequested],
  retention: 'workqueue',
  maxAgeMs: days(7),
} as const;
