import { isAbsolute } from 'node:path';
import { ConfigError } from '../../config.ts';
import type { ConfigOf } from '../../config.ts';
import type { backupTargetSettings } from '../../settings/backup.ts';
import type { BackupTarget } from './backup-target.ts';
import { createBucketTarget } from './bucket-target.ts';
import { createFolderTarget } from './folder-target.ts';

/** Opens a bucket with a prefix, or a folder. Throws ConfigError when the target is neither. */
export function openBackupTarget(config: ConfigOf<typeof backupTargetSettings>): BackupTarget {
  const { backupTarget } = config;
  if (isAbsolute(backupTarget)) return createFolderTarget(backupTarget);
  const { protocol, host: bucket, pathname } = URL.parse(backupTarget) ?? {};
  if (protocol !== 's3:' || bucket === undefined || pathname === undefined)
    throw new ConfigError('BACKUP_TARGET must be s3://bucket/prefix or the absolute path of a folder');
  const prefix = pathname.replace(/^\//u, '').replace(/(?<=[^/])\/?$/u, '/');
  return createBucketTarget({
    endpoint: requireSetting('BACKUP_S3_ENDPOINT', config.backupS3Endpoint),
    region: config.backupS3Region,
    bucket,
    prefix,
    accessKeyId: requireSetting('BACKUP_S3_ACCESS_KEY_ID', config.backupS3AccessKeyId),
    secretAccessKey: requireSetting('BACKUP_S3_SECRET_ACCESS_KEY', config.backupS3SecretAccessKey),
    timeoutMs: 60_000,
  });
}

function requireSetting(variable: string, value: string | undefined): string {
  if (value === undefined)
    throw new ConfigError(`${variable} is missing. A bucket as backup target needs it.`);
  return value;
}
