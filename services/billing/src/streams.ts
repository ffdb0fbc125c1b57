import { declareStream } from '@assay/chassis/events/streams';
import { days } from '@assay/chassis/units';
import {
  AutoTopUpDisabled,
  AutoTopUpRequested,
  BalanceLow,
  HoldOverdue,
} from '@assay/proto/billing/v1/billing_events';

/** What others hear about money. */
export const billingStream = declareStream({
  messages: [BalanceLow, AutoTopUpDisabled, HoldOverdue],
  retention: 'limits',
  maxAgeMs: days(30),
});

/** What one worker shall do. */
export const billingWorkStream = declareStream({
  messages: [AutoTopUpRequested],
  retention: 'workqueue',
  maxAgeMs: days(7),
});
