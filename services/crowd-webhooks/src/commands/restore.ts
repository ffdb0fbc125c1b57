import { runRestore } from '@assay/chassis/storage/backup/commands';

// Restores the database of the service from a backup, or the objects of all services, or checks it; see deploy/docs/backup.md.
await runRestore({ name: 'crowd-webhooks' });
