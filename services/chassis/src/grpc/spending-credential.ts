import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type { SpendLimit as SpendLimitMessage } from '@assay/proto/identity/v1/api_key';
import type { CallContext, SpendLimit } from '../call-context.ts';
import { createEnumCodec } from './enum-codec.ts';

const spendPeriods = createEnumCodec(SpendPeriod);

/** Builds the fields by which the spend limits of the caller's credential, and of its parent keys, apply to a request. */
export function describeSpendingCredential({ actor }: Pick<CallContext, 'actor'>) {
  if (actor.kind !== 'user') return { credentialId: '' };
  const { credentialId, spendLimit, inheritedSpendLimits = [] } = actor;
  return {
    credentialId,
    spendLimit: spendLimit && toMessage(spendLimit),
    inheritedSpendLimits: {
      limits: inheritedSpendLimits.map((inherited) => ({
        credentialId: inherited.credentialId,
        limit: toMessage(inherited.limit),
      })),
    },
  };
}

function toMessage({ limitCents, period }: SpendLimit): SpendLimitMessage {
  return { limitCents, period: spendPeriods.toMessage(period) };
}
