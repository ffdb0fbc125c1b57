import { integer, optional, text, url } from '../config.ts';

/** The settings of the commands for backup and restore, in addition to the database and the bucket. */
export const backupTargetSettings = {
  backupTarget: text('BACKUP_TARGET', {
    about: 'The target of backups: `s3://bucket/prefix`, or the absolute path of a folder.',
  }),
  backupS3Endpoint: optional(
    url('BACKUP_S3_ENDPOINT', {
      about: 'The URL of the S3 that stores backups. Use another one than the S3 that is backed up.',
    }),
    'backups are kept in a folder',
  ),
  backupS3Region: text('BACKUP_S3_REGION', {
    about: 'The region in the signature of requests to the S3 of the backups.',
    fallback: 'us-east-1',
  }),
  backupS3AccessKeyId: optional(
    text('BACKUP_S3_ACCESS_KEY_ID', {
      about: 'The access key id for the S3 of the backups.',
      secret: true,
    }),
    'backups are kept in a folder',
  ),
  backupS3SecretAccessKey: optional(
    text('BACKUP_S3_SECRET_ACCESS_KEY', {
      about: 'The secret access key for the S3 of the backups.',
      secret: true,
    }),
    'backups are kept in a folder',
  ),
};

/** The further settings of the commands that create and restore a backup. */
export const backupSettings = {
  ...backupTargetSettings,
  backupId: text('BACKUP_ID', {
    about:
      'The name of the backup. In a CronJob it is the name of the Job, so that a restarted pod continues the backup. For a restore it may have the prefix `restore-`.',
  }),
};

/** The further setting of the command that removes old backups. */
export const retentionSettings = {
  ...backupTargetSettings,
  backupRetentionDays: integer('BACKUP_RETENTION_DAYS', {
    about: 'The number of days that a complete backup is kept. 0: for ever. The latest one is never removed.',
    fallback: 30,
    min: 0,
    max: 36_500,
  }),
};
