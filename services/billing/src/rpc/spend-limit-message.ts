import { invalidField } from '@assay/chassis/errors';
import { SpendPeriod as PeriodMessage } from '@assay/proto/identity/v1/api_key';
import type { SpendLimit as LimitMessage } from '@assay/proto/identity/v1/api_key';
import type { SpendLimit, SpendPeriod } from '../domain/spending/spending.ts';

export function readSpendLimit(limit: LimitMessage | undefined): SpendLimit | undefined {
  return limit === undefined ? undefined : { limitCents: limit.limitCents, period: readPeriod(limit.period) };
}

function readPeriod(period: PeriodMessage): SpendPeriod {
  switch (period) {
    case PeriodMessage.DAY:
      return 'day';
    case PeriodMessage.MONTH:
      return 'month';
    case PeriodMessage.UNSPECIFIED:
    case PeriodMessage.UNRECOGNIZED:
      throw invalidField('spendLimit.period', 'period must be day or month');
  }
}
