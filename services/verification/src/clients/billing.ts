import type { CallContext, InheritedSpendLimit, OutgoingCall, SpendLimit } from '@assay/chassis/call-context';
import type { Channel } from '@assay/chassis/grpc/client';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { PlaceHoldRequest } from '@assay/proto/billing/v1/billing_service';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type {
  InheritedSpendLimit as InheritedSpendLimitMessage,
  SpendLimit as SpendLimitMessage,
} from '@assay/proto/identity/v1/api_key';
import type { Run } from '../domain/run/run.ts';

/** The money of runs, which billing keeps; a hold has the id of its run. */
export interface Billing {
  /** FAILED_PRECONDITION with reason INSUFFICIENT_BALANCE, SPEND_LIMIT_EXCEEDED or HOLD_ENDED. */
  placeHold(call: CallContext, run: Run): Promise<void>;
  /** What the caller's organization can spend now. */
  availableCents(call: CallContext): Promise<number>;
  /** Once released, billing refuses a hold of that id as ended. */
  releaseHold(call: OutgoingCall, runId: string): Promise<void>;
  /** Says that the run is under way. */
  confirmHold(call: OutgoingCall, runId: string): Promise<void>;
}

export function createBilling(channel: Channel): Billing {
  const client = channel.client(BillingServiceService);
  return {
    async placeHold(call, run) {
      await client.placeHold(call, holdRequest(call, run));
    },
    async availableCents(call) {
      const { account } = await client.getBalance(call, {});
      if (account === undefined) throw new Error('billing answered without an account');
      return account.availableCents;
    },
    async releaseHold(call, runId) {
      await client.releaseHold(call, { runId });
    },
    async confirmHold(call, runId) {
      await client.confirmHold(call, { runId });
    },
  };
}

const spendPeriods = { day: SpendPeriod.DAY, month: SpendPeriod.MONTH } as const;

/** Asks for the money of a run, within what the caller's credential may spend. */
function holdRequest({ actor }: CallContext, run: Run): PlaceHoldRequest {
  const request = { runId: run.id, amountCents: run.costCents, userId: run.startedBy };
  if (actor.kind !== 'user') return { ...request, credentialId: '' };
  const { credentialId, spendLimit, inheritedSpendLimits = [] } = actor;
  return {
    ...request,
    credentialId,
    spendLimit: spendLimit && toMessage(spendLimit),
    inheritedSpendLimits: { limits: inheritedSpendLimits.map(toInheritedMessage) },
  };
}

function toInheritedMessage({ credentialId, limit }: InheritedSpendLimit): InheritedSpendLimitMessage {
  return { credentialId, limit: toMessage(limit) };
}

function toMessage({ limitCents, period }: SpendLimit): SpendLimitMessage {
  return { limitCents, period: spendPeriods[period] };
}
