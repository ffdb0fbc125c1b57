import { runBackup } from '@assay/chassis/storage/backup/commands';
import { indexes } from '../resources.ts';

// Copies the database of the service into a backup, or the objects of all services; see deploy/docs/backup.md.
await runBackup({ name: 'crowd-webhooks', collections: Object.keys(indexes) });
