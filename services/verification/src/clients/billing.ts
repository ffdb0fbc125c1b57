import type { CallContext, OutgoingCall } from '@assay/chassis/call-context';
import type { Channel } from '@assay/chassis/grpc/client';
import { describeSpendingCredential } from '@assay/chassis/grpc/spending-credential';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { PlaceHoldRequest } from '@assay/proto/billing/v1/billing_service';
import type { Run } from '../domain/run/run.ts';

/** The money of runs, which billing keeps; the first hold of a run has its id. */
export interface Billing {
  /** FAILED_PRECONDITION with reason INSUFFICIENT_BALANCE, SPEND_LIMIT_EXCEEDED or HOLD_ENDED. */
  placeHold(call: CallContext, run: Run): Promise<void>;
  /** What the caller's organization can spend now. */
  availableCents(call: CallContext): Promise<number>;
  /** Once released, billing refuses a hold of that id as ended. */
  releaseHold(call: OutgoingCall, hold: HoldName): Promise<void>;
  /** Says that the run is under way. */
  confirmHold(call: OutgoingCall, hold: HoldName): Promise<void>;
}

export interface HoldName {
  readonly runId: string;
  /** Empty: the run's id. */
  readonly holdId: string;
}

export function createBilling(channel: Channel): Billing {
  const client = channel.client(BillingServiceService);
  return {
    async placeHold(call, run) {
      await client.placeHold(call, buildHoldRequest(call, run));
    },
    async availableCents(call) {
      const { account } = await client.getBalance(call, {});
      if (account === undefined) throw new Error('billing answered without an account');
      return account.availableCents;
    },
    async releaseHold(call, hold) {
      await client.releaseHold(call, { ...hold });
    },
    async confirmHold(call, hold) {
      await client.confirmHold(call, { ...hold });
    },
  };
}

/** Builds the request for the money of a run, within the spend limits of the caller's credential. */
function buildHoldRequest(call: CallContext, run: Run): PlaceHoldRequest {
  const { id: runId, holdId, costCents: amountCents, startedBy: userId } = run;
  const inParts = run.crowd !== null;
  return { runId, holdId, amountCents, userId, inParts, ...describeSpendingCredential(call) };
}
