import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Account } from '../account/account.ts';
import { checkSpendLimit, countSpending } from '../spending/spending.ts';
import type { CredentialLimit, Spending, SpendLimit } from '../spending/spending.ts';

/** The money that a hold reserves. */
export interface MoneyOrder {
  readonly amountCents: number;
  readonly userId: string;
  /** Empty: none in particular. */
  readonly credentialId: string;
  /** The most the credential may spend; its spending counts from its first hold under a limit. Undefined: no limit. */
  readonly spendLimit?: SpendLimit | undefined;
  /** The limits of the keys that the credential was made with; the hold counts against each of them too. */
  readonly inheritedSpendLimits?: readonly CredentialLimit[];
}

export interface Reservation {
  /** The credentials whose spending includes the amount. */
  readonly credentialIds: readonly string[];
  readonly settings: { readonly spending?: readonly Spending[] };
}

/** INVALID_ARGUMENT for a spend limit without its credential. */
export function checkOrder({ credentialId, spendLimit }: MoneyOrder): void {
  if (spendLimit !== undefined && credentialId === '') {
    throw invalidField('credentialId', 'spendLimit requires credentialId');
  }
}

/** FAILED_PRECONDITION with reason INSUFFICIENT_BALANCE or SPEND_LIMIT_EXCEEDED when the amount cannot be reserved. */
export function reserveMoney(account: Account, order: MoneyOrder, now: Date): Reservation {
  const { amountCents, credentialId, spendLimit, inheritedSpendLimits = [] } = order;
  const { availableCents, spending } = account;
  if (availableCents < amountCents) throw insufficientBalance(availableCents, amountCents);
  const own = spendLimit === undefined ? [] : [{ credentialId, limit: spendLimit }];
  const limits = [...own, ...inheritedSpendLimits];
  for (const limit of limits) checkSpendLimit({ ...limit, spending, requiredCents: amountCents, now });
  if (limits.length === 0) return { credentialIds: [], settings: {} };
  const credentialIds = limits.map((limit) => limit.credentialId);
  const counted = countSpending(spending, { credentialIds, cents: amountCents, at: now }, now);
  return { credentialIds, settings: { spending: counted } };
}

export function holdEnded(): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'HOLD_ENDED', 'The hold was already settled or released.');
}

function insufficientBalance(balanceCents: number, requiredCents: number): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'INSUFFICIENT_BALANCE',
    'The balance is too low. Top up and send the request again.',
    { details: { balanceCents, requiredCents } },
  );
}
