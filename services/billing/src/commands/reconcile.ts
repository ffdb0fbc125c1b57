import { runCommand } from '@assay/chassis/process/boot/operator-command';
import { reconcileAccounts } from '../domain/reconciliation/reconcile-accounts.ts';
import { openStores } from '../store/open-stores.ts';

// Prints one line per problem and a summary, and exits with 1 when there is any problem.
await runCommand('billing-reconcile', async ({ db, relay }) => {
  let accounts = 0;
  let problemCount = 0;
  for await (const { organizationId, problems } of reconcileAccounts(openStores(db, relay), new Date())) {
    accounts += 1;
    problemCount += problems.length;
    for (const problem of problems) process.stdout.write(`${organizationId}: ${problem}\n`);
  }
  if (problemCount > 0) process.exitCode = 1;
  process.stdout.write(`${accounts.toString()} accounts compared, ${problemCount.toString()} problems\n`);
});
