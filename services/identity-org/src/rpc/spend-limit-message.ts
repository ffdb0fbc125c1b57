import type { SpendLimit } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type { SpendLimit as SpendLimitMessage } from '@assay/proto/identity/v1/api_key';

const periods = { day: SpendPeriod.DAY, month: SpendPeriod.MONTH } as const;

export function toSpendLimitMessage(limit: SpendLimit | undefined): SpendLimitMessage | undefined {
  return limit && { limitCents: limit.limitCents, period: periods[limit.period] };
}

/** INVALID_ARGUMENT for a limit without a period. */
export function fromSpendLimitMessage(limit: SpendLimitMessage | undefined): SpendLimit | undefined {
  if (limit === undefined) return undefined;
  const { limitCents } = limit;
  if (limit.period === SpendPeriod.DAY) return { limitCents, period: 'day' };
  if (limit.period === SpendPeriod.MONTH) return { limitCents, period: 'month' };
  throw invalidField('spendPeriod', 'spendPeriod must be a day or a month');
}
