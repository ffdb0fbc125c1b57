import type { CallContext } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import type { PlaceHoldRequest, PlaceHoldResponse } from '@assay/proto/billing/v1/billing_service';
import { SpendPeriod as PeriodMessage } from '@assay/proto/identity/v1/api_key';
import type { SpendLimit as LimitMessage } from '@assay/proto/identity/v1/api_key';
import type { Deps } from '../deps.ts';
import { placeHold as place } from '../domain/hold/place-hold.ts';
import type { SpendLimit, SpendPeriod } from '../domain/spending/spending.ts';
import { toAccountMessage } from './account-message.ts';

export async function placeHold(
  deps: Deps,
  { organizationId }: CallContext,
  request: PlaceHoldRequest,
): Promise<PlaceHoldResponse> {
  const { runId, amountCents, userId, credentialId, spendLimit } = request;
  const hold = {
    organizationId,
    runId,
    amountCents,
    userId,
    credentialId,
    spendLimit: readLimit(spendLimit),
  };
  return { account: toAccountMessage(await place(deps, hold)) };
}

function readLimit(limit: LimitMessage | undefined): SpendLimit | undefined {
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
