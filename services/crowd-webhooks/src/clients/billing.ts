import { readUserId } from '@assay/chassis/call-context';
import type { CallContext, OutgoingCall } from '@assay/chassis/call-context';
import type { Channel, TypedClient } from '@assay/chassis/grpc/client';
import { describeSpendingCredential } from '@assay/chassis/grpc/spending-credential';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import type { LedgerEntry } from '@assay/proto/billing/v1/account';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { Job } from '../domain/crowd/job/job.ts';
import type { Movement } from '../domain/crowd/money/movement.ts';

/** The entries of a page. */
const pageSize = 200;

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
  /** Releases one raise whose slots were not stored. Billing refuses a raise with this id that arrives later. */
  releaseRaise(call: OutgoingCall, raise: { readonly jobId: string; readonly holdId: string }): Promise<void>;
  /** Releases all money of a job that was never accepted. Billing refuses a hold that arrives later. */
  releaseHold(call: OutgoingCall, job: Pick<Job, 'id'>): Promise<void>;
  /** Confirms that a job still needs its money. */
  confirmHold(call: OutgoingCall, jobId: string): Promise<void>;
  /** Returns the holds and releases of a job in the ledger. */
  listMovements(call: OutgoingCall, jobId: string): Promise<readonly Movement[]>;
  /** Returns the money that the organization of the call can spend now. */
  readAvailableCents(call: CallContext): Promise<number>;
}

export function createBilling(channel: Channel): Billing {
  const client = channel.client(BillingServiceService);
  const place = async (call: CallContext, { id: jobId }: Job, { holdId, amountCents }: Raise) => {
    if (amountCents === 0) return;
    await client.placeHold(call, {
      runId: '',
      jobId,
      amountCents,
      ...(holdId !== '' && { holdId }),
      userId: readUserId(call),
      ...describeSpendingCredential(call),
    });
  };
  return {
    placeHold: (call, job) => place(call, job, { holdId: '', amountCents: job.estimatedCostCents }),
    raiseHold: place,
    async releaseRaise(call, { jobId, holdId }) {
      await client.releaseHold(call, { runId: '', jobId, holdId });
    },
    async releaseHold(call, { id: jobId }) {
      await client.releaseHold(call, { runId: '', jobId });
    },
    async confirmHold(call, jobId) {
      await client.confirmHold(call, { runId: '', jobId });
    },
    async listMovements(call, jobId) {
      const holds = await listEntries(client, call, { jobId, type: LedgerEntryType.HOLD });
      const releases = await listEntries(client, call, { jobId, type: LedgerEntryType.RELEASE });
      const describe = (type: Movement['type'], entries: readonly LedgerEntry[]) =>
        entries.map(({ id: cause, amountCents }) => ({ cause, type, amountCents }));
      return [...describe('hold', holds), ...describe('release', releases)];
    },
    async readAvailableCents(call) {
      const { account } = await client.getBalance(call, {});
      if (account === undefined) throw new Error('billing answered without an account');
      return account.availableCents;
    },
  };
}

async function listEntries(
  client: TypedClient<typeof BillingServiceService>,
  call: OutgoingCall,
  filter: { readonly jobId: string; readonly type: LedgerEntryType },
): Promise<readonly LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (let cursor: string | undefined; ;) {
    const request = { ...filter, runId: '', limit: pageSize, offset: 0, cursor };
    const page = await client.listLedger(call, request);
    entries.push(...page.entries);
    cursor = page.nextCursor;
    if (cursor === undefined) return entries;
  }
}
