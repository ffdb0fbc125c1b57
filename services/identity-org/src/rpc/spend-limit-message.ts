import type { InheritedSpendLimit, SpendLimit } from '@assay/chassis/call-context';
import { invalidField } from '@assay/chassis/errors';
import type { DomainError } from '@assay/chassis/errors';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type {
  ApiKey,
  InheritedSpendLimits,
  SpendLimit as SpendLimitMessage,
} from '@assay/proto/identity/v1/api_key';

const periods = createEnumCodec(SpendPeriod);

export function toSpendLimitMessage(limit: SpendLimit | undefined): SpendLimitMessage | undefined {
  return limit && { limitCents: limit.limitCents, period: periods.toMessage(limit.period) };
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
  if (limit === undefined) return {};
  return { spendLimitCents: limit.limitCents, spendPeriod: periods.toMessage(limit.period) };
}

/** The limit two fields describe together. INVALID_ARGUMENT when one of them is missing. */
export function fromSpendFields(fields: SpendFields): SpendLimit | undefined {
  const { spendLimitCents: limitCents, spendPeriod } = fields;
  if (limitCents === undefined && spendPeriod === undefined) return undefined;
  if (limitCents === undefined) throw incomplete('spendLimitCents');
  if (spendPeriod === undefined) throw incomplete('spendPeriod');
  return { limitCents, period: periods.readRequired('spendPeriod', spendPeriod) };
}

function incomplete(field: keyof SpendFields): DomainError {
  return invalidField(field, 'spendLimitCents and spendPeriod must be set together');
}
