import { DomainError } from '@assay/chassis/errors';

/** Periods begin at midnight UTC: of each day, or of the first day of each month. */
export type SpendPeriod = 'day' | 'month';
export const spendPeriods: readonly SpendPeriod[] = ['day', 'month'];

/** What one credential has spent, or holds, in one period. */
export interface Spending {
  readonly credentialId: string;
  readonly period: SpendPeriod;
  readonly startsAt: Date;
  readonly cents: number;
}

export interface SpendLimit {
  readonly limitCents: number;
  readonly period: SpendPeriod;
}

/** The spend limit of one credential. */
export interface CredentialLimit {
  readonly credentialId: string;
  readonly limit: SpendLimit;
}

export interface Spent {
  /** Every credential that it counts against. */
  readonly credentialIds: readonly string[];
  /** Negative: released. */
  readonly cents: number;
  /** When it was first counted; decides the periods it belongs to. */
  readonly at: Date;
}

/** Counts what was spent or released, and forgets periods that are over. */
export function countSpending(
  spending: readonly Spending[],
  { credentialIds, cents, at }: Spent,
  now: Date,
): readonly Spending[] {
  const going = spending.filter(({ period, startsAt }) => endOf(period, startsAt) > now);
  const counts = credentialIds.flatMap((credentialId) =>
    spendPeriods.map((period) => ({ credentialId, period })),
  );
  return counts.reduce<readonly Spending[]>((counted, { credentialId, period }) => {
    const startsAt = startOf(period, at);
    if (endOf(period, startsAt) <= now) return counted;
    const own = counted.find((entry) => entry.period === period && entry.credentialId === credentialId);
    const before = own?.cents ?? 0;
    const others = counted.filter((entry) => entry !== own);
    return [...others, { credentialId, period, startsAt, cents: Math.max(0, before + cents) }];
  }, going);
}

export interface LimitCheck extends CredentialLimit {
  readonly spending: readonly Spending[];
  readonly requiredCents: number;
  readonly now: Date;
}

/** FAILED_PRECONDITION with reason SPEND_LIMIT_EXCEEDED when it would be more than the credential may spend. */
export function checkSpendLimit({ spending, credentialId, limit, requiredCents, now }: LimitCheck): void {
  const { limitCents, period } = limit;
  const startsAt = startOf(period, now);
  const spentCents =
    spending.find(
      (entry) =>
        entry.credentialId === credentialId &&
        entry.period === period &&
        entry.startsAt.getTime() === startsAt.getTime(),
    )?.cents ?? 0;
  if (spentCents + requiredCents <= limitCents) return;
  const resetsAt = endOf(period, startsAt).toISOString();
  throw new DomainError(
    'FAILED_PRECONDITION',
    'SPEND_LIMIT_EXCEEDED',
    `The key has reached its spend limit per ${period}. Raise the limit or wait for \`details.resetsAt\`.`,
    { details: { spendLimitCents: limitCents, spentCents, spendPeriod: period, requiredCents, resetsAt } },
  );
}

function startOf(period: SpendPeriod, at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), period === 'day' ? at.getUTCDate() : 1));
}

function endOf(period: SpendPeriod, startsAt: Date): Date {
  const year = startsAt.getUTCFullYear();
  const month = startsAt.getUTCMonth();
  const day = startsAt.getUTCDate();
  return new Date(period === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1));
}
