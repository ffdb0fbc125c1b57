import { connectMongo } from '@assay/chassis/mongo/connect';
import { reconciliationConfig } from './config.ts';
import { reconcileAccounts } from './reconcile-accounts.ts';
import { createAccountStore } from './store/account-store.ts';
import { createLedgerStore } from './store/ledger-store.ts';

// Prints one line per problem and exits with 1 when there is any.
const { mongodbUri: uri, mongodbDatabase: database } = reconciliationConfig();
const mongo = await connectMongo({ uri, database, appName: 'billing-reconcile' });
let accounts = 0;
for await (const { organizationId, problems } of reconcileAccounts(
  createAccountStore(mongo.db),
  createLedgerStore(mongo.db),
)) {
  accounts += 1;
  for (const problem of problems) process.stdout.write(`${organizationId}: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
process.stdout.write(`${accounts.toString()} accounts compared\n`);
await mongo.close();
