import { DomainError, invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { causeOf } from '../ledger/ledger-entry.ts';
import type { Posting } from '../posting/posting.ts';
import { checkSpendLimit, countSpending } from '../spending/spending.ts';
import type { CredentialLimit, SpendLimit } from '../spending/spending.ts';
import { holdCauses, holdIdOf, namesOf, openHoldOf } from './hold.ts';

export interface PlaceHoldInput {
  readonly organizationId: string;
  readonly runId: string;
  /** The idempotency key; empty or left out: the run's id is. */
  readonly holdId?: string | undefined;
  readonly amountCents: number;
  readonly userId: string;
  /** Empty: none in particular. */
  readonly credentialId: string;
  /** The most the credential may spend; its spending counts from its first hold under a limit. Undefined: no limit. */
  readonly spendLimit?: SpendLimit | undefined;
  /** The limits of the keys that the credential was made with; the hold counts against each of them too. */
  readonly inheritedSpendLimits?: readonly CredentialLimit[];
}

/**
 * Reserves money for a run; asking again reserves nothing more. FAILED_PRECONDITION with reason INSUFFICIENT_BALANCE when
 * there is too little, SPEND_LIMIT_EXCEEDED when the credential, or one it was made with, may not spend so much, HOLD_ENDED when the hold was
 * already settled or released.
 */
export function placeHold(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  input: PlaceHoldInput,
): Promise<Account> {
  checkInput(input);
  const { organizationId } = input;
  const holdId = holdIdOf(input);
  const causes = holdCauses(holdId);
  return postings.run({
    organizationId,
    causes,
    decide(account, applied) {
      if (openHoldOf(applied, holdId) !== undefined) return undefined;
      if (causes.some((cause) => applied.has(cause))) throw holdEnded();
      return holdIn(account, input, clock.now());
    },
  });
}

function checkInput({ credentialId, spendLimit }: PlaceHoldInput): void {
  if (spendLimit !== undefined && credentialId === '') {
    throw invalidField('credentialId', 'spendLimit requires credentialId');
  }
}

function holdIn(account: Account, input: PlaceHoldInput, now: Date): Posting {
  const { amountCents, userId, credentialId, spendLimit, inheritedSpendLimits = [] } = input;
  const { availableCents, spending } = account;
  if (availableCents < amountCents) throw insufficientBalance(availableCents, amountCents);
  const cause = causeOf('hold', holdIdOf(input));
  const entry = { type: 'hold', cause, amountCents, ...namesOf(input), userId } as const;
  const own = spendLimit === undefined ? [] : [{ credentialId, limit: spendLimit }];
  const limits = [...own, ...inheritedSpendLimits];
  for (const limit of limits) checkSpendLimit({ ...limit, spending, requiredCents: amountCents, now });
  if (limits.length === 0) return { entries: [entry], mayTopUp: true };
  const credentialIds = limits.map((limit) => limit.credentialId);
  const counted = countSpending(spending, { credentialIds, cents: amountCents, at: now }, now);
  return { entries: [{ ...entry, credentialIds }], settings: { spending: counted }, mayTopUp: true };
}

function holdEnded(): DomainError {
  return new DomainError('FAILED_PRECONDITION', 'HOLD_ENDED', 'The hold was already settled or released.');
}

function insufficientBalance(balanceCents: number, requiredCents: number): DomainError {
  return new DomainError(
    'FAILED_PRECONDITION',
    'INSUFFICIENT_BALANCE',
    'The balance is too low. Top up and send the request again.',
    {
      details: { balanceCents, requiredCents },
    },
  );
}
