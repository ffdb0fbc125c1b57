import { Readable } from 'node:stream';
import { reconcileAccounts } from '../../src/domain/reconciliation/reconcile-accounts.ts';
import type { Deps } from '../../src/deps.ts';
import { chargeAnswer } from '../../src/domain/job-hold/charge-answer.ts';
import { placeJobHold } from '../../src/domain/job-hold/place-job-hold.ts';
import { endJobHold, releaseJobFunds, releaseRaise } from '../../src/domain/job-hold/release-job-funds.ts';
import type { openBillingDatabase } from '../processes.ts';

interface JobRef {
  readonly organizationId: string;
  readonly jobId: string;
}

/** The postings of one job, as functions of the process that makes them. */
export function createJobMoney(job: JobRef) {
  const order = { userId: 'user', credentialId: '' };
  return {
    place: (amountCents: number, holdId?: string) => (deps: Deps) =>
      placeJobHold(deps, { ...job, ...order, amountCents, holdId }),
    charge: (answerId: string, chargeCents: number) => (deps: Deps) =>
      chargeAnswer(deps, { ...job, answerId, chargeCents, stageSlug: '' }),
    release: (releaseId: string, amountCents: number) => (deps: Deps) =>
      releaseJobFunds(deps, { ...job, releaseId, amountCents }),
    drop: (holdId: string) => (deps: Deps) => releaseRaise(deps, { ...job, holdId }),
    end: () => (deps: Deps) => endJobHold(deps, job),
  };
}

type BillingDatabase = Awaited<ReturnType<typeof openBillingDatabase>>;

/** Returns the differences that `reconcile` finds in one organization; none without an account. */
export async function findProblems(
  database: BillingDatabase,
  organizationId: string,
  now = new Date(),
): Promise<readonly string[]> {
  const { accounts, ledger, holds, transactions } = database;
  if ((await accounts.find(organizationId)) === undefined) return [];
  const none = () => Promise.resolve([]);
  const stores = {
    accounts: { ...accounts, organizationIds: () => Readable.from([organizationId]) },
    ledger: { ...ledger, organizationIds: none },
    transactions: { ...transactions, organizationIds: none },
    holds,
  };
  return (await Array.fromAsync(reconcileAccounts(stores, now))).flatMap(({ problems }) => problems);
}

/** Returns the balances of an account; throws when a cent is missing or a balance is negative. */
export async function readBalances({ accounts }: BillingDatabase, organizationId: string) {
  const account = await accounts.find(organizationId);
  if (account === undefined) return undefined;
  const { availableCents, heldCents, spentCents, fundedCents } = account;
  const isRight = availableCents + heldCents + spentCents === fundedCents;
  if (!isRight || Math.min(availableCents, heldCents, spentCents) < 0) {
    throw new Error(`wrong balances: ${JSON.stringify({ availableCents, heldCents, spentCents })}`);
  }
  return { availableCents, heldCents, spentCents };
}
