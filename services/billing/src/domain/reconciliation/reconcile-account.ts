import type { Account } from '../account/account.ts';
import { afterEntry, noMoney } from '../ledger/balances.ts';
import type { Balances } from '../ledger/balances.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';

/**
 * What is wrong with an account, in words; empty when it is the sum of its ledger. The entries are those of the ledger;
 * the ones that still wait in the account are added here.
 */
export function reconcileAccount(account: Account, recorded: readonly LedgerEntry[]): readonly string[] {
  const entries = new Map([...recorded, ...account.pendingEntries].map((entry) => [entry.cause, entry]));
  const ordered = [...entries.values()].toSorted((a, b) => a.sequence - b.sequence);
  const problems: string[] = [];
  let balances = noMoney;
  for (const [index, entry] of ordered.entries()) {
    balances = afterEntry(balances, entry.type, entry.amountCents);
    if (entry.sequence !== index + 1)
      problems.push(`${entry.cause} has sequence ${entry.sequence}, not ${index + 1}`);
    if (entry.balanceAfterCents !== balances.availableCents || entry.heldAfterCents !== balances.heldCents) {
      problems.push(`${entry.cause} states other balances than the entries up to it`);
    }
  }
  if (ordered.length !== account.entryCount) {
    problems.push(`${account.entryCount} entries were made, ${ordered.length} are there`);
  }
  const mayBeNegative = ordered.some(({ type, amountCents }) => type === 'top_up' && amountCents < 0);
  return [...problems, ...balanceProblems(account, balances, mayBeNegative)];
}

/** Only what a payment provider refunded may leave an account with less than nothing. */
function balanceProblems(account: Account, fromLedger: Balances, mayBeNegative: boolean): string[] {
  const { availableCents, heldCents, spentCents, fundedCents } = account;
  const problems: string[] = [];
  for (const name of ['availableCents', 'heldCents', 'spentCents', 'fundedCents'] as const) {
    if (account[name] !== fromLedger[name]) {
      problems.push(`${name} is ${account[name]}, its ledger says ${fromLedger[name]}`);
    }
    const isAllowed = name === 'availableCents' && mayBeNegative;
    if (account[name] < 0 && !isAllowed) problems.push(`${name} is negative`);
  }
  if (availableCents + heldCents + spentCents !== fundedCents) {
    problems.push('available + held + spent is not funded');
  }
  return problems;
}
