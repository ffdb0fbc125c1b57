import { invalidField } from '@assay/chassis/errors';
import type { PlaceHoldRequest } from '@assay/proto/billing/v1/billing_service';
import { SpendPeriod as PeriodMessage } from '@assay/proto/identity/v1/api_key';
import type { SpendLimit as LimitMessage } from '@assay/proto/identity/v1/api_key';
import type { PlaceHoldInput } from '../domain/hold/place-hold.ts';
import type { SpendLimit, SpendPeriod } from '../domain/spending/spending.ts';

/** The hold that is asked for. INVALID_ARGUMENT for a limit without a period. */
export function readHold(organizationId: string, request: PlaceHoldRequest): PlaceHoldInput {
  const { spendLimit, inheritedSpendLimits, ...hold } = request;
  return {
    ...hold,
    organizationId,
    spendLimit: spendLimit && readSpendLimit(spendLimit),
    inheritedSpendLimits: (inheritedSpendLimits?.limits ?? []).flatMap(({ credentialId, limit }) =>
      limit === undefined ? [] : [{ credentialId, limit: readSpendLimit(limit) }],
    ),
  };
}

function readSpendLimit({ limitCents, period }: LimitMessage): SpendLimit {
  return { limitCents, period: readPeriod(period) };
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
