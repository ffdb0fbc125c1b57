import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integer, readConfig, text } from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { baseSettings } from '@assay/chassis/process/boot/service-base';
import { decoderSettings } from '@assay/chassis/settings/decoder';
import { addressSetting } from '@assay/chassis/settings/process';
import { storageSettings } from '@assay/chassis/settings/servers';
import { mebibytes } from '@assay/chassis/units';

export const settings = {
  ...baseSettings,
  ...storageSettings,
  ...decoderSettings,
  projectsFilesAddress: addressSetting('projects-files'),
  cleaningConcurrency: integer('CLEANING_CONCURRENCY', {
    about:
      'Units of cleaning jobs, of 50 files each, of one organization that a process treats at the same time. Its files share places with those of all others.',
    min: 1,
    max: 64,
    fallback: 2,
  }),
  cleaningPerOrganization: integer('CLEANING_PER_ORGANIZATION', {
    about: 'Units of cleaning jobs of one organization that all processes treat at the same time.',
    min: 1,
    fallback: 16,
  }),
  cleaningFilesAtOnce: integer('CLEANING_FILES_AT_ONCE', {
    about: 'Files of one unit that are treated at the same time, each in a child process.',
    min: 1,
    max: 64,
    fallback: 2,
  }),
  cleaningMaxRssBytes: integer('CLEANING_MAX_RSS_BYTES', {
    about: 'The maximum memory of FFmpeg while it treats an audio file or a video, in bytes.',
    min: mebibytes(128),
    fallback: mebibytes(512),
  }),
  cleaningTempDir: text('CLEANING_TEMP_DIR', {
    about:
      'The folder for files while they are treated. It needs space for twice as many of the largest files as are treated at once.',
    fallback: join(tmpdir(), 'assay-cleaning'),
    unset: '`assay-cleaning` in the system’s folder for temporary files',
  }),
  enrichmentConcurrency: integer('DATASET_ENRICHMENT_CONCURRENCY', {
    about: 'Units of enrichment jobs, of 50 files each, that a process waits for at the same time.',
    min: 1,
    max: 256,
    fallback: 8,
  }),
};

export type Config = ConfigOf<typeof settings>;

export function configFrom(environment: Environment): Config {
  return readConfig(settings, environment);
}
