import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { PlaceHoldRequest } from '@assay/proto/billing/v1/billing_service';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type { SpendLimit as LimitMessage } from '@assay/proto/identity/v1/api_key';
import type { PlaceHoldInput } from '../domain/hold/place-hold.ts';
import type { SpendLimit } from '../domain/spending/spending.ts';

const periods = createEnumCodec(SpendPeriod);

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
  return { limitCents, period: periods.readRequired('spendLimit.period', period) };
}
