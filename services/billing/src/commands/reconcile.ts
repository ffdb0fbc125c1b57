import { runCommand } from '@assay/chassis/process/operator-command';
import { reconcileAccounts } from '../domain/reconciliation/reconcile-accounts.ts';
import { createAccountStore } from '../store/account-store.ts';
import { createHoldStore } from '../store/hold-store.ts';
import { createLedgerStore } from '../store/ledger-store.ts';
import { createTransactionStore } from '../store/transaction-store.ts';

// Prints one line per problem and a summary, and exits with 1 when there is any problem.
await runCommand('billing-reconcile', async ({ db, relay }) => {
  const stores = {
    accounts: createAccountStore(db, relay),
    ledger: createLedgerStore(db),
    holds: createHoldStore(db),
    transactions: createTransactionStore(db),
  };
  let accounts = 0;
  let problemCount = 0;
  for await (const { organizationId, problems } of reconcileAccounts(stores, new Date())) {
    accounts += 1;
    problemCount += problems.length;
    for (const problem of problems) process.stdout.write(`${organizationId}: ${problem}\n`);
  }
  if (problemCount > 0) process.exitCode = 1;
  process.stdout.write(`${accounts.toString()} accounts compared, ${problemCount.toString()} problems\n`);
});
