import type { InheritedSpendLimit, SpendLimit } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import type { DomainError } from '@assay/chassis/errors';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type {
  ApiKey,
  InheritedSpendLimits,
  SpendLimit as SpendLimitMessage,
} from '@assay/proto/identity/v1/api_key';

const periods = { day: SpendPeriod.DAY, month: SpendPeriod.MONTH } as const;

export function toSpendLimitMessage(limit: SpendLimit | undefined): SpendLimitMessage | undefined {
  return limit && { limitCents: limit.limitCents, period: periods[limit.period] };
}

/** Undefined: there is none. */
export function toInheritedMessage(
  inherited: readonly InheritedSpendLimit[],
): InheritedSpendLimits | undefined {
  if (inherited.length === 0) return undefined;
  const limits = inherited.map(({ credentialId, limit }) => ({
    credentialId,
    limit: toSpendLimitMessage(limit),
  }));
  return { limits };
}

type SpendFields = Pick<ApiKey, 'spendLimitCents' | 'spendPeriod'>;

export function toSpendFields(limit: SpendLimit | undefined): SpendFields {
  return limit === undefined ? {} : { spendLimitCents: limit.limitCents, spendPeriod: periods[limit.period] };
}

/** The limit two fields describe together. INVALID_ARGUMENT when one of them is missing. */
export function fromSpendFields(fields: SpendFields): SpendLimit | undefined {
  const { spendLimitCents: limitCents, spendPeriod } = fields;
  if (limitCents === undefined && spendPeriod === undefined) return undefined;
  if (limitCents === undefined) throw incomplete('spendLimitCents');
  if (spendPeriod === undefined) throw incomplete('spendPeriod');
  if (spendPeriod === SpendPeriod.DAY) return { limitCents, period: 'day' };
  if (spendPeriod === SpendPeriod.MONTH) return { limitCents, period: 'month' };
  throw invalidField('spendPeriod', 'spendPeriod must be a day or a month');
}

function incomplete(field: keyof SpendFields): DomainError {
  return invalidField(field, 'spendLimitCents and spendPeriod go together');
}
