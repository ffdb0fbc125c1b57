import { integer, optional, text, url } from '../config.ts';

/** What the commands read that save and restore, beside their database and the bucket of objects. */
export const backupTargetSettings = {
  backupTarget: text('BACKUP_TARGET', {
    about: 'Where backups are kept: `s3://bucket/prefix`, or the absolute path of a folder.',
  }),
  backupS3Endpoint: optional(
    url('BACKUP_S3_ENDPOINT', {
      about: 'The address of the S3 in which backups are kept, better another than the one that is saved.',
    }),
    'backups are kept in a folder',
  ),
  backupS3Region: text('BACKUP_S3_REGION', {
    about: 'The region for which requests to the S3 of the backups are signed.',
    fallback: 'us-east-1',
  }),
  backupS3AccessKeyId: optional(
    text('BACKUP_S3_ACCESS_KEY_ID', {
      about: 'The name of the key for the S3 of the backups.',
      secret: true,
    }),
    'backups are kept in a folder',
  ),
  backupS3SecretAccessKey: optional(
    text('BACKUP_S3_SECRET_ACCESS_KEY', { about: 'The key for the S3 of the backups.', secret: true }),
    'backups are kept in a folder',
  ),
};

/** What the commands read besides that save. */
export const backupSettings = {
  ...backupTargetSettings,
  backupId: text('BACKUP_ID', {
    about:
      'The name of the backup; in a CronJob that of its Job, so that a pod that is started again goes on with it. To restore, `restore-` may stand before it.',
  }),
};

/** What the command reads besides that removes backups. */
export const retentionSettings = {
  ...backupTargetSettings,
  backupRetentionDays: integer('BACKUP_RETENTION_DAYS', {
    about: 'How many days a complete backup is kept; 0: for ever. The last one is kept however old it is.',
    fallback: 30,
    min: 0,
    max: 36_500,
  }),
};
