import { runRestore } from '@assay/chassis/storage/backup/commands';
import { settleLedger } from '../store/settle-ledger.ts';

// Puts the database of the service back from a backup, or the objects of all services, or checks it; see deploy/docs/backup.md.
await runRestore({ name: 'billing', reconcile: settleLedger });
