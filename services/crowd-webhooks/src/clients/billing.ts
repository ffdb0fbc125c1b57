import { readUserId } from '@assay/chassis/call-context';
import type { CallContext, OutgoingCall } from '@assay/chassis/call-context';
import type { Channel } from '@assay/chassis/grpc/client';
import { describeSpendingCredential } from '@assay/chassis/grpc/spending-credential';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { Job } from '../domain/job/job.ts';

/** A further hold of a job. */
export interface Raise {
  /** Identifies the hold. A repeated call holds once. */
  readonly holdId: string;
  readonly amountCents: number;
}

/** The money of jobs, which billing owns. */
export interface Billing {
  /** Holds the estimated cost of a job. FAILED_PRECONDITION with reason INSUFFICIENT_BALANCE, SPEND_LIMIT_EXCEEDED or HOLD_ENDED. */
  placeHold(call: CallContext, job: Job): Promise<void>;
  /** Holds more money for a job. FAILED_PRECONDITION as `placeHold`. */
  raiseHold(call: CallContext, job: Job, raise: Raise): Promise<void>;
  /** Releases all money of a job that was never accepted. Billing refuses a hold that arrives later. */
  releaseHold(call: OutgoingCall, job: Pick<Job, 'id'>): Promise<void>;
  /** Confirms that a job still needs its money. */
  confirmHold(call: OutgoingCall, jobId: string): Promise<void>;
  /** Returns the money that the organization of the call can spend now. */
  readAvailableCents(call: CallContext): Promise<number>;
}

export function createBilling(channel: Channel): Billing {
  const client = channel.client(BillingServiceService);
  const place = async (call: CallContext, { id: jobId }: Job, { holdId, amountCents }: Raise) => {
    if (amountCents === 0) return;
    await client.placeHold(call, {
      ...{ runId: '', jobId, amountCents, ...(holdId !== '' && { holdId }) },
      ...{ userId: readUserId(call), ...describeSpendingCredential(call) },
    });
  };
  return {
    placeHold: (call, job) => place(call, job, { holdId: '', amountCents: job.estimatedCostCents }),
    raiseHold: place,
    async releaseHold(call, { id: jobId }) {
      await client.releaseHold(call, { runId: '', jobId });
    },
    async confirmHold(call, jobId) {
      await client.confirmHold(call, { runId: '', jobId });
    },
    async readAvailableCents(call) {
      const { account } = await client.getBalance(call, {});
      if (account === undefined) throw new Error('billing answered without an account');
      return account.availableCents;
    },
  };
}
